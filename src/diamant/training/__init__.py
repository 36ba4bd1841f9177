"""Train the champion, a network that learns from many small compiled games.

`python -m diamant.training.train` trains the champion, and `python -m diamant.training.exploit`
searches for its weaknesses (research/champion.md).
"""
