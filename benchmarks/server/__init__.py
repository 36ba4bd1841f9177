"""A thousand tables on one core: `python -m benchmarks.server`, see docs/benchmarks.md."""
