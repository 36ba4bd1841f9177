"""What an edition report contains, and how it becomes a page.

`diamant.simulator.edition_report` plays the games and fills the report.

- `findings`: the report's values
- `best_rule`: which simple rule suits an edition best
- `facts`: what a report says, in sentences and numbers; `page`: the same as a page
"""
