"""The conformance kit: what every game must satisfy, checked on deals and matches that are played.

For the author of a game, one line::

    from rummy_core.testing import check_variant

    check_variant(GAME)

and ``check_house_rule(RULE)`` for a house rule. What they are made of can be used by itself: ``check_deal``,
``check_match``, ``check_scenario``. Needs no test runner. A failure is a ``ConformanceError`` that
names the property, says how to meet it again, and gives a hint; where hypothesis is installed (the extra
``testing``) the deal is shrunk.
"""

from rummy_core.testing.bounds import CAP, Bound
from rummy_core.testing.conservation import check_conserved
from rummy_core.testing.deals import PROPERTIES, check_deal, check_scenario
from rummy_core.testing.failures import ConformanceError, Fault, Place, Property
from rummy_core.testing.matches import check_match
from rummy_core.testing.policies import AnyLegal, Mixed, Told, mixed, told
from rummy_core.testing.tally import Tally
from rummy_core.testing.variants import check_house_rule, check_variant, house_rule_fits

__all__ = [
    "CAP",
    "PROPERTIES",
    "AnyLegal",
    "Bound",
    "ConformanceError",
    "Fault",
    "Mixed",
    "Place",
    "Property",
    "Tally",
    "Told",
    "check_conserved",
    "check_deal",
    "check_house_rule",
    "check_match",
    "check_scenario",
    "check_variant",
    "house_rule_fits",
    "mixed",
    "told",
]
