"""What is typed in melding games: melds, lay-offs, pickups, exchanges, and what is asked back."""

import pytest
from tests.cli.melding_tables import (
    at_borrowing,
    at_card_up,
    at_claim,
    at_force,
    at_opening,
    at_pile,
    at_play,
    fan,
    whole,
    with_wilds,
)
from tests.story import laid_out

from rummy_cli.faces import CardText
from rummy_cli.play.choices import help_lines
from rummy_cli.play.hand_order import SUIT, grouped
from rummy_cli.play.hints import move_words
from rummy_cli.play.typed import read_typed
from rummy_cli.play.typed_found import Aside, Move, Unclear
from rummy_core.deal import Deal

SIGNS = CardText("signs")


def typed(line: str, at: Deal) -> Move | Aside | Unclear:
    return read_typed(line, at.view(0), at.legal_actions(), SIGNS)


def move(line: str, at: Deal) -> str:
    found = typed(line, at)
    assert isinstance(found, Move), found
    return str(at.by_face(found.action))


def asked(line: str, at: Deal) -> str:
    found = typed(line, at)
    assert isinstance(found, Unclear), found
    return found.message


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("take 2 with 9s 9c", "take 9H with 9C 9S"),
        ("take 2 with 9♠ 9♣", "take 9H with 9C 9S"),
        ("t 2 with nine of spades and nine of clubs", "take 9H with 9C 9S"),
        ("take 9h with 9s 9c", "take 9H with 9C 9S"),
        ("take the nine of hearts with 9s9c", "take 9H with 9C 9S"),
        ("take 2 on 1", "take 9H on 1"),
        ("take 9h on #1", "take 9H on 1"),
        ("take with 9s 9c", "take KS with 9S 9C"),
        ("d", "draw"),
        ("take 3", "take 9D with 9C 9S"),
    ],
)
def test_a_card_of_the_pile_is_taken_by_name_or_number(line: str, does: str) -> None:
    assert move(line, at_pile()) == does


@pytest.mark.parametrize("line", ["take", "t", "take ts", "take with tc td", "take 10s with 10c 10d"])
def test_the_top_card_alone_is_taken_without_a_number(line: str) -> None:
    assert move(line, at_opening("draw")) == "take TS with TC TD"


@pytest.mark.parametrize("line", ["take on 2", "t on #2", "take 2 on 2", "take 8s on 2"])
def test_a_discard_is_claimed_by_naming_its_meld(line: str) -> None:
    assert move(line, at_claim()) == "take 8S on 2"


def test_a_claim_that_fits_two_melds_is_asked_back() -> None:
    assert (
        asked("take", at_claim()) == "Which card, and how is it used? Write 'take 2 on 1' or 'take 2 on 2'."
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("take", "Write 'take 3 with 9c 9s', 'take 2 with 9c 9s' or 'take 2 on 1'."),
        ("take 9h", "9♥ is used at once: write 'take 2 with 9c 9s' or 'take 2 on 1'."),
        ("t 2", "9♥ is used at once: write 'take 2 with 9c 9s' or 'take 2 on 1'."),
        ("t 9", "There is no card 9 in the pile; its top is number 4."),
        ("take 5d", "There is no 5D to take"),
        ("take 4", "K♠ must be used at once, and you have no use for it now."),
        ("take with", "Write 'take 3 with 9c 9s', 'take 2 with 9c 9s' or 'take 2 on 1'."),
        ("take 9h with", "9♥ is used at once: write 'take 2 with 9c 9s' or 'take 2 on 1'."),
        ("take 9h on", "9♥ is used at once: write 'take 2 with 9c 9s' or 'take 2 on 1'."),
        ("take xx", "'xx' is not a card"),
        ("take 2 with xx", "'xx' is not a card"),
    ],
)
def test_a_pickup_that_is_unclear_is_asked_back(line: str, said: str) -> None:
    assert said in asked(line, at_pile())


def test_what_no_pickup_allows_is_refused_by_the_rules() -> None:
    at = at_pile()
    for line, rule in (("take 2 with kc 2d", "neither a set nor a run"), ("take 2 on 2", "does not fit")):
        found = typed(line, at)
        assert isinstance(found, Move)
        refusal = at.why_illegal(at.by_face(found.action))
        assert refusal is not None
        assert rule in refusal.rule


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("meld 7s 7c 7h", "meld 7C 7H 7S"),
        ("m 7s7c7h", "meld 7C 7H 7S"),
        ("meld seven of spades, seven of clubs and seven of hearts", "meld 7C 7H 7S"),
        ("lay 9h on 1", "lay 9H on 1"),
        ("x kc", "discard KC"),
        ("kc", "discard KC"),
        ("discard king of clubs", "discard KC"),
    ],
)
def test_melds_lay_offs_and_discards(line: str, does: str) -> None:
    assert move(line, at_play()) == does


