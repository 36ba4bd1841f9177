"""QR codes that phones scan, as a picture and for a terminal."""

import io

import segno

MOST_CHARACTERS = 300


def qr_svg(text: str) -> bytes:
    """Return the QR code of a text as a picture that fits any size.

    >>> qr_svg("http://192.168.0.7:8000/")[:4]
    b'<svg'
    """
    picture = io.BytesIO()
    segno.make_qr(text, error="m").save(
        picture,
        kind="svg",
        border=2,
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
        dark="#000",
        light="#fff",
    )
    return picture.getvalue()


def qr_terminal(text: str, *, colors: bool) -> str:
    """Return the QR code of a text as lines for a terminal.

    With `colors` it is black on white whatever the terminal's own colors are; some phones do
    not read the opposite.
    """
    lines = io.StringIO()
    segno.make_qr(text, error="l").terminal(lines, border=2, compact=True)
    rows = lines.getvalue().rstrip("\n").split("\n")
    if colors:
        rows = [f"\x1b[97;40m{row}\x1b[0m" for row in rows]
    return "\n".join(rows)
