"""Games as machine code.

- `reads`, `bot_syntax`, `rewrite`: what a bot may say to be compiled, and what it becomes
- `functions`, `template`, `generate`: the text of a kernel; `mind_text`, `layers`: the champion's
- `bot_template`: the text of one bot by itself, which kernels ask by its address
- `side_by_side`, `lanes_template`, `lanes`: which games vectors play sixteen at a time, and how
- `cache`: kernels on disk, and compiling what is not there; `machine_code`: Numba's own files
- `layout`: where a number stands in the arrays that Python and a kernel share
- `arrays`: an edition and a line-up as such arrays
- `step_layout`, `step_rules`: games and editions as rows, and the rules that step them
- `compiled`: playing games by a kernel
"""
