"""Build an edition report and turn it into a page.

`diamant.simulator.edition_report` plays the games and fills the report.

- `findings`: the report's values
- `best_rule`: the simple rule that suits an edition best
- `facts`: the report as sentences and numbers; `page`: the report as an HTML page
"""
