"""Three and four players at the keyboard, Oklahoma's upcard, and a score in columns."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.table import Table, by_simple, holds, rummy, types

from rummy_cli.main import main
from rummy_cli.play.scene import Row
from rummy_cli.play.score_screens import match_sheet
from rummy_cli.play.session import Session
from rummy_core.cards import cards_of
from rummy_core.scoring import MatchSheet, each_two_settle

CLEARED = "\x1b[2J\x1b[H"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def each_ready(session: Session, prompt: str) -> str:
    """Type what the simple bot would do, and ``ready`` where the hand is covered."""
    return "ready" if "type ready" in prompt else by_simple(session, prompt)


# --- three players


def test_three_who_sits_out_is_told_of_the_deal_in_a_line_and_sees_the_score() -> None:
    text = Table(players=3, deals=3).run().text
    (told,) = re.findall(r"You dealt, and sat out\.\n(.*)\n(Score: .*)\n", text)
    assert told[0] == "Deal 2, Computer 1 against Computer 2: knock, Computer 1 +20."
    assert told[1] == "Score: you 0, Computer 1 20 (1 box), Computer 2 26 (1 box)."
    # Not a move of it was told.
    between = text[text.index("Deal 1: ") : text.index(told[0])]
    assert "draws from the stock" not in between


def test_three_at_a_table_are_told_who_plays_and_who_sits_out() -> None:
    text = Table(players=3, deals=1).run().text
    assert (
        "\nGin Rummy, to 100, deal 1, Computer 1 deals and sits out.\nYou play against Computer 2.\n" in text
    )
    frame = Table(types(["quit"]), players=3, rich=True).run().text.split(CLEARED)[1]
    assert frame.startswith(" Gin Rummy · to 100 · deal 1, Computer 1 deals and sits out\n")
    assert "\n Computer 2 10 cards" in frame
    assert "Computer 1 10 cards" not in frame


def test_three_nothing_of_a_hand_that_was_not_shown_is_told_to_who_sits_out() -> None:
    table = Table(players=3, deals=2).run()
    text = table.text
    told = text[text.index("You dealt, and sat out") :]
    told = told[: told.index("\nEnter ")]
    names = r"(?:ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king)s? of"
    assert not re.search(names, told)


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("wishes", [{"players": 3, "seat": 1}, {"players": 4, "seat": 2}, {"players": 4}])
def test_a_whole_match_is_played_and_its_record_holds(rich: bool, wishes: dict[str, object]) -> None:
    table = Table(rich=rich, target=40, **wishes).run()
    assert table.session.match.is_over
    assert holds(table.save.path)


@pytest.mark.parametrize("players", [3, 4])
def test_hotseat_every_person_plays_and_covers_the_hand(players: int) -> None:
    table = Table(
        each_ready,
        hotseat=True,
        players=players,
        deals=4,
        names=",".join(["Ann", "Ben", "Cy", "Dot"][:players]),
    )
    table.run()
    assert table.session.match.is_over
    assert holds(table.save.path)
    for name in ("Ann", "Ben", "Cy"):
        assert f"{name} is next; the hand is covered." in table.text


def test_three_who_resigns_leaves_the_match_to_the_better_of_the_others() -> None:
    table = Table(types(["resign", "yes"]), players=3).run()
    assert table.session.match.sheet is not None
    assert table.session.match.sheet.winner == -1  # nobody has scored yet
    assert holds(table.save.path)


# --- four players


def four(**wishes: object) -> Table:
    return Table(players=4, deals=2, seed="2", **wishes).run()


def test_four_the_table_that_played_first_is_told_at_the_first_prompt() -> None:
    text = four(seat=2).text
    told = "Round 1, table 1, Computer 1 against Computer 2: knock, Computer 1 +6."
    assert text.index(told) < text.index("\nUpcard: ")
    assert "\nGin Rummy, to 125, round 1, table 2, Computer 3 deals.\nYou play against Computer 3.\n" in text


def test_four_the_sheet_has_both_tables_the_round_and_the_score_of_the_sides() -> None:
    text = four(seat=2).text
    sheet = text[text.index("\nRound 1, table 2: Computer 3 knocked with 4.\n") :]
    assert re.search(r"\nComputer 3 \+52: deadwood 56 - 4\.\n", sheet)
    assert (
        "\nTable 1, Computer 1 against Computer 2: knock, Computer 1 +6."
        "\nThe round: Computer 2 and Computer 3 +46."
        "\nScore: you and Computer 1 0, Computer 2 and Computer 3 46 (1 box).\n" in sheet
    )
    assert "\nComputer 2 and Computer 3 win the match by 66.\n" in sheet


def test_four_the_table_that_plays_second_is_told_on_the_sheet_of_the_first() -> None:
    text = four(seat=0).text
    sheet = text[text.index("\nRound 1, table 1: ") :]
    before, _, _ = sheet.partition("\nEnter ")
    assert "\nTable 2, Computer 2 against Computer 3: " in before
    assert "\nThe round: " in before


def test_four_the_score_lists_rounds() -> None:
    def typist(session: Session, prompt: str) -> str:
        if session.match.rounds and not asked:
            asked.append(prompt)
            return "score"
        return by_simple(session, prompt)

    asked: list[str] = []
    text = Table(typist, players=4, deals=4, seed="2", seat=2).run().text
    assert "\nRound 1: knock and knock, Computer 2 and Computer 3 +46.\n" in text


def test_four_nothing_of_the_other_table_is_told() -> None:
    table = four(seat=2, style="letters")
    assert table.session.match.rounds[0].deals[0].seating.players == (0, 1)
    # The other table has played by the first prompt: of all cards the own ten are told before it.
    told = table.text[: table.text.index("\nUpcard: ")]
    assert len(set(re.findall(r"\b[A2-9TJQK][CDHS]\b", told))) == 10


@pytest.mark.parametrize("share", [0.0, 0.2, 0.45, 0.7, 0.9])
@pytest.mark.parametrize("players", [3, 4])
def test_a_match_that_was_left_goes_on_as_it_would_have(share: float, players: int) -> None:
    whole = Table(players=players, deals=4, seed="9").run()
    typed = whole.keyboard.typed
    left = Table(types(typed[: int(share * len(typed))]), players=players, deals=4, seed="9")
    left.run()
    assert not left.session.match.is_over
    # Whether a pause was answered is not in a record: what is typed next is what the bot would do.
    goes_on = Table(by_simple, resume=str(left.save.path)).run()
    assert goes_on.session.match.is_over
    assert holds(left.save.path)
    assert goes_on.record.partition("\n== ")[2] == whole.record.partition("\n== ")[2]


def test_a_round_that_was_left_between_its_tables_goes_on_with_the_second(tmp_path: Path) -> None:
    path = tmp_path / "match.rummy"
    done = rummy("gin", "--players", "4", "--auto", "--deals", "2", "--seed", "5", "--save", str(path))
    assert done.returncode == 0
    text = path.read_text()
    path.write_text(text[: text.index("== deal 2")])
    done = rummy("--resume", str(path), "--auto", "--plain")
    assert done.returncode == 0
    assert path.read_text() == text


# --- Oklahoma


def test_the_limit_and_the_doubling_are_on_the_table_all_deal_long() -> None:
    table = Table(variant="oklahoma", rich=True, deals=1, seed="12").run()
    match = table.session.match
    frames = [one for one in table.text.split(CLEARED) if "stock " in one]
    section = table.record[table.record.index("noted for the deal: upcard") :]
    upcard, limit = re.search(r"upcard = (..)\n.*knock_limit = (\d+)", section).groups()  # type: ignore[union-attr]
    doubled = "counts_double" in section
    assert match.is_over
    assert len(frames) > 3
    for frame in frames:
        assert f" turned up: knock with {limit} or less{', counts double' if doubled else ''}\n" in frame
    assert upcard


def test_the_plain_screen_says_what_was_turned_up_and_again_when_asked() -> None:
    def typist(session: Session, prompt: str) -> str:
        return "table" if len(session.screen._keyboard.typed) == 0 else "quit"  # type: ignore[attr-defined]

    text = Table(typist, variant="oklahoma", seed="12").run().text
    assert len(re.findall(r"\nThe \w+ of \w+ was turned up: a knock needs \d+ or less", text)) == 2
    assert "counts no more than the limit of the deal; none at all is gin." in text


def test_gin_says_nothing_of_what_was_turned_up() -> None:
    assert "turned up:" not in Table(deals=1).run().text


# --- columns


def test_the_score_is_shown_in_columns() -> None:
    wishes: dict[str, object] = {"settings": ["hollywood=true"], "deals": 2, "seed": "2"}
    text = Table(**wishes).run().text
    assert "\nColumn 1: you 11 (2 boxes), Computer 0.\nColumn 2: you 7 (1 box), Computer 0.\n" in text
    assert "\nColumn 1, open: you 11, Computer 0.\n" in text
    assert "\nYou: points of the columns, 18.\nYou: column 1: 2 boxes at 20, +40.\n" in text
    frames = Table(rich=True, **wishes).run().text.split(CLEARED)
    assert any(re.search(r" you 4/0/0   Computer 0/0/0\n", frame) for frame in frames)


def test_columns_that_close_say_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "match.rummy"
    words = "play gin --auto --set hollywood=true --target 25 --bots simple --seed 3"
    assert main([*words.split(), "--save", str(path)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"\nColumn 1, closed: Computer 1 \d+", out)
    assert re.search(r"\nColumn 3, won by Computer [12]: Computer 1 \d+, Computer 2 \d+\.\n", out)
    assert main(["replay", str(path), "--all"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert re.search(r"Column 2: Computer 1 \d+, Computer 2 \d+, won by Computer [12]\.", told)
    assert main(["check", str(path)]) == 0


def test_json_has_columns_where_there_are_some(capsys: pytest.CaptureFixture[str]) -> None:
    words = "play gin --auto --json --seed 3 --bots simple --target 25"
    assert main(words.split()) == 0
    assert "columns" not in json.loads(capsys.readouterr().out)
    assert main([*words.split(), "--set", "hollywood=true"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["columns"]) == 3
    for one in found["columns"]:
        assert max(one["points"]) >= 25
        assert one["points"][one["winner"]] == max(one["points"])
        assert len(one["boxes"]) == 2


# --- bots alone


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("game", ["gin", "oklahoma"])
def test_simulate_plays_three_and_four(
    game: str, players: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "deals.jsonl"
    words = f"simulate {game} --players {players} --matches 3 --bots greedy,simple --swap --seed 1 --json"
    assert main([*words.split(), "--out", str(path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["matches"] == 3 * players
    assert len(found["match_wins"]) == players
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        assert len(line["players"]) == 2
        assert set(line["winners"]) <= set(line["players"])
        assert (line["dealer"] in line["players"]) is (players == 4)


def test_the_sides_of_a_record_are_told_by_their_players(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "match.rummy"
    words = "play gin --auto --players 4 --deals 2 --seed 5 --names Ann,Ben,Cy,Dot --bots simple"
    assert main([*words.split(), "--save", str(path)]) == 0
    assert "Ann and Cy" in capsys.readouterr().out
    assert main(["replay", str(path), "--all"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert re.search(r"Round 1: Ann and Cy \d+, Ben and Dot \d+\.", told)
    assert re.search(r"won by (Ann and Cy|Ben and Dot)\.", told)


def test_a_seat_that_did_not_play_a_deal_sees_no_card_of_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "match.rummy"
    words = "play gin --auto --players 3 --deals 1 --seed 5 --bots simple"
    assert main([*words.split(), "--save", str(path)]) == 0
    capsys.readouterr()
    out = next(
        seat for seat in range(3) if str(seat) not in re.search(r"players (\d \d)", path.read_text())[1]
    )  # type: ignore[index]
    assert main(["replay", str(path), "--seat", str(out), "--all", "--ascii"]) == 0
    told = capsys.readouterr().out
    assert not re.search(r"gets 10 cards: ", told)
    assert re.search(r"gets 10 cards\.", told)


def test_the_hand_of_the_own_table_alone_is_shown() -> None:
    table = Table(types(["quit"]), players=4, seed="2", seat=2, style="letters").run()
    deal = table.session.match.deal
    assert deal is not None
    own = {card.text for card in cards_of(deal.table.hand(deal.seat))}
    assert own <= set(re.findall(r"\b[A2-9TJQK][CDHS]\b", table.text))


# --- the verdict


@pytest.mark.parametrize(
    ("totals", "winner", "reason", "lowest", "said"),
    [
        ((304, 122), 0, "target 100 reached", False, "You win the match by 182. Well played!"),
        ((122, 304), 1, "target 100 reached", False, "Ben wins the match by 182."),
        ((210, 230), 0, "target 100 reached", False, "You win the match, though 20 behind. Well played!"),
        ((30, 90), 0, "3 deals played", True, "You win the match by 60. Well played!"),
        ((29, 0), 1, "resigned", False, "Ben wins the match."),
        ((0, 29), 1, "resigned", False, "Ben wins the match."),
        ((10, 10), -1, "3 deals played", False, "Nobody wins: a draw."),
    ],
)
def test_the_lead_is_told_as_the_game_counts_it(
    totals: tuple[int, int], winner: int, reason: str, lowest: bool, said: str
) -> None:
    sheet = MatchSheet(totals, (), totals, winner, reason, lowest=lowest)
    assert match_sheet(sheet, ("you", "Ben"), 0)[-1] == said


def test_what_each_two_settle_is_told() -> None:
    totals = (0, 270, 70)
    sheet = MatchSheet(totals, (), totals, 1, "target 100 reached", payments=each_two_settle(totals))
    said = [line.sentence for line in match_sheet(sheet, ("you", "Ben", "Cy"), 0) if isinstance(line, Row)]
    assert said[-3:] == ["You pay Ben 270.", "You pay Cy 70.", "Cy pays Ben 200."]
