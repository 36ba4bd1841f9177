"""The commands, one file each: `arguments(parser)` and `run(args)`. Importing this imports none."""
