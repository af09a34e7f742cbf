"""Every hook of a rulebook, asked in play, and who answers it first."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pluggy
import pytest

from rummy_core.actions import DRAW, TAKE, Action, Discard, IllegalAction, Refusal
from rummy_core.cards import mask_of, parse_cards
from rummy_core.chance import Chance
from rummy_core.columns import Column, columns_of
from rummy_core.deal import Deal
from rummy_core.events import DEAL, Noted, NoteValue
from rummy_core.hooks import DealPlan, MatchState, RuleSpec, hookimpl
from rummy_core.knocking import KnockStep
from rummy_core.match import Match
from rummy_core.melds import Ace, MeldRules
from rummy_core.notions import KNOCK, MELDS_ON_TABLE, WILD_CARDS
from rummy_core.options import BadOption, Options, VariantOptions, make_options, option
from rummy_core.packs import Pack
from rummy_core.rulebook import BadRules, ByOptions, HouseRule, Rulebook, Variant, rulebook
from rummy_core.scoring import (
    CardValues,
    DealResult,
    MatchSheet,
    NotOver,
    RoundResult,
    ScoreLine,
    ScoreSheet,
    Seating,
)
from rummy_core.steps import DrawStep, Step
from rummy_core.table import Table
from rummy_core.testing import AnyLegal, check_deal, check_match
from rummy_variants.gin import GIN
from rummy_variants.rummy import RUMMY
from tests.story import Story, gin_book


class HouseOptions(Options):
    """Options of the house rules of these tests."""

    points: int = option(7, "points", "these tests", ge=0, le=100)


def house(rules: Callable[[Any], object], name: str = "house", **more: Any) -> HouseRule:
    """A house rule that answers the hooks of a class made from its options."""
    return HouseRule(name, "A house rule", HouseOptions, rules, lambda options: [], **more)


def book_with(*rules: type, **options: object) -> Rulebook:
    """Gin with house rules in this order."""
    stacked = [house(one, f"house {number}") for number, one in enumerate(rules)]
    return rulebook(GIN, options=options, house_rules=stacked)


def dealt(book: Rulebook, seed: int = 1) -> Story:
    return Story(Deal.begin(book, Chance(seed), dealer=1))


class Answers:
    """A house rule with options."""

    def __init__(self, options: HouseOptions) -> None:
        self.options = options


# One test a hook: a wrapper adjusts the answer of the game, and the deal is played by it.


class OtherSides(Answers):
    @hookimpl(wrapper=True)
    def match_sides(
        self, players: int
    ) -> Generator[None, tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
        sides = yield
        return sides[::-1]


def test_match_sides() -> None:
    assert gin_book().sides == ((0,), (1,))
    match = Match(book_with(OtherSides), 1)
    assert match.sides == match.state.sides == ((1,), (0,))


class WithJokers(Answers):
    @hookimpl(wrapper=True)
    def pack(self, seats: int) -> Generator[None, Pack, Pack]:
        pack = yield
        return replace(pack, jokers=seats)


def test_pack() -> None:
    assert len(gin_book().pack(2)) == 52
    assert len(book_with(WithJokers).pack(2)) == 54
    assert dealt(book_with(WithJokers)).stock == 54 - 21


class DearAces(Answers):
    @hookimpl(wrapper=True)
    def card_values(self) -> Generator[None, CardValues, CardValues]:
        values = yield
        return CardValues.by_rank((self.options.points, *values.in_hand[1:13]))


def test_card_values() -> None:
    aces = mask_of(parse_cards("AC 2C"))
    assert gin_book().rules.arranger.deadwood(aces) == 3
    assert book_with(DearAces).rules.arranger.deadwood(aces) == 9


class LongRuns(Answers):
    @hookimpl(wrapper=True)
    def meld_rules(self) -> Generator[None, MeldRules, MeldRules]:
        rules = yield
        return replace(rules, min_run=4)


def test_meld_rules() -> None:
    run = mask_of(parse_cards("AC 2C 3C"))
    assert gin_book().rules.arranger.deadwood(run) == 0
    assert book_with(LongRuns).rules.arranger.deadwood(run) == 6


class ClosedPile(Answers):
    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        steps = yield
        return tuple(replace(step, from_pile=False) if isinstance(step, DrawStep) else step for step in steps)


def test_steps() -> None:
    for book, offered in ((gin_book(), ["draw", "take"]), (book_with(ClosedPile), ["draw"])):
        story = dealt(book).does("pass", "pass", "draw")
        story.does(f"discard {min(story.offered_to('discard'))}")
        assert story.offered == offered
    story.refuses("take", "closed")


class OtherDealer(Answers):
    @hookimpl(wrapper=True)
    def seatings(self, match: MatchState) -> Generator[None, tuple[Seating, ...], tuple[Seating, ...]]:
        seatings = yield
        return tuple(replace(one, dealer=1 - one.dealer) for one in seatings)


def test_seatings() -> None:
    dealers = [
        Match(book, 1).begin_deal().table.layout.dealer for book in (gin_book(), book_with(OtherDealer))
    ]
    assert dealers[0] == 1 - dealers[1]


class Numbered(Answers):
    @hookimpl(wrapper=True)
    def round_notes(
        self, match: MatchState
    ) -> Generator[None, Mapping[str, NoteValue], Mapping[str, NoteValue]]:
        notes = yield
        return {**notes, "number": len(match.rounds) + 1}


def test_round_notes() -> None:
    match = knocked(book_with(Numbered))
    second = match.begin_deal()
    assert second.table.note("number") == 2
    assert Noted("number", 2, DEAL) in second.log
    assert knocked(gin_book()).begin_deal().table.note("number") is None
    check_match(book_with(Numbered, max_deals=2), 1, [AnyLegal])


class ShortHands(Answers):
    @hookimpl(wrapper=True)
    def deal_plan(self, seats: int, dealer: int) -> Generator[None, DealPlan, DealPlan]:
        plan = yield
        return replace(plan, hands=(self.options.points,) * seats)


def test_deal_plan() -> None:
    assert len(dealt(gin_book()).hand(0)) == 10
    assert len(dealt(book_with(ShortHands)).hand(0)) == 7


class LowLimit(Answers):
    @hookimpl(wrapper=True)
    def deal_notes(self, table: Table) -> Generator[None, Mapping[str, NoteValue], Mapping[str, NoteValue]]:
        notes = yield
        top = table.top("discard")
        assert top is not None
        return {**notes, "knock_limit": min(top.rank, 10), "upcard": top}


def test_deal_notes() -> None:
    story = dealt(book_with(LowLimit))
    assert [str(story.note("upcard"))] == story.pile
    assert story.note("knock_limit") == min(story.deal.table.cards("discard")[0].rank, 10)
    assert dealt(gin_book()).note("knock_limit") == 10


class NoKings(Answers):
    @hookimpl
    def refusals(self, table: Table, actions: Sequence[Action]) -> Mapping[Action, Refusal] | None:
        found: dict[Action, Refusal] = {
            action: Refusal("Kings are kept.")
            for action in actions
            if isinstance(action, Discard) and action.card.rank == 13
        }
        return found or None


class NoPile(Answers):
    @hookimpl
    def refusals(self, actions: Sequence[Action]) -> Mapping[Action, Refusal]:
        return {action: Refusal("The pile is lava.") for action in actions if action is TAKE}


def holding_a_king(book: Rulebook) -> Story:
    for seed in range(50):
        story = dealt(book, seed).does("pass", "pass", "draw")
        if any(card.startswith("K") for card in story.hand(0)):
            return story
    raise AssertionError("no hand with a king")


def test_refusals() -> None:
    king = next(words for words in holding_a_king(gin_book()).offered if words.startswith("discard K"))
    story = holding_a_king(book_with(NoKings))
    assert king not in story.offered
    assert story.offered
    story.refuses(king, "Kings are kept.")
    check_deal(book_with(NoKings), 1, [AnyLegal])


class Generous(Answers):
    @hookimpl(wrapper=True)
    def score_deal(self, table: Table, ending: str) -> Generator[None, ScoreSheet, ScoreSheet]:
        sheet = yield
        return replace(sheet, lines=(*sheet.lines, ScoreLine(0, "house", self.options.points)), void=False)


def knocked(book: Rulebook) -> Match:
    """A match of one deal that was played."""
    match = Match(book, 3)
    deal = match.begin_deal()
    while not deal.is_over:
        listed = deal.legal_actions()
        deal.play(next((one for one in listed if str(one).startswith(("knock", "best", "draw"))), listed[0]))
    match.end_deal()
    return match


def test_score_deal() -> None:
    plain, generous = knocked(gin_book()), knocked(book_with(Generous))
    assert generous.totals[0] == plain.totals[0] + 7


class Doubled(Answers):
    @hookimpl(wrapper=True)
    def score_round(
        self, match: MatchState, deals: Sequence[DealResult]
    ) -> Generator[None, RoundResult, RoundResult]:
        result = yield
        return replace(result, points=tuple(2 * points for points in result.points))


def test_score_round() -> None:
    plain, doubled = knocked(book_with(Generous)), knocked(book_with(Generous, Doubled))
    assert doubled.totals == tuple(2 * points for points in plain.totals)
    assert sum(plain.totals) > 0


class TwoColumns(Answers):
    @hookimpl
    def score_columns(self, match: MatchState) -> tuple[Column, ...]:
        return columns_of(match.rounds, len(match.sides), 2, self.options.points)


def test_score_columns() -> None:
    plain, columned = knocked(book_with(Generous)), knocked(book_with(Generous, TwoColumns))
    assert plain.columns == ()
    assert [one.points for one in columned.columns] == [plain.totals, (0, 0)]
    assert columned.totals == plain.totals
    assert columned.columns[0].is_closed


class OneRound(Answers):
    @hookimpl(wrapper=True)
    def score_match(
        self, match: MatchState, stopped: str
    ) -> Generator[None, MatchSheet | NotOver, MatchSheet | NotOver]:
        yield
        points = tuple(0 for _ in match.sides)
        return MatchSheet(points, (), points, -1, "one round is enough")


def test_score_match() -> None:
    assert not knocked(gin_book(target=1000)).is_over
    match = knocked(book_with(OneRound, target=1000))
    assert match.sheet is not None
    assert match.sheet.reason == "one round is enough"


def test_every_hook_has_a_test_here_and_says_when_it_is_asked() -> None:
    hooks = {name: hook for name, hook in vars(RuleSpec).items() if not name.startswith("_")}
    assert [name for name in hooks if f"test_{name}" not in globals()] == []
    assert [name for name, hook in hooks.items() if "Return" not in (hook.__doc__ or "")] == []
    assert set(gin_book().answers()) == set(hooks)


def test_a_hook_that_a_game_must_answer_is_answered_by_gin() -> None:
    answers = gin_book().answers()
    for name in ("steps", "deal_plan", "score_deal", "score_match"):
        assert answers[name] == ["gin"]
    assert answers["pack"] == ["core"]
    assert answers["refusals"] == []


# Who goes first.


class Aces20(Answers):
    @hookimpl
    def card_values(self) -> CardValues:
        return CardValues.by_rank((20, *range(2, 14)))


class Aces30(Answers):
    @hookimpl
    def card_values(self) -> CardValues:
        return CardValues.by_rank((30, *range(2, 14)))


class NoOpinion(Answers):
    @hookimpl
    def card_values(self) -> CardValues | None:
        return None

    @hookimpl
    def refusals(self, table: Table, actions: Sequence[Action]) -> None:
        return None


def ace_of(book: Rulebook) -> int:
    return book.rules.card_values.in_hand[0]


def test_a_house_rule_goes_before_the_game_and_the_game_before_the_core() -> None:
    assert gin_book().answers()["card_values"] == ["gin", "core"]
    assert ace_of(gin_book(ace_deadwood=15)) == 15
    book = book_with(Aces20, ace_deadwood=15)
    assert book.answers()["card_values"] == ["house 0", "gin", "core"]
    assert ace_of(book) == 20


def test_the_house_rule_named_last_goes_first() -> None:
    assert ace_of(book_with(Aces20, Aces30)) == 30
    assert ace_of(book_with(Aces30, Aces20)) == 20


def test_none_is_no_opinion() -> None:
    assert ace_of(book_with(NoOpinion, ace_deadwood=15)) == 15
    assert ace_of(book_with(Aces20, NoOpinion)) == 20


def test_a_wrapper_adjusts_what_a_plain_answer_replaced() -> None:
    assert ace_of(book_with(DearAces, Aces20)) == 7
    assert ace_of(book_with(Aces20, DearAces)) == 7


def test_an_overlay_goes_before_its_base() -> None:
    class Overlay:
        @hookimpl
        def deal_notes(self) -> Mapping[str, NoteValue]:
            return {"knock_limit": 4}

    over = replace(GIN, name="overlay", base=GIN, rules=lambda options: Overlay())
    book = rulebook(over)
    assert book.answers()["deal_notes"] == ["overlay", "gin", "core"]
    assert dealt(book).note("knock_limit") == 4
    assert rulebook(over, house_rules=[house(LowLimit)]).answers()["deal_notes"][0] == "house"


# By the number of players.


def for_two_to_four(**more: Any) -> Variant:
    return replace(GIN, name="for two to four", players=(2, 4), **more)


def test_options_differ_by_the_number_of_players_until_they_are_set() -> None:
    game = for_two_to_four(by_players={4: {"target": 7}}, presets={"default": {}, "far": {"target": 300}})
    assert rulebook(game, players=2).options.target == 100
    assert rulebook(game, players=4).options.target == 7
    assert rulebook(game, players=4, preset="far").options.target == 300
    assert rulebook(game, players=4, options={"target": 100}).options.target == 100


def test_what_so_many_cannot_play_with_is_refused() -> None:
    game = for_two_to_four(unfit=lambda options, players: "three is a crowd" if players == 3 else "")
    assert rulebook(game, players=2)
    with pytest.raises(BadOption, match=r"^three is a crowd$"):
        rulebook(game, players=3)


def test_who_asks_for_no_number_gets_the_least_that_can_play_by_the_options() -> None:
    def unfit(options: Any, players: int) -> str:
        return f"not for {players}" if options.target == 300 and players < 3 else ""

    game = for_two_to_four(
        unfit=unfit, presets={"default": {}, "far": {"target": 300}}, by_players={3: {"gin_bonus": 30}}
    )
    assert rulebook(game).players == 2
    book = rulebook(game, preset="far")
    assert (book.players, book.options.gin_bonus) == (3, 30)
    assert rulebook(game, options={"target": 300}).players == 3
    assert rulebook(game, preset="far", players=4).players == 4
    with pytest.raises(BadOption, match=r"^not for 2$"):
        rulebook(game, preset="far", players=2)
    with pytest.raises(BadOption, match=r"^not for 2$"):
        rulebook(for_two_to_four(unfit=lambda options, players: f"not for {players}"))


def test_an_option_that_a_relative_has_is_refused_with_its_reason() -> None:
    class Fewer(HouseOptions):
        left_out: ClassVar[Mapping[str, str]] = {"depth": "depth is not played here"}

    assert make_options(Fewer, {"points": 3}).points == 3
    with pytest.raises(BadOption, match=r"^depth is not played here$"):
        make_options(Fewer, {"depth": 3})
    with pytest.raises(BadOption, match=r"^no option 'width'$"):
        make_options(Fewer, {"width": 3})


# Refusals.


class AlsoNoKings(Answers):
    @hookimpl
    def refusals(self, table: Table, actions: Sequence[Action]) -> Mapping[Action, Refusal]:
        return {
            action: Refusal("Said last, told first.") for action in actions if isinstance(action, Discard)
        }


def test_every_rule_may_refuse_and_the_reason_of_the_last_named_is_told() -> None:
    story = holding_a_king(book_with(NoKings, AlsoNoKings))
    king = next(card for card in story.hand(0) if card.startswith("K"))
    story.refuses(f"discard {king}", "Said last")
    story = holding_a_king(book_with(AlsoNoKings, NoKings))
    story.refuses(f"discard {king}", "Kings are kept.")


def test_the_step_refuses_before_a_house_rule_is_asked() -> None:
    story = dealt(book_with(AlsoNoKings))
    story.refuses("discard AC", "The upcard comes first")


def test_a_veto_may_ask_for_the_actions_alone() -> None:
    story = dealt(book_with(NoPile))
    story.refuses("take", "lava")
    story.offers_only("pass")
    story.does("pass", "pass", "draw")


def test_what_a_house_rule_refuses_is_not_played() -> None:
    deal = dealt(book_with(NoPile)).deal
    before, log = deal.table.copy(), list(deal.log)
    with pytest.raises(IllegalAction, match="lava"):
        deal.play(TAKE)
    assert (deal.table, deal.log) == (before, log)
    assert deal.why_illegal(DRAW) is not None


class WrapsRefusals(Answers):
    @hookimpl(wrapper=True)
    def refusals(self, table: Table, actions: Sequence[Action]) -> Generator[None, object, object]:
        return (yield)


def test_refusals_cannot_be_wrapped() -> None:
    with pytest.raises(BadRules, match="house 0 wraps refusals"):
        _ = book_with(WrapsRefusals).rules


def test_nobody_refusing_costs_nothing() -> None:
    assert gin_book().rules.vetoes == ()
    assert len(book_with(NoKings, NoPile).rules.vetoes) == 2


def test_a_game_with_house_rules_conforms() -> None:
    book = book_with(NoPile, NoKings, LowLimit, Generous, max_deals=2)
    check_match(book, 1, [AnyLegal], closely=0.1)


# What does not go together.


class Misspelt(Answers):
    @hookimpl
    def score_dael(self, table: Table, ending: str) -> ScoreSheet:
        return ScoreSheet(ending)


class WrongArgument(Answers):
    @hookimpl
    def score_deal(self, tabel: Table, ending: str) -> ScoreSheet:
        return ScoreSheet(ending)


@pytest.mark.parametrize(("rules", "told"), [(Misspelt, "score_dael"), (WrongArgument, "tabel")])
def test_a_hook_that_does_not_exist_is_caught(rules: type, told: str) -> None:
    with pytest.raises(pluggy.PluginValidationError, match=told):
        book_with(rules)


def test_a_house_rule_needs_the_notions_it_names() -> None:
    with pytest.raises(BadRules, match="house rule house needs a wild card, which gin has not"):
        rulebook(GIN, house_rules=[house(Aces20, needs=frozenset({"knock", "a wild card"}))])
    rulebook(GIN, house_rules=[house(Aces20, needs=frozenset({"knock"}))])


def test_house_rules_that_contradict_each_other_are_refused_together() -> None:
    against = house(Aces20, "one", conflicts=frozenset({"two"}))
    for pair in ([against, house(Aces30, "two")], [house(Aces30, "two"), against]):
        with pytest.raises(BadRules, match="one and two contradict each other"):
            rulebook(GIN, house_rules=pair)
    with pytest.raises(BadRules, match="named twice"):
        rulebook(GIN, house_rules=[house(Aces20), house(Aces30)])


def test_a_house_rule_sets_options_that_a_player_may_still_name() -> None:
    rule = house(NoOpinion, sets={"gin_bonus": 25, "undercut_bonus": 25})
    book = rulebook(GIN, preset="straight", house_rules=[rule], options={"undercut_bonus": 3})
    options = book.options.model_dump()
    assert (options["knock_limit"], options["gin_bonus"], options["undercut_bonus"]) == (0, 25, 3)


def test_a_house_rule_has_options_of_its_own() -> None:
    rule = house(DearAces)
    assert ace_of(rulebook(GIN, house_rules=[(rule, {"points": "12"})])) == 12
    with pytest.raises(BadOption, match="points"):
        rulebook(GIN, house_rules=[(rule, {"points": 1000})])
    with pytest.raises(BadOption, match="no option 'pints'"):
        rulebook(GIN, house_rules=[(rule, {"pints": 1})])


class NoOpinionOfOptions(Options):
    """Options of a house rule that a game may have options for."""

    points: int = option(25, "points", "these tests", ge=0, le=1000)


def as_bonus(options: NoOpinionOfOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where the game has a bonus for gin, that is it."""
    return ByOptions({"gin_bonus": options.points}) if "gin_bonus" in model.model_fields else None


