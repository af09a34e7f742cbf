"""Mutated input for all that reads text: a valid parse or a clear error, and nothing else.

    python -m tests.properties.fuzz --inputs 100000 --seed S

prints how many inputs each reader got, took and refused. Each input has some seconds and the whole
run a limited memory; the first fault ends it and says the reader, the seed and the input.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from rummy_cli.faces import CardText
from rummy_cli.main import main as command_line
from rummy_cli.play.typed import read_typed
from rummy_cli.retelling import Retelling
from rummy_core import Chance, Deal, catalogue
from rummy_core.cards import parse_cards
from rummy_core.catalogue import BadPlugin
from rummy_core.library import NotInstalled, book_for
from rummy_core.notation import parse_action, parse_lying, read_fact, write_fact
from rummy_core.options import BadOption
from rummy_core.records import Record, RecordError, log_lines, read_record, write_header
from rummy_core.replay import Differs, verify
from rummy_core.rulebook import BadRules, Rulebook, rulebook
from rummy_core.testing.policies import pick
from rummy_core.views import View

ROOT: Final = Path(__file__).parents[1]
SECONDS: Final = 30
"""An input that takes so long hangs."""
MEMORY: Final = 2 * 2**30
"""Bytes that a run by itself may use."""

TOKENS: Final = (
    *(
        "AS",
        "10h",
        "joker",
        "2C=8H",
        "K♥",
        "XX",
        "discard",
        "knock",
        "meld",
        "lay",
        "on 3",
        "take",
        "with",
        "swap",
    ),
    *(
        "for",
        "0",
        "-1",
        "99999999999999999999",
        "1e9",
        "true",
        "nobody",
        "==",
        "?",
        "[",
        "]",
        "{",
        "}",
        '"',
        "'",
    ),
    *(
        "=",
        ",",
        ":",
        ";",
        "#",
        "\\",
        "\n",
        "\n\n",
        "\t",
        " ",
        "\0",
        "\x1b[2J",
        "\u202e",
        "\ud800",
        "é",
        "٣",
        "²",
    ),
    *(
        "options",
        "position",
        "zones",
        "hand 0",
        "stock",
        "legal",
        "illegal",
        "undo",
        "resign",
        "round 1",
        "match:",
    ),
)


class Fault(Exception):
    """A reader that failed: which, on what, and how."""


Reader = Callable[[str], bool]
"""Reads a text; whether it was taken. Any exception is a fault."""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader, the texts that its input is made from, and how often it is tried."""

    read: Reader
    corpus: Sequence[str]
    share: int


def mutated(text: str, others: Sequence[str], rng: Random) -> str:
    """``text`` with a few things changed."""
    for _ in range(1 + int(rng.random() ** 3 * 4)):
        at, end = sorted(int(rng.random() * (len(text) + 1)) for _ in range(2))
        end = min(end, at + int(rng.random() ** 3 * 60))
        kind = int(rng.random() * 8)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:end] + text[at:]
        elif kind == 2:
            text = text[:at] + chr(int(rng.random() * 0x250)) + text[at + 1 :]
        elif kind <= 5:
            text = text[:at] + pick(rng, TOKENS) + text[at if kind == 3 else end :]
        elif kind == 6:
            other = pick(rng, others)
            text = text[:at] + other[int(rng.random() * (len(other) + 1)) :]
        else:
            lines = text.split("\n")
            one, two = (int(rng.random() * len(lines)) for _ in range(2))
            lines[one], lines[two] = lines[two], lines[one]
            text = "\n".join(lines)
    return text


# The readers.


def _cards(text: str) -> bool:
    try:
        cards = parse_cards(text)
    except ValueError as error:
        return _refused(error)
    assert parse_cards(" ".join(card.text for card in cards)) == cards
    return True


def _action(text: str) -> bool:
    try:
        action = parse_action(text)
    except ValueError as error:
        return _refused(error)
    assert str(parse_action(str(action))) == str(action)
    return True


def _fact(text: str) -> bool:
    try:
        fact = read_fact(text, 15)
    except ValueError as error:
        return _refused(error)
    assert write_fact(read_fact(write_fact(fact, 15), 15), 15) == write_fact(fact, 15)
    return True


def _lying(text: str) -> bool:
    try:
        parse_lying(text)
    except ValueError as error:
        return _refused(error)
    return True


def _record(text: str) -> bool:
    try:
        # A file is UTF-8, which has no lone surrogates.
        record = read_record(text.encode("utf-8", "replace").decode())
    except RecordError as error:
        return _refused(error)
    again = read_record(write_header(record.header))
    assert again.header == record.header
    _retold(record)
    try:
        book = book_for(record.header)
    except (NotInstalled, BadOption, BadRules) as error:
        return _refused(error)
    difference = verify(record, book)
    assert difference is None or str(difference)
    return True


def _retold(record: Record) -> None:
    retelling = Retelling(record, CardText("letters"), 0)
    try:
        for beat in retelling.beats():
            assert all(isinstance(line, str) for line in beat.sentences)
    except Differs as error:
        _refused(error)


def _options(text: str) -> bool:
    game, *pairs = text.split("\n")
    try:
        variant = catalogue.variant(game)
        rulebook(variant, options=dict(pair.partition("=")[::2] for pair in pairs))
    except (BadPlugin, BadOption, BadRules) as error:
        return _refused(error)
    return True


