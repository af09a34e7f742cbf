"""Before the first card: which game, an unfinished match, and what the first screen says."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_cli.errors import CommandError, nearest, sentence
from rummy_cli.installed_games import installed_games
from rummy_cli.play.saving import Resumed, resume, unfinished
from rummy_cli.play.scene import Screen
from rummy_cli.play.typed import yes_or_no
from rummy_cli.safe_text import safe
from rummy_core.knocking import KnockStep
from rummy_core.melds import RANK_NAMES
from rummy_core.rulebook import Rulebook, Variant


def first_lines(book: Rulebook) -> list[str]:
    """Return three lines: what is collected, how it is won, and what can be typed."""
    rules = book.rules.meld_rules
    sets = f"{rules.min_set} or {rules.max_set}" if rules.max_set else f"{rules.min_set} or more"
    target = getattr(book.options, "target", None)
    first = f"; first to {target} wins" if target else ""
    lines = [f"Aim: sets ({sets} of a rank) and runs ({rules.min_run} or more in suit){first}."]
    if rules.wilds:
        wild = " and ".join(f"{RANK_NAMES[rank]}s" for rank in sorted(rules.wilds, reverse=True))
        lines.append(f"Wild, for any card: {wild}. What one stands for is shown beside it, as in 2♣=8♥.")
    if any(isinstance(step, KnockStep) for step in book.rules.steps.values()):
        # A game without such an option sets the limit anew for each deal.
        limit = getattr(book.options, "knock_limit", None)
        within = "no more than the limit of the deal" if limit is None else f"{limit} or less"
        knock = f"Knock when what is left, your deadwood, counts {within}; none at all is gin."
        only = "Go gin: spread your hand when nothing, no deadwood, is left of it."
        lines.append(only if limit == 0 else knock)
    else:
        lines.append("Type the key or word of a move, h for a hint; ? lists all that can be typed.")
        return lines
    lines.append("Type d to draw, t to take, x and a card to discard, h for a hint; ? lists all.")
    return lines


def ask_game(screen: Screen) -> str:
    """List the games and return the one that is chosen."""
    games, faults = installed_games()
    lines = ["The games:"]
    for game in games:
        also = f", also called {game.also}" if game.aliases else ""
        lines.append(f"  {safe(game.typed)}: {safe(game.variant.title)}{also}")
    lines += [f"  cannot be played: {fault}" for fault in faults]
    names = sorted({name for game in games for name in (game.typed, *game.aliases)})
    while True:
        word = screen.question(lines, "Which game?").strip()
        begun = [name for name in names if word and name.startswith(word.lower())]
        if word.lower() in names:
            return word.lower()
        if len(begun) == 1:
            return begun[0]
        if begun:
            lines = [f"'{safe(word)}' could be {', '.join(map(safe, begun))}."]
        elif word:
            lines = [sentence(f"there is no game '{safe(word)}'{nearest(word, names)}")]
        else:
            lines = ["Write the name of a game, or quit with Ctrl-D."]


def offer_unfinished(
    screen: Screen, variant: str | None, local: tuple[Variant, str] | None
) -> Resumed | None:
    """Offer the newest unfinished match that can go on; return it where it is taken up."""
    for path, header in unfinished(variant):
        if (header.file is None) != (local is None):
            continue
        try:
            found = resume(path, local)
        except CommandError:
            continue  # played in another window, or no longer playable here
        try:
            if _wanted(screen, found):
                return found
        except BaseException:
            found.save.close()
            raise
        found.save.close()
        return None
    return None


def _wanted(screen: Screen, found: Resumed) -> bool:
    match = found.match
    names = [safe(name, 24) for name in found.header.seats]
    score = ", ".join(
        f"{' and '.join(names[one] if one < len(names) else str(one) for one in side)} {points}"
        for side, points in zip(match.sides, match.totals, strict=True)
    )
    title = safe(match.book.variant.title)
    lines = [
        f"A match of {title} is not finished: deal {match.deals_played + 1}, {score}.",
        "If you begin a new one, this one stays as it is.",
    ]
    while True:
        answer = yes_or_no(screen.question(lines, "Go on with it? Yes or no?"))
        if answer is not None:
            return answer
        lines = ["Say yes or no."]


def newest_unfinished(variant: str | None, local: tuple[Variant, str] | None) -> Resumed:
    """Take up the newest unfinished match of a game, or of any.

    Raises:
        CommandError: if there is none that can go on.
    """
    trouble = ""
    for path, header in unfinished(variant):
        if (header.file is None) != (local is None):
            continue
        try:
            return resume(path, local)
        except CommandError as error:
            trouble = trouble or error.message
    of = f" of {safe(variant)}" if variant else ""
    raise CommandError(trouble or f"there is no unfinished match{of}")


def resumed_lines(found: Resumed) -> Sequence[str]:
    """What is said when a match goes on."""
    return ["The match goes on. ? lists what can be typed.", *map(sentence, found.notes)]