def by_bonus(name: str = "dear gin", **more: Any) -> HouseRule:
    """A house rule that Gin has an option for."""
    return HouseRule(
        name, "Dear gin", NoOpinionOfOptions, Aces30, lambda options: [], by_options=as_bonus, **more
    )


def test_where_a_game_has_the_option_it_is_set_and_no_hook_answers() -> None:
    book = rulebook(GIN, preset="gin25", house_rules=[(by_bonus(), {"points": 40})])
    assert book.options.model_dump()["gin_bonus"] == 40
    assert all("dear gin" not in names for names in book.answers().values())
    assert ace_of(book) == 1
    other = rulebook(RUMMY, house_rules=[by_bonus()])
    assert "dear gin" in other.answers()["card_values"]


def test_the_notions_that_hooks_need_are_not_asked_for_where_options_say_it() -> None:
    rulebook(GIN, house_rules=[by_bonus(needs=frozenset({"a wild card"}))])
    with pytest.raises(BadRules, match="needs a wild card, which rummy has not"):
        rulebook(RUMMY, house_rules=[by_bonus(needs=frozenset({"a wild card"}))])


def test_options_may_leave_something_to_the_hooks() -> None:
    both = replace(by_bonus(), by_options=lambda options, model: ByOptions({"gin_bonus": 30}, hooks=True))
    book = rulebook(GIN, house_rules=[both])
    assert (book.options.model_dump()["gin_bonus"], ace_of(book)) == (30, 30)