def test_a_card_that_could_also_be_laid_off_is_asked_for() -> None:
    said = asked("8d", at_play("8D KC 2D"))
    assert said == "You could discard 8♦ or lay it off: write 'x 8d' or 'lay 8d'."
    assert move("lay 8d", at_play("8D KC 2D")) == "lay 8D on 2"
    assert move("l 8d 2", at_play("8D KC 2D")) == "lay 8D on 2"


def test_the_word_for_a_meld_alone_lists_the_melds() -> None:
    assert asked("m", at_play()) == "Which cards? Write 'meld CARDS', one after another: 'meld 7c 7h 7s'."


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("meld 9d 9s 2c", "meld 9D 9S 2C"),
        ("meld 9d 9s joker", "meld 9D 9S joker"),
        ("meld 5h 6h 2c=7h", "meld 5H 6H 2C=7H"),
        ("meld 5h 6h 2c as 4h", "meld 2C=4H 5H 6H"),
        ("meld 5♥ 6♥ 2♣=7♥", "meld 5H 6H 2C=7H"),
        ("meld five of hearts, six of hearts, two of clubs as the seven of hearts", "meld 5H 6H 2C=7H"),
        ("meld 6h 8h 2c", "meld 6H 2C 8H"),
        ("lay joker on 1", "lay joker on 1"),
        ("lay 2c=9s on 3", "lay 2C=9S on 3"),
        ("lay 2c on 3 as ks", "lay 2C=KS on 3"),
        ("lay two of clubs as king of spades on 3", "lay 2C=KS on 3"),
    ],
)
def test_a_wild_card_counts_as_what_is_said_or_must_be(line: str, does: str) -> None:
    assert move(line, with_wilds()) == does


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("meld 5h 6h 2c", "can be read in 2 ways: write 'meld 5h 6h 2c=7h' or 'meld 2c=4h 5h 6h'."),
        ("lay 2c on 3", "fits at both ends: write 'lay 2c=9s on 3' or 'lay 2c=ks on 3'."),
        ("lay 2c on 3 as xx", "'xx' is no card or rank"),
    ],
)
def test_where_two_readings_fit_both_are_listed(line: str, said: str) -> None:
    at = with_wilds()
    message = asked(line, at)
    assert said in message
    for way in message.split("'")[1::2]:
        if way != "xx":
            found = typed(way, at)
            assert isinstance(found, Move)
            assert at.why_illegal(at.by_face(found.action)) is None


def test_as_is_the_ace_of_spades_where_one_is_held() -> None:
    at = with_wilds("AS 3S 2C 2H KC 9D")
    assert move("meld as 2c 3s", at) == "meld AS 2C 3S"
    assert move("meld as 2c=2s 3s", at) == "meld AS 2C 3S"
    assert move("meld 3s 2c as a two 2h as an ace", at) == "meld 2H=AS 2C=2S 3S"
    assert move("lay as on 1", at) == "lay AS on 1"


def test_a_wild_card_is_swapped_for_what_it_stands_for() -> None:
    at = with_wilds("4H KC 9D")
    for line in ("swap 4h for joker on 1", "swap 4h for the joker on meld 1", "w 4h", "sw 4h on 1"):
        assert move(line, at) == "swap 4H for joker on 1"
    assert asked("swap", at) == "Which? Write 'swap 4h for joker on 1'."
    found = typed("swap 9d for joker on 1", at)
    assert isinstance(found, Move)
    refusal = at.why_illegal(at.by_face(found.action))
    assert refusal is not None
    assert "is not what the joker stands for" in refusal.rule


def test_where_nothing_can_be_swapped_the_rules_say_so() -> None:
    at = at_play()
    found = typed("swap 9s for joker on 1", at)
    assert isinstance(found, Move)
    refusal = at.why_illegal(at.by_face(found.action))
    assert refusal is not None
    assert "not taken out of melds" in refusal.rule


@pytest.mark.parametrize(
    "at", [at_pile(), at_play(), with_wilds(), with_wilds(step="draw"), with_wilds("4H KC 9D")]
)
@pytest.mark.parametrize("style", ["signs", "letters", "words"])
def test_every_legal_move_is_read_as_it_is_written(at: Deal, style: str) -> None:
    """What a hint says to type, and what the list of moves shows, is that move."""
    text = CardText(style)  # type: ignore[arg-type]
    listed = " ".join(" ".join(help_lines(at.view(0), at.legal_actions(), text)).split())
    for action in at.legal_actions():
        words = move_words(action, text)
        found = read_typed(words, at.view(0), at.legal_actions(), text)
        assert isinstance(found, Move), words
        # The cards of a meld are one meld in any order.
        assert sorted(str(found.action).split()) == sorted(str(action).split())
        verb, _, rest = words.partition(" ")
        assert rest.removeprefix("the ") in listed or verb == "take", words


