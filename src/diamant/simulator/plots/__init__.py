"""Pictures of simulations: one run, a tournament, an edition's report.

- `style`: colors, figures and files, and what several pictures share
- `stacks`: rows of 100 %
- `result`, `tournament`, `report`: a picture each
"""

from diamant.simulator.plots.report import plot_report
from diamant.simulator.plots.result import plot_result
from diamant.simulator.plots.style import check_plot_file
from diamant.simulator.plots.tournament import plot_tournament

__all__ = ["check_plot_file", "plot_report", "plot_result", "plot_tournament"]