def test_nobody_sets_otherwise_the_option_that_a_house_rule_is() -> None:
    rulebook(GIN, house_rules=[by_bonus()], options={"gin_bonus": "25"})
    with pytest.raises(
        BadRules, match=r"gin_bonus = 20 contradicts house rule dear gin, which is gin_bonus = 25 in gin$"
    ):
        rulebook(GIN, house_rules=[by_bonus()], options={"gin_bonus": 20})


def test_two_house_rules_that_set_one_option_otherwise_are_refused() -> None:
    told = "house rules dear gin and {} contradict each other: gin_bonus is 25 by the one, 30 by the other"
    with pytest.raises(BadRules, match=told.format("dearer")):
        rulebook(GIN, house_rules=[by_bonus(), (by_bonus("dearer"), {"points": 30})])
    with pytest.raises(BadRules, match=told.format("house")):
        rulebook(GIN, house_rules=[by_bonus(), house(Aces20, sets={"gin_bonus": 30})])
    rulebook(GIN, house_rules=[by_bonus(), by_bonus("as dear")])


class AsBefore(Answers):
    @hookimpl(wrapper=True)
    def card_values(self) -> Generator[None, CardValues, CardValues]:
        return (yield)


def test_a_house_rule_that_changes_nothing_is_refused() -> None:
    for rules in (AsBefore, lambda options: object()):
        for pair in ([house(rules)], [house(rules), house(Aces20, "other")]):
            with pytest.raises(BadRules, match="house rule house changes nothing in gin"):
                rulebook(GIN, house_rules=pair)
    rulebook(GIN, house_rules=[house(AsBefore, sets={"gin_bonus": 25})])


