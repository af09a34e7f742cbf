"""Asking a bot: its faults are told, never trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_cli.errors import CommandError
from rummy_cli.play.stopping import Stopped, Stopping
from rummy_cli.safe_text import safe
from rummy_core.actions import Action

if TYPE_CHECKING:
    from rummy_core.catalogue import Bot
    from rummy_core.deal import Deal


def bot_move(bot: Bot, name: str, deal: Deal, stopping: Stopping) -> Action:
    """Return the move of ``bot`` for the seat that must act, checked to be legal.

    Raises:
        CommandError: naming the bot, if it fails or breaks a rule.
        Stopped: where a signal comes while it thinks.
    """
    try:
        with stopping.waiting():
            action = bot.choose(deal.view(deal.seat), deal.legal_actions())
        refusal = deal.why_illegal(action)
    except Stopped:
        raise
    except Exception as error:
        fault = safe(f"{type(error).__name__}: {error}")
        raise CommandError(f"the bot '{safe(name)}' failed: {fault}") from error
    if refusal is not None:
        raise CommandError(f"the bot '{safe(name)}' chose '{safe(str(action), 60)}': {safe(str(refusal))}")
    return action
