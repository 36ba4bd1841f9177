"""Pictures of simulations: one run, a tournament, an edition's report.

- `style`: colors, figures and files, rows of 100 %, and what else several pictures share
- `result`: one run, and a tournament; `report`: an edition's report
"""

from diamant.simulator.plots.report import plot_report
from diamant.simulator.plots.result import plot_result, plot_tournament
from diamant.simulator.plots.style import check_plot_file

__all__ = ["check_plot_file", "plot_report", "plot_result", "plot_tournament"]
