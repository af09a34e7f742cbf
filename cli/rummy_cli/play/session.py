"""A match as it is played: deal after deal, each decision shown, asked for and saved."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final

from rummy_cli.errors import sentence
from rummy_cli.play.asides import Ending, answer_aside, rules_lines
from rummy_cli.play.bot_moves import bot_move
from rummy_cli.play.choices import least_left, points_left, remarks
from rummy_cli.play.hand_order import MELDS
from rummy_cli.play.match_told import (
    deal_title,
    match_line,
    round_sheet,
    score_lines,
    seated_names,
    side_names,
)
from rummy_cli.play.melds_told import deadwood_of
from rummy_cli.play.players import Player, bots_of_deal, catch_up
from rummy_cli.play.saving import Save, closing_lines
from rummy_cli.play.saying_again import (
    hand_lines,
    need_lines,
    standing_lines,
    styled,
    swap_lines,
    upcard_lines,
)
from rummy_cli.play.scene import Line, Row, Scene, Screen, match_words
from rummy_cli.play.score_screens import deal_result, deal_sheet, match_sheet
from rummy_cli.play.stopping import Stopping
from rummy_cli.play.telling import Teller, Told
from rummy_cli.play.typed import read_typed, yes_or_no
from rummy_cli.play.typed_found import Aside, Unclear
from rummy_core.actions import LAY_BEST, Action, Decision, Done, GoOut, Knock
from rummy_core.cards import mask_of
from rummy_core.catalogue import Bot
from rummy_core.deal import Deal, LogEntry, entries_for
from rummy_core.match import Match
from rummy_core.records import RESIGN, UNDO, deal_lines, log_lines, match_lines
from rummy_core.scoring import Seating

THINKING_AFTER: Final = 0.5
_QUIT: Final = ("q", "quit", "exit")
_AT_THE_PAUSE: Final = (
    "  score: the score, deal by deal",
    "  log: all that happened in this deal",
    "  rules: the rules as they are played here",
    "  help (?): this list",
)


class Session:
    """One match between people and bots, on one screen, with its record.

    ``match`` has its first deal begun and written down. ``opening`` is said at
    the first prompt.
    """

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        save: Save,
        screen: Screen,
        stopping: Stopping,
        opening: Sequence[str] = (),
    ) -> None:
        self.match = match
        self.players = players
        self.save = save
        self.screen = screen
        self.order = MELDS
        self.said: list[str] = []
        """What was said last, for ``repeat``."""
        self._stopping = stopping
        self._opening = list(opening)
        self._bots: dict[int, Bot] = {}
        self._told: dict[int, int] = {}  # by seat of a person: how much of the log it was told
        self._looking = -1  # the player whose hand was last on the screen
        self._sheets: list[Line] = []  # of deals that have ended and are yet to be shown
        self._shown: tuple[Deal, Teller] | None = None  # the deal that ``log`` tells at the pause
        self._messages: list[str] = []

    def run(self) -> None:
        """Play the match to its end.

        Raises:
            EOFError, Stopped: where input ends or a signal comes; all is saved.
            Ending: where the person quits.
        """
        deal = self.match.deal
        if deal is not None:
            self._seat_bots()
            catch_up(self._bots, deal)
            self._told = dict.fromkeys(self._people, 0)
            self._skip_to_last(deal)
        self.warn(self.save.warning)
        while not self.match.is_over:
            if deal is None:
                deal = self.match.begin_deal()
                self.warn(self.save.append(deal_lines(self.match, deal)))
                self._seat_bots()
                self._told = dict.fromkeys(self._people, 0)
            self._play(deal)
            deal = None
        self.screen.leave()
        self._show_match()

    # One deal.

    @property
    def _people(self) -> list[int]:
        """The seats of the deal in play on which people sit."""
        return self._people_of(self.match.seating)

    def _people_of(self, seating: Seating) -> list[int]:
        return [seat for seat, player in enumerate(seating.players) if not self.players[player].bot]

    def _seat_bots(self) -> None:
        self._bots = bots_of_deal(self.match, self.players)
        self._greeted: set[int] = set()

    def _skip_to_last(self, deal: Deal) -> None:
        """Tell after a resume only what happened since the person's last decision."""
        for seat in self._people:
            for place, entry in enumerate(deal.log):
                if isinstance(entry, Decision) and entry.seat == seat:
                    self._told[seat] = place

    def _play(self, deal: Deal) -> None:
        title, seating = deal_title(self.match), self.match.seating
        while not deal.is_over and not self.match.is_over:
            if deal.seat in self._bots:
                self._decide(deal, self._bot_chooses(deal))
            else:
                self._ask(deal)
        if deal.is_over:
            self._deal_over(deal, title, seating)

    def _decide(self, deal: Deal, action: Action) -> None:
        """Play a decision and put it on disk, with all that it caused."""
        before = len(deal.log)
        deal.play(action)
        lines = log_lines(deal.log[before:], deal.table.layout.everyone)
        if deal.is_over:
            self.match.end_deal()
            lines += closing_lines(self.match)
        self.warn(self.save.append(lines))

    def _bot_chooses(self, deal: Deal) -> Action:
        player = self.players[self.match.seating.players[deal.seat]]
        waiting = threading.Timer(THINKING_AFTER, self.screen.say, [f"{player.shown} is thinking ..."])
        waiting.daemon = True
        waiting.start()
        try:
            return bot_move(self._bots[deal.seat], player.bot, deal, self._stopping)
        finally:
            waiting.cancel()

    # A person's turn.

    def _ask(self, deal: Deal) -> None:
        """Ask the person who must act until something has been done."""
        seat = deal.seat
        player = self.match.seating.players[seat]
        if self._looker < 0 and self._looking != player:
            self._hand_over(player)
        self._looking = player
        scene = self._scene(deal, seat)
        while True:
            scene.order = self.order
            messages, self._messages = self._messages, []
            said = [*scene.opening, *scene.start, *(told.sentence for told in scene.news), *messages]
            self.said = said or self.said
            line = self.screen.prompt(scene, messages)
            self._told[seat] = len(deal.log)
            scene.news, scene.opening, scene.start = [], (), ()
            typed = read_typed(line, scene.view, scene.actions, scene.cards)
            if isinstance(typed, Unclear):
                self._messages += [typed.message] if typed.message else []
            elif isinstance(typed, Aside):
                if answer_aside(self, deal, scene, typed):
                    return
            elif self._try(deal, scene, typed.action):
                return

    def _try(self, deal: Deal, scene: Scene, action: Action) -> bool:
        """Play a move if it is legal and meant; return whether it was played."""
        action = deal.by_face(action)
        refusal = deal.why_illegal(action)
        if refusal is not None:
            self.reply([styled(str(refusal), scene.cards)])
            return False
        question = _question(scene, action)
        if question and not self.sure(question, scene):
            self.reply(["Nothing was laid; your turn goes on."])
            return False
        self._decide(deal, action)
        return True

    def sure(self, question: str, scene: Scene) -> bool:
        """Ask back at the table of ``scene`` until the answer is yes or no."""
        lines: list[str] = []
        while True:
            answer = yes_or_no(self.screen.question(lines, f"{question} Yes or no?", scene))
            if answer is not None:
                return answer
            lines = ["Say yes or no."]

    def _hand_over(self, player: int) -> None:
        """Cover the hand of one person until the next one is there."""
        self.screen.cover()
        name = self.players[player].shown
        lines = [f"{name} is next; the hand is covered."]
        while True:
            answer = self.screen.question(lines, f"{name}, type ready when you alone look").strip().lower()
            if answer and "ready".startswith(answer):
                return
            lines = ["The hand stays covered until you type ready."]

    # What is shown and said.

    def reply(self, lines: Sequence[str]) -> None:
        """Say ``lines`` before the next prompt."""
        self._messages += lines

    def warn(self, warning: str) -> None:
        """Say where saving stops or works again, before the next prompt."""
        if warning:
            self._messages.append(sentence(f"{warning}; play goes on" if self.save.warning else warning))

    def teller(self, seat: int, players: Sequence[int]) -> Teller:
        """The teller of a deal of ``players`` for the person on ``seat``."""
        names = [self.players[player].shown for player in players]
        return Teller(names, seat, self.screen.cards, deadwood_of(self.match.book.rules))

    def _scene(self, deal: Deal, seat: int) -> Scene:
        teller = self.teller(seat, self.match.seating.players)
        entries = deal.events_for(seat)
        last = {one.seat: one.predicate for one in teller.tell(entries) if one.predicate}
        scene = Scene(
            deal.view(seat),
            deal.legal_actions(),
            teller,
            match_line(self.match, self.players, self.match.seating.players[seat]),
            teller.tell(entries, self._told[seat]),
            last,
            can_undo=deal.why_no_undo(seat) is None,
        )
        scene.news += [Told(seat, one) for one in remarks(scene.view, scene.actions, scene.cards)]
        scene.news += [Told(seat, one, on_table=True) for one in [*need_lines(scene), *swap_lines(scene)]]
        scene.opening, self._opening = self._opening, []
        if seat not in self._greeted:
            self._greeted.add(seat)
            scene.start = [f"{match_words(scene.match)}.".replace(" · ", ", ")]
            if len(self.match.seating.players) < self.match.book.players:
                scene.start.append(f"You play against {self._others(seat)}.")
            scene.start += [
                *upcard_lines(scene.view, scene.cards),
                *standing_lines(scene),
                *hand_lines(scene),
            ]
        return scene

    def _others(self, seat: int) -> str:
        players = self.match.seating.players
        return " and ".join(self.players[one].shown for place, one in enumerate(players) if place != seat)

    def log(self, deal: Deal, teller: Teller) -> list[str]:
        """All that has happened in a deal, as ``teller`` tells it to his seat."""
        told = teller.tell(self._seen(deal, teller.me))
        return [one.sentence for one in told] or ["Nothing has been done yet in this deal."]

    def _seen(self, deal: Deal, seat: int) -> list[LogEntry]:
        """The log as ``seat`` saw it; what all saw for seat -1, where several people look."""
        entries = deal.log
        for one in range(deal.table.layout.seats) if seat < 0 else (seat,):
            entries = entries_for(entries, one)
        return entries

    @property
    def _looker(self) -> int:
        """The player who is told what concerns all: the only person, or -1 where several look."""
        people = [one for one, player in enumerate(self.players) if not player.bot]
        return people[0] if len(people) == 1 else -1

    def _deal_over(self, deal: Deal, title: str, seating: Seating) -> None:
        """Show a deal that has ended, once no other of its round is played unseen before the next prompt."""
        match = self.match
        people = self._people_of(seating)
        if people:
            self._sheets += self._sheet(deal, title, seating, alone=len(match.seatings) == 1)
        if match.round_in_play and not self._people_of(match.seating):
            return
        if match.round_in_play and not people:
            self.reply([deal_result(title, deal.sheet, seated_names(seating, self.players))])
            return
        page, self._sheets = self._sheets, []
        if not match.round_in_play:
            page += round_sheet(match, self.players, self._looker, title)
        self.screen.page(page)
        self._looking = -1
        if self._shown is None:
            self._shown = deal, self.teller(-1, seating.players)
        self._pause(*self._shown, last=match.is_over)
        self._shown = None

    def _sheet(self, deal: Deal, title: str, seating: Seating, *, alone: bool) -> list[Line]:
        """What happened at a table where people sit since they last acted, and its sheet."""
        seats, looker = seating.players, self._looker
        seat = seats.index(looker) if looker in seats else -1
        teller = self.teller(seat, seats)
        self._shown = deal, teller
        # Where several people look, one of them has been told least.
        one = seat if seat >= 0 else min(self._told, key=self._told.__getitem__)
        told = teller.tell(self._seen(deal, seat), self._told[one])
        before: list[Line] = [
            Row("", "", "", sentence.sentence) if sentence.on_table else sentence.sentence
            for sentence in told
        ]
        names = [" and ".join(teller.called(one) for one in side) for side in deal.table.layout.sides]
        return [*before, "", *deal_sheet(title, deal.view(one), teller, deal.sheet, names, alone=alone)]

    def _pause(self, deal: Deal, teller: Teller, *, last: bool) -> None:
        """Wait until the sheet has been read."""
        lines, self._messages = self._messages, []
        ask = "Enter shows how the match ended; score and log look back"
        if not last:
            ask = "Enter deals the next cards; score and log look back; quit stops here"
        while True:
            try:
                line = self.screen.question(lines, ask).strip().lower()
            except EOFError:
                if last:
                    return
                raise
            if not line or (last and line in _QUIT):
                return
            if line in _QUIT:
                raise Ending
            if "score".startswith(line):
                lines = score_lines(self.match, self.players, self._looker)
            elif "log".startswith(line):
                lines = self.log(deal, teller)
            elif "rules".startswith(line):
                lines = rules_lines(self.match.book)
            elif line == "?" or "help".startswith(line):
                then = "see how the match ended" if last else "deal the next cards"
                lines = ["Here you may type:", f"  Enter: {then}", *_AT_THE_PAUSE]
                lines += [] if last else ["  quit (q): stop here; you are told how to go on"]
            else:
                lines = [
                    "Only Enter, score, log, rules, help or quit here:"
                    " all other words wait for the next deal."
                ]

    def _show_match(self) -> None:
        sheet = self.match.sheet
        assert sheet is not None
        sides = side_names(self.match, self.players, self._looker)
        mine = next((side for side, players in enumerate(self.match.sides) if self._looker in players), -1)
        self.screen.page([*self._messages, *match_sheet(sheet, sides, mine), f"Seed: {self.match.seed}."])

    # What an aside may change.

    def take_back(self, deal: Deal, seat: int) -> str:
        """Take the last decision of ``seat`` back; return why that cannot be, or nothing."""
        refusal = deal.why_no_undo(seat)
        if refusal is not None:
            return str(refusal)
        deal.undo()
        self.warn(self.save.append([f"{seat} {UNDO}"]))
        self._told[seat] = min(self._told[seat], len(deal.log))
        return ""

    def resign(self, seat: int) -> None:
        """Give the match up for the side of ``seat``."""
        player = self.match.seating.players[seat]
        side = next(number for number, players in enumerate(self.match.sides) if player in players)
        self.match.resign(side)
        assert self.match.sheet is not None
        self.warn(self.save.append([f"{side} {RESIGN}", *match_lines(self.match.sheet)]))


def _question(scene: Scene, action: Action) -> str:
    """What is asked back before a hand is spread, or points are given away; else nothing."""
    if isinstance(action, GoOut):
        return "Go out with every card melded, big gin?"
    if isinstance(action, Done) and LAY_BEST in scene.actions:
        left, best = points_left(scene.view), least_left(scene.view, scene.actions)
        return f"That leaves {left}; best leaves {best}. Be done all the same?" if best < left else ""
    if not isinstance(action, Knock):
        return ""
    assert action.card is not None
    arranger = scene.view.rules.arranger
    rest = scene.view.hand_mask ^ action.card.bit
    if action.melds is None:
        left = arranger.deadwood(rest)
    else:
        left = arranger.points(rest & ~mask_of([card for meld in action.melds for card in meld]))
    down = scene.cards.the(action.card)
    return f"Knock with {left} deadwood, {down} face down?" if left else f"Go gin, {down} face down?"