def test_one_that_another_goes_before_is_a_change_all_the_same() -> None:
    rulebook(GIN, house_rules=[house(Aces20), house(Aces30, "other")])


def test_a_house_rule_of_options_that_a_game_has_not_is_refused() -> None:
    with pytest.raises(BadRules, match="house rule house sets gin_bonus, which rummy has not"):
        rulebook(RUMMY, house_rules=[house(Aces20, sets={"gin_bonus": 25})])
    needy = house(Aces20, sets={"gin_bonus": 25}, needs=frozenset({"knock"}))
    with pytest.raises(BadRules, match="house rule house needs knock, which rummy has not"):
        rulebook(RUMMY, house_rules=[needy])


def test_what_a_house_rule_needs_another_may_bring_in_any_order() -> None:
    class Jokers(Answers):
        @hookimpl(wrapper=True)
        def meld_rules(self) -> Generator[None, MeldRules, MeldRules]:
            rules = yield
            return replace(rules, wilds=(0,))

    jokers, wild = house(Jokers, "jokers"), house(Aces20, "wild", needs=frozenset({WILD_CARDS}))
    with pytest.raises(BadRules, match="house rule wild needs wild cards, which gin has not"):
        rulebook(GIN, house_rules=[wild])
    for pair in ([jokers, wild], [wild, jokers]):
        assert rulebook(GIN, house_rules=pair).hooks.meld_rules().wilds == (0,)


