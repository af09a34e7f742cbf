import re
from pathlib import Path

import pytest

from tests import documents


@pytest.mark.parametrize("path", documents.pages(), ids=lambda path: path.stem)
def test_the_printed_parts_of_a_game_page_are_what_the_program_prints(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == documents.page(path), "run: python -m tests.documents"


def test_the_screen_in_the_readme_is_what_a_player_sees() -> None:
    assert (documents.ROOT / "README.md").read_text(encoding="utf-8") == documents.readme(), (
        "run: python -m tests.documents"
    )


def test_the_list_of_broken_rules_is_the_one_that_is_tried() -> None:
    assert (documents.ROOT / "docs" / "testing.md").read_text(encoding="utf-8") == documents.testing(), (
        "run: python -m tests.documents"
    )


def test_the_page_of_the_hooks_says_what_their_declarations_say() -> None:
    assert (documents.ROOT / "docs" / "hooks.md").read_text(encoding="utf-8") == documents.hook_page(), (
        "run: python -m tests.documents"
    )


def test_the_sizes_of_the_games_are_what_they_are() -> None:
    path = documents.ROOT / "docs" / "authors" / "cookbook.md"
    assert path.read_text(encoding="utf-8") == documents.cookbook(), "run: python -m tests.documents"


def test_the_page_of_the_house_rules_says_what_they_say() -> None:
    assert (documents.ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8") == (
        documents.house_rule_page()
    ), "run: python -m tests.documents"


@pytest.mark.parametrize(
    "path",
    [documents.ROOT / "README.md", *sorted((documents.ROOT / "docs").rglob("*.md"))],
    ids=lambda path: path.name,
)
def test_every_link_within_the_documents_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    for link in links:
        target, _, heading = link.partition("#")
        there = path if not target else path.parent / target
        assert there.exists(), link
        if heading:
            headings = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = [re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings]
            assert heading in slugs, link
