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
