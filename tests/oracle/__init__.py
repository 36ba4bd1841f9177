"""A second implementation of the rules and the notation, to check the project against."""
