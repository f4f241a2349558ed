"""The parts of a simulated room, in the order in which each of them does what an hour asks for.

A new part is a file of its own with a `Part` in it, and one line here.
"""

from collections.abc import Callable

from demo.simulation.awards import Awards
from demo.simulation.boxes import Boxes
from demo.simulation.cases import Cases
from demo.simulation.comps import Comps
from demo.simulation.currency import CurrencyReports
from demo.simulation.drawer import Drawers
from demo.simulation.floor import Floor
from demo.simulation.late_slips import LateSlips
from demo.simulation.part import Part
from demo.simulation.presented import Presented
from demo.simulation.residuals import Residuals
from demo.simulation.stage import Stage
from demo.simulation.takings import Takings
from demo.simulation.time_charges import TimeCharges
from demo.simulation.tokes import Tokes
from demo.simulation.trays import Trays
from demo.simulation.vault import Vault
from demo.simulation.worker import Worker

PARTS: tuple[Callable[[Stage], Part], ...] = (
    Drawers,
    Floor,
    TimeCharges,
    Tokes,
    Presented,
    CurrencyReports,
    Comps,
    Boxes,
    Trays,
    LateSlips,
    Awards,
    Vault,
    Cases,
    Takings,
    Residuals,
    Worker,
)
