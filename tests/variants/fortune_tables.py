"""Fortune Rummy and Arlington laid out for their tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rummy_core.events import NoteValue
from rummy_core.refills import REFILL_PLAYS, REFILLS, REFILLS_IDLE
from rummy_core.rulebook import Rulebook, Variant, rulebook
from rummy_variants.arlington import ARLINGTON
from rummy_variants.fortune import FORTUNE
from tests.story import Story, laid_out

Melds = Sequence[tuple[int, str]]


class Tables:
    """Positions of one game; seat 0 acts, seat 1 holds what is of no use where nothing is said."""

    def __init__(self, game: Variant) -> None:
        self.game = game

    def book(self, players: int = 2, preset: str | None = None, **options: object) -> Rulebook:
        """The game with these options."""
        return rulebook(self.game, preset=preset, options=options, players=players)

    def drawing(
        self, hand: str, pile: str, *, melds: Melds = (), stock: str = "", other: str = "3C", **options: Any
    ) -> Story:
        """Seat 0 must draw, or take the pile, whose top is named last."""
        book = self.book(**options)
        hands = (hand, *(other,) * (book.players - 1)) if book.players == 2 else (hand,)
        return laid_out(
            book,
            hands=hands,
            pile=pile,
            melds=melds,
            stock=stock,
            step="draw",
            seat=0,
            dealer=book.players - 1,
        )

    def playing(
        self,
        hand: str,
        *,
        melds: Melds = (),
        pile: str = "9D",
        stock: str = "",
        other: str = "3C",
        turn: int = 9,
        **options: Any,
    ) -> Story:
        """Seat 0 has drawn."""
        book = self.book(**options)
        return laid_out(
            book,
            hands=(hand, other),
            pile=pile,
            melds=melds,
            stock=stock,
            step="play",
            seat=0,
            dealer=1,
            turn=turn,
        )

    def with_last_stock_card(
        self, hand: str, pile: str, *, card: str = "KD", refills: int = 0, plays: int = 0, **options: Any
    ) -> Story:
        """The stock has one card; so many refills were made since ``plays`` cards had been laid.

        Seat 1 holds all the rest.
        """
        book = self.book(**options)
        named = Counter(f"{hand} {pile} {card}".split())
        left = Counter(one.text for one in book.pack(2).cards) - named
        notes: dict[str, NoteValue] = {REFILLS: refills, REFILLS_IDLE: refills, REFILL_PLAYS: plays}
        return laid_out(
            book,
            hands=(hand, " ".join(left.elements())),
            pile=pile,
            stock=card,
            stock_left=1 if card else 0,
            step="draw",
            seat=0,
            dealer=1,
            deal_notes=notes if refills else None,
        )

    def worth(self, meld: str, **options: Any) -> int:
        """What a meld counts: seat 0 lays it, throws a card and is out."""
        cards = " ".join(word.split("=")[0] for word in meld.split())
        story = self.playing(f"{cards} 6S", pile="6S", **options)
        return story.does(f"meld {meld}", "discard 6S").sheet.points(0) - self.going_out

    def left(self, hand: str, **options: Any) -> int:
        """What a hand counts that is left when another goes out."""
        return self.playing("9D", pile="9D", other=hand, **options).does("discard 9D").points(1)

    @property
    def going_out(self) -> int:
        """The points for going out."""
        return 100 if self.game is ARLINGTON else 0


fortune = Tables(FORTUNE)
arlington = Tables(ARLINGTON)