def _refused(error: Exception) -> bool:
    if not str(error).strip():
        raise Fault(f"refused without a reason: {error!r}")
    return False


def _command(text: str) -> bool:
    words = [word for word in text.split("\n") if "\0" not in word]
    # What plays or writes is not tried here: it would do it.
    if not words or words[0] not in ("melds", "rules", "variants", "check", "replay"):
        words = ["rules", *words]
    said = io.StringIO()
    # An error that is our own shows where it came from only when it is asked to.
    os.environ["RUMMY_TRACEBACK"] = "1"
    try:
        with redirect_stdout(said), redirect_stderr(said):
            status = command_line(words)
    finally:
        del os.environ["RUMMY_TRACEBACK"]
    if status not in (0, 1, 2) or "Traceback" in said.getvalue():
        raise Fault(f"exit {status}: {said.getvalue()[-1500:]}")
    return status == 0


def _typed(tables: Sequence[Deal]) -> Reader:
    cards = CardText("letters")
    views: list[tuple[View, Deal]] = [(deal.view(deal.seat), deal) for deal in tables]

    def read(text: str) -> bool:
        number, _, line = text.partition(" ")
        view, deal = views[int(number) % len(views) if number.isascii() and number.isdecimal() else 0]
        return read_typed(line, view, deal.legal_actions(), cards) is not None

    return read


# What input is made from.


def _books() -> Iterator[Rulebook]:
    for name in sorted({catalogue.variant(one.name).name for one in catalogue.plugins(catalogue.VARIANTS)}):
        yield rulebook(catalogue.variant(name))


def _deals() -> list[Deal]:
    """A deal of each game, some moves from its beginning."""
    found = []
    for book in _books():
        seats = len(book.plan(2 if book.variant.name == "gin" else book.players, 0)[0].hands)
        deal = Deal.begin(book, Chance(f"fuzz/{book.variant.name}"), seats=seats, dealer=0)
        rng = Random(book.variant.name)
        for _ in range(40):
            if not deal.is_over:
                deal.play(pick(rng, deal.legal_actions()))
        if not deal.is_over:
            found.append(deal)
    return found


def targets() -> Mapping[str, Target]:
    """All readers by name."""
    scenarios = [path.read_text() for path in sorted((ROOT / "scenarios").glob("*.rummy"))]
    golden = [path.read_text() for path in sorted((ROOT / "playthroughs").glob("*.rummy"))]
    openings = ["\n".join(text.split("\n")[:60]) + "\n" for text in golden]
    deals = _deals()
    log = [line for deal in deals for line in log_lines(deal.log, 15)]
    facts = [line.strip() for line in log if line.startswith(" ")]
    words = [line.partition(" ")[2] for line in log if not line.startswith(" ")]
    words += [str(action) for deal in deals for action in deal.legal_actions()[:30]]
    rows = [" ".join(card.text for card in deal.view(seat).hand) for deal in deals for seat in (0, 1)]
    options = [
        "\n".join(
            [book.variant.name, *(f"{name}={value}" for name, value in book.options.model_dump().items())]
        )
        for book in _books()
    ]
    commands = [f"melds\n{book.variant.name}\n{row}\n--json" for book in _books() for row in rows[:4]]
    commands += [
        f"rules\n{text}".replace("\n", "\n--set\n").replace("rules\n--set\n", "rules\n") for text in options
    ]
    typed = [f"{number} {word}" for number in range(len(deals)) for word in words[::7]]
    return {
        "cards": Target(_cards, rows, 20),
        "action": Target(_action, words, 20),
        "fact": Target(_fact, facts, 15),
        "lying": Target(_lying, [*rows, "5H 2C=6H 7H", "joker=KC QC JC"], 5),
        "record": Target(_record, [*scenarios, *openings], 20),
        "options": Target(_options, options, 5),
        "typed": Target(_typed(deals), typed, 14),
        "command": Target(_command, commands, 1),
    }


@contextmanager
def in_time() -> Iterator[None]:
    """End an input that hangs, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def hangs(number: int, frame: object) -> None:
        raise Fault(f"no answer within {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def fuzz(inputs: int, seed: str) -> Counter[tuple[str, bool]]:
    """Try so many inputs; count by reader which were taken.

    Raises:
        Fault: at the first input that brings about anything but a parse or a refusal.
    """
    readers = targets()
    shares = [name for name, one in readers.items() for _ in range(one.share)]
    counts: Counter[tuple[str, bool]] = Counter()
    for number in range(inputs):
        rng = Random(f"{seed}/{number}")
        name = shares[number % len(shares)]
        target = readers[name]
        text = mutated(pick(rng, target.corpus), target.corpus, rng)
        try:
            with in_time():
                counts[name, target.read(text)] += 1
        except Exception as error:
            raise Fault(f"{name}, seed {seed!r}, input {number}: {text[-2000:]!r}: {error!r}") from error
    return counts


def limit_memory() -> None:
    """Let this process use no more than so much, where the system can say so."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz and print the counts; a fault ends it with status 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.properties.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    chosen = parser.parse_args(arguments)
    limit_memory()
    try:
        counts = fuzz(chosen.inputs, chosen.seed)
    except Fault as error:
        print(error, file=sys.stderr)
        return 1
    for name in targets():
        print(f"{name}: {counts[name, True]:,} taken, {counts[name, False]:,} refused")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