class AsksForAKnock(Answers):
    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        steps = yield
        knocks = [step for step in steps if isinstance(step, KnockStep)]
        return tuple(replace(step, same_card=True) if step is knocks[0] else step for step in steps)


def test_no_hook_is_asked_in_a_game_that_has_not_what_it_needs() -> None:
    knock = house(AsksForAKnock, "knock", needs=frozenset({KNOCK}))
    melds = house(Aces20, "melds", needs=frozenset({MELDS_ON_TABLE}))
    for game, told in ((RUMMY, "house rule knock needs knock"), (GIN, "house rule melds needs melds")):
        for pair in ([knock, melds], [melds, knock]):
            with pytest.raises(BadRules, match=told):
                rulebook(game, house_rules=pair)


class WildCorner(Answers):
    @hookimpl(wrapper=True)
    def meld_rules(self) -> Generator[None, MeldRules, MeldRules]:
        rules = yield
        return replace(rules, wilds=(0,), ace=Ace.AROUND)


def test_rules_that_cannot_be_are_refused_and_never_a_fault() -> None:
    with pytest.raises(BadRules, match="house rule house cannot be played so in gin: runs round the corner"):
        rulebook(GIN, house_rules=[house(WildCorner)])
    needy = house(Aces20, "needy", needs=frozenset({WILD_CARDS}))
    with pytest.raises(BadRules, match="house rule house and needy cannot be played so in gin"):
        rulebook(GIN, house_rules=[house(WildCorner), needy])


def test_the_same_choices_give_the_same_rulebook() -> None:
    rule = house(Aces20)
    assert rulebook(GIN, house_rules=[rule]) is rulebook(GIN, house_rules=[(rule, {"points": 7})])
    assert rulebook(GIN) is rulebook(GIN, options={"gin_bonus": 20})
    assert rulebook(GIN) is not rulebook(GIN, options={"gin_bonus": 21})
