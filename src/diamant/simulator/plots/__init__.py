"""Plot simulations: a single run, a tournament, or an edition report.

- `style`: colors, figures and files, stacked bars, and other shared parts
- `result`: one run, or a tournament; `report`: an edition report
"""

from diamant.simulator.plots.report import plot_report
from diamant.simulator.plots.result import plot_result, plot_tournament
from diamant.simulator.plots.style import check_plot_file

__all__ = ["check_plot_file", "plot_report", "plot_result", "plot_tournament"]