@pytest.mark.parametrize(
    ("line", "near"), [("mled 7s 7c 7h", "'meld'"), ("tkae 2", "'take'"), ("swpa", "'swap'")]
)
def test_a_wrong_word_gets_the_nearest_right_one(line: str, near: str) -> None:
    assert f"did you mean {near}?" in asked(line, at_play())


def test_where_no_card_of_the_pile_is_of_use_none_is_named_to_take() -> None:
    at = laid_out(fan(), hands=("2D KC", "3C", "5S"), pile="4H 9H", step="draw", seat=0).deal
    assert (
        asked("take", at)
        == "What is taken from the pile must be used at once, and you have no use for it now."
    )
    assert asked("take 1", at) == "4♥ must be used at once, and you have no use for it now."
    # Where drawing is over the rules say so.
    assert move("take 1", at_play()) == "take"


def test_cards_of_two_packs_are_named_and_sorted_suit_by_suit() -> None:
    at = laid_out(whole(), hands=("KS 3C 5C 3C 4D", "3D"), pile="4H", step="play", seat=0).deal
    assert asked("x", at) == "Which card? Write 'discard CARD': 3♣, 5♣, 4♦, K♠."
    suits = [[card.text for card in group] for group in grouped(at.view(0), SUIT)]
    assert suits == [["3C", "3C", "5C"], ["4D"], ["KS"]]


def test_where_nothing_can_be_laid_off_no_card_is_asked_for() -> None:
    assert asked("lay", at_play("2D 2S")) == "None of your cards can be laid off now."


# Cards turned up, and forced.


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("take on 1", "take 7S on 1"),
        ("t 7s on 1", "take 7S on 1"),
        ("t with 7h 7d", "take 7S with 7D 7H"),
        ("take the seven of spades with 7h7d", "take 7S with 7D 7H"),
        ("p", "pass"),
    ],
)
def test_a_card_that_lies_up_is_used_by_naming_how(line: str, does: str) -> None:
    assert move(line, at_card_up()) == does


def test_a_use_that_is_not_told_is_asked_back() -> None:
    how = "'take 7s with 7d 7h' or 'take 7s on 1'"
    assert asked("take", at_card_up()) == f"Which card, and how is it used? Write {how}."
    assert asked("take 7s", at_card_up()) == f"7♠ is used at once: write {how}."
    assert move("take 9s on 1", at_card_up()) == "take 9S on 1"
    assert move("force", at_card_up()) == "force 7S on 1"


ONE, TWO = ("7C 7D 7H",), ("7C 7D 7H", "4S 5S 6S")


@pytest.mark.parametrize("line", ["force", "f", "fo", "force 7s", "f on 1", "force 7♠ on meld #1"])
def test_a_card_is_forced_with_a_word(line: str) -> None:
    assert move(line, at_force(*ONE)) == "force 7S on 1"


def test_where_it_fits_two_melds_the_meld_is_named() -> None:
    assert move("f on 2", at_force(*TWO)) == "force 7S on 2"
    ways = "'force 7s on 1' or 'force 7s on 2'"
    assert asked("force", at_force(*TWO)) == f"7♠ fits in more than one way: write {ways}."
    assert asked("force the seven", at_force(*TWO)) == f"Write {ways}."
    assert move("force 9s on 1", at_force(*TWO)) == "force 9S on 1"
    assert move("force on 3", at_force(*TWO)) == "force 7S on 3"


def test_the_words_of_a_forced_card() -> None:
    deal = at_force(*TWO)
    assert [move_words(one, SIGNS) for one in deal.legal_actions()] == [
        "force 7♠ on 1",
        "force 7♠ on 2",
        "pass",
    ]
    (line,) = (one for one in help_lines(deal.view(0), deal.legal_actions(), SIGNS) if "force" in one)
    assert line == "  force on N (f on N): have 7♠ laid by who let it go: force 7♠ on 1; force 7♠ on 2"


@pytest.mark.parametrize("line", ["meld jh jd js", "m jsjdjh", "meld jack of hearts, jd and js"])
def test_a_card_is_borrowed_by_naming_it(line: str) -> None:
    deal = at_borrowing()
    found = typed(line, deal)
    assert isinstance(found, Move), found
    assert deal.why_illegal(found.action) is None
