"""What `rummy new` makes: a distribution with a game or a house rule, or a single file, from templates.

The templates lie beside this module, each named as its file is; ``$name``, ``$module``,
``$title`` and ``$needs`` in them are filled in, and nothing else.
"""

from __future__ import annotations

import contextlib
import keyword
import re
import secrets
import shutil
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rummy_cli.errors import CommandError
from rummy_cli.safe_text import safe
from rummy_cli.store import write_new
from rummy_core import catalogue

GAME: Final = "game"
HOUSE_RULE: Final = "house_rule"
LONGEST_NAME: Final = 40
"""So that no line of a template grows too long by it."""

_TEMPLATES: Final = Path(__file__).parent / "templates"
_FILES: Final = {
    GAME: {
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
        "rules.py": "$module.py",
        "tests.py": "tests/test_$module.py",
        "going_out.rummy": "tests/going_out.rummy",
    },
    HOUSE_RULE: {
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
        "rules.py": "$module.py",
        "tests.py": "tests/test_$module.py",
        "four_in_a_row.rummy": "tests/four_in_a_row.rummy",
    },
}

# What tools take for something else where it lies beside a pyproject.toml.
_MEANT_OTHERWISE: Final = frozenset({"conftest", "setup", "tests"})

# Files and folders of these names cannot be made on Windows, whatever comes after a dot.
_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
)


def make_project(name: str, kind: str) -> list[str]:
    """Make the folder ``name`` here with a distribution of that ``kind``; return its files, sorted.

    The folder takes its name when it is whole: where something fails, nothing is left.

    Raises:
        CommandError: for a name that cannot be, or a folder that is there or cannot be made.
    """
    check_name(name)
    folder = Path(name)
    if _is_there(folder):
        raise CommandError(f"'{name}' exists already and is not overwritten")
    filled = {
        _filled(path, name): _filled(_template(kind, template), name)
        for template, path in _FILES[kind].items()
    }
    fresh = Path(f".rummy-{secrets.token_hex(8)}.tmp")
    try:
        fresh.mkdir()
        for path, text in filled.items():
            (fresh / path).parent.mkdir(exist_ok=True)
            (fresh / path).write_text(text, encoding="utf-8", newline="\n")
        fresh.rename(folder)
    except OSError as error:
        raise CommandError(f"cannot make the folder '{name}': {error.strerror}") from None
    finally:
        # Gone under its new name, where all went well.
        shutil.rmtree(fresh, ignore_errors=True)
    return sorted(filled)


def make_file(name: str) -> str:
    """Make the file ``name.py`` here with a game of its own; return what it is called.

    Raises:
        CommandError: for a name that cannot be, or a file that is there or cannot be written.
    """
    check_name(name, as_file=True)
    path = Path(f"{name}.py")
    write_new(path, [_filled(_template(GAME, "rules.py"), name)])
    return str(path)


def title_of(name: str) -> str:
    """Return ``name`` as a title, to begin with."""
    return " ".join(word.capitalize() for word in re.split("[-_]+", name) if word)


def module_of(name: str) -> str:
    """Return the module of the distribution ``name``."""
    return name.replace("-", "_")


def check_name(name: str, *, as_file: bool = False) -> None:
    """Refuse a name that no distribution, module, game or house rule can have.

    A single file may be called as modules are, with ``_`` between words.

    Raises:
        CommandError: with the reason, and a name that would do where one is near.
    """
    shown = f"'{safe(name, 60)}'"
    if any(sign in name for sign in "/\\") or name in (".", ".."):
        raise CommandError(f"{shown} is a path; write a name, and it is made in this folder")
    if len(name) > LONGEST_NAME:
        raise CommandError(f"the name {shown} is longer than {LONGEST_NAME} characters")
    if not _is_well_formed(name, as_file):
        near = _near(name, "_" if as_file else "-")
        would_do = _is_well_formed(near, as_file) and not _taken(near, module_of(near))
        near_name = f"; '{near}' would do" if would_do else ""
        raise CommandError(
            f"{shown} is no name for a {'game' if as_file else 'distribution'}: small letters a-z, digits "
            f"and single hyphens, a letter first{near_name}"
        )
    reason = _taken(name, module_of(name))
    if reason:
        raise CommandError(f"{shown} cannot be the name: {reason}")


def _is_well_formed(name: str, as_file: bool) -> bool:
    between = "[-_]" if as_file else "-"
    return len(name) <= LONGEST_NAME and bool(re.fullmatch(f"[a-z][a-z0-9]*({between}[a-z0-9]+)*", name))


def _near(name: str, between: str) -> str:
    return between.join(re.findall(r"[a-z0-9]+", name.removesuffix(".py").lower()))


def _taken(name: str, module: str) -> str:
    """Why a name that is well formed cannot be used; empty where it can."""
    if keyword.iskeyword(module):
        return "it is a word of Python"
    if name in _DEVICES:
        return "Windows keeps it for a device"
    if name in _MEANT_OTHERWISE:
        return "tools take a module of that name for something else"
    for plugin in catalogue.installed():
        if plugin.name == name:
            owner = safe(" ".join(filter(None, (plugin.distribution, plugin.version))), 60)
            return f"{owner} has a {plugin.kind} of that name"
    with contextlib.suppress(PackageNotFoundError):
        return f"the distribution {name} {safe(version(name), 30)} is installed"
    if module in sys.stdlib_module_names:
        return f"the module {module} comes with Python"
    return f"a module {module} is installed" if _is_module(module) else ""


def _is_module(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # a module that is half there
        return True


def _is_there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _template(kind: str, name: str) -> str:
    return (_TEMPLATES / kind / f"{name}.tmpl").read_text(encoding="utf-8")


def _filled(text: str, name: str) -> str:
    values: Mapping[str, str] = {
        "name": name,
        "module": module_of(name),
        "title": title_of(name),
        "needs": _needed(version(catalogue.BUNDLED)),
    }
    return re.sub(r"\$([a-z]+)", lambda found: values[found[1]], text)


def _needed(installed: str) -> str:
    """The requirement on this program: what is public stays so up to its next minor version."""
    major, minor = (int(part) for part in installed.split(".")[:2])
    return f"{catalogue.BUNDLED}>={major}.{minor},<{major}.{minor + 1}"
