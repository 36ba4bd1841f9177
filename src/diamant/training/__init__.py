"""Train the champion, a small network that learns from many compiled games.

`python -m diamant.training.train` trains the champion, and `python -m diamant.training.exploit`
searches for its weaknesses (research/champion.md).
"""
