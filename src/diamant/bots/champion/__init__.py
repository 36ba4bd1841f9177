"""The champion: plays to win the game, and learns how bold each opponent is."""
