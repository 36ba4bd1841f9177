"""A second reading of the rules and the notation, against which the project is checked."""
