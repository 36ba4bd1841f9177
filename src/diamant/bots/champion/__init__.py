"""The champion: plays to win the match, and learns within a game how bold the others are."""
