"""Subset the game's web fonts from the whole typeface; only needed when it changes.

    npm pack @expo-google-fonts/alegreya@0.4.2 && tar xzf expo-google-fonts-alegreya-0.4.2.tgz
    pip install fonttools==4.68.0 brotli && python -m tests.web.letters package

The subset contains Latin and Cyrillic for the seven languages and people's names. Its digits are
the typeface's optional lining figures, because players read numbers most.
"""

import sys
from pathlib import Path

FONTS = Path(__file__).parents[2] / "src" / "diamant" / "web" / "fonts"
VERSION = 1  # Part of the file names, because devices cache these files forever.
WEIGHTS = {"400Regular": 400, "700Bold": 700}
SCRIPTS = {
    "latin": "20-7E,A0-17F,218-21B,2010-2015,2018-201E,2022,2026,2030,2039,203A,20AC,2212",
    "cyrillic": "400-45F,490,491,2116",
}
FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "tnum"]


def even_figures(font) -> None:
    """Replace the digits by lining figures."""
    gsub = font["GSUB"].table
    wanted = {one.FeatureTag: one.Feature for one in gsub.FeatureList.FeatureRecord}["lnum"]
    swaps = {}
    for index in wanted.LookupListIndex:
        for table in gsub.LookupList.Lookup[index].SubTable:
            swaps |= getattr(table, "ExtSubTable", table).mapping
    for table in font["cmap"].tables:
        table.cmap = {code: swaps.get(name, name) for code, name in table.cmap.items()}


def cut(source: Path, codes: str, target: Path) -> None:
    """Write the subset of a typeface for some code points."""
    from fontTools.subset import Options, Subsetter, load_font, parse_unicodes, save_font

    options = Options(flavor="woff2", hinting=False, layout_features=FEATURES)
    font = load_font(str(source), options)
    even_figures(font)
    chosen = Subsetter(options)
    chosen.populate(unicodes=parse_unicodes(codes))
    chosen.subset(font)
    save_font(font, str(target), options)


def main() -> None:
    """Subset every weight and script."""
    for folder, weight in WEIGHTS.items():
        (source,) = (Path(sys.argv[1]) / folder).glob("*.ttf")
        for script, codes in SCRIPTS.items():
            cut(source, codes, FONTS / f"alegreya-{script}-{weight}-{VERSION}.woff2")


if __name__ == "__main__":
    main()
