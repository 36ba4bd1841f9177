"""The costs of the browser's client: bytes transferred, and time on a slow processor."""
