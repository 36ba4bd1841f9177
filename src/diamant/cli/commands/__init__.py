"""The commands, one file each, with `arguments(parser)` and `run(args)`.

Importing this package imports none of them.
"""
