"""What the browser's client costs: bytes on the way, and time in a slow processor."""
