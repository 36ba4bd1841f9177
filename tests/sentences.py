"""Sentences as they stand in the source, for the tests that no refusal lacks its words."""

import ast


def text_of(node: ast.expr) -> str | None:
    """Return a sentence as it stands in the source, with x for whatever is put in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "" for part in node.values)
    return "x" if isinstance(node, ast.FormattedValue) else None
