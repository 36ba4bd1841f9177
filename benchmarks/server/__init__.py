"""A thousand tables on one core: `python -m benchmarks.server`, see research/benchmarks.md."""
