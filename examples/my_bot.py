"""A bot in ten lines: `diamant simulate --bots examples/my_bot.py:my_bot,expect,threshold`."""


def my_bot(view, nerve=0.25):
    """Go home with eight gems, or when the next card is too likely to be a bust."""
    if view.inside == 1:  # Alone in the cave, every treasure is mine: take more risk.
        nerve = nerve + 0.05
    if view.bust_chance > nerve:
        return True
    return view.carried + view.path >= 8
