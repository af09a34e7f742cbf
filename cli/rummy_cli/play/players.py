"""Who plays: a person or a bot on each seat, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rummy_cli.choosing import chosen_bot
from rummy_cli.errors import CommandError
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_core.catalogue import Bot
    from rummy_core.deal import Deal
    from rummy_core.match import Match

# The best first: each of them moves within a tenth of a second.
BEST_BOTS: Final = ("greedy", "simple", "random")
LONGEST_NAME: Final = 24


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the match: the name as given, and the bot, empty for a person."""

    name: str
    bot: str = ""

    @property
    def shown(self) -> str:
        """The name, fit to show."""
        return safe(self.name, LONGEST_NAME)


def best_bot() -> str:
    """Return the name of the best bot that is installed and whole."""
    for name in BEST_BOTS[:-1]:
        try:
            chosen_bot(name)
        except CommandError:
            continue
        return name
    return BEST_BOTS[-1]


def seat_players(
    count: int,
    *,
    bots: str | None = None,
    seat: int | None = None,
    auto: bool = False,
    hotseat: bool = False,
    names: str | None = None,
) -> tuple[Player, ...]:
    """Return who plays a match of ``count`` players.

    A person sits on ``seat``, or with ``hotseat`` on every seat that no named
    bot fills; ``bots`` fill the others in order, the last one repeated.

    Raises:
        CommandError: for a seat, bot or name that cannot be.
    """
    asked = [name.strip() for name in bots.split(",")] if bots is not None else []
    for name in asked:
        chosen_bot(name)
    if auto and (hotseat or seat is not None):
        raise CommandError("--auto is played by bots alone; leave out --seat and --hotseat")
    if hotseat and seat is not None:
        raise CommandError("--hotseat seats a person on every free seat; leave out --seat")
    if seat is not None and not 0 <= seat < count:
        raise CommandError(f"there is no seat {seat}; the seats are 0 to {count - 1}")
    if auto:
        people: set[int] = set()
    elif hotseat:
        people = set(range(count - len(asked)))
    else:
        people = {seat or 0}
    free = count - len(people)
    if len(asked) > free or (hotseat and not people):
        raise CommandError(f"{len(asked)} bots are named for {free if people else count} free seats")
    kinds = asked or [best_bot()]
    seated: list[str] = []
    for one in range(count):
        bots_before = sum(bool(bot) for bot in seated)
        seated.append("" if one in people else kinds[min(bots_before, len(kinds) - 1)])
    return named(seated, [name.strip() for name in names.split(",")] if names else ())


def named(bots: Sequence[str], names: Sequence[str]) -> tuple[Player, ...]:
    """Return the players with the ``names`` given, and usual ones where there is none.

    Raises:
        CommandError: for too many names, one that is too long, or two alike.
    """
    if len(names) > len(bots):
        raise CommandError(f"{len(names)} names are given for {len(bots)} players")
    for name in names:
        if len(name) > LONGEST_NAME:
            raise CommandError(f"the name '{safe(name, 60)}' is longer than {LONGEST_NAME} characters")
    usual = _usual_names(bots)
    chosen = [names[one] if one < len(names) and names[one] else usual[one] for one in range(len(bots))]
    if len({safe(name).casefold() for name in chosen}) < len(chosen):
        raise CommandError("two players have one name")
    return tuple(Player(name, bot) for name, bot in zip(chosen, bots, strict=True))


def _usual_names(bots: Sequence[str]) -> list[str]:
    people = [one for one, bot in enumerate(bots) if not bot]
    computers = [one for one, bot in enumerate(bots) if bot]
    found = dict.fromkeys(range(len(bots)), "")
    for group, word in ((people, "Player"), (computers, "Computer")):
        for number, one in enumerate(group, 1):
            found[one] = word if len(group) == 1 else f"{word} {number}"
    return list(found.values())


def bots_of_deal(match: Match, players: Sequence[Player]) -> dict[int, Bot]:
    """Return a bot for each seat of the deal in play that no person sits on.

    Each deal has its own, seeded by its number, so that a match that was
    resumed goes on as it would have.
    """
    number = match.deals_played + 1
    return {
        seat: chosen_bot(players[player].bot)(f"{match.seed}/{number}/{seat}")
        for seat, player in enumerate(match.seating.players)
        if players[player].bot
    }


def catch_up(bots: Mapping[int, Bot], deal: Deal) -> None:
    """Let ``bots`` choose again at their past decisions of ``deal``, for the sake of their chance."""
    from rummy_core.actions import Decision
    from rummy_core.deal import Deal

    chance = deal.chance.copy()
    chance.shuffles = 0
    layout = deal.table.layout
    past = Deal.begin(deal.book, chance, seats=layout.seats, dealer=layout.dealer)
    decisions: Iterable[Decision] = [entry for entry in deal.log if isinstance(entry, Decision)]
    for decision in decisions:
        if decision.seat in bots:
            bots[decision.seat].choose(past.view(decision.seat), past.legal_actions())
        past.play(decision.action)
