"""Training the champion: many small games as machine code, and the network that learns from them.

`python -m diamant.training.train` makes the champion, `python -m diamant.training.exploit` looks
for its weak sides (research/champion.md).
"""
