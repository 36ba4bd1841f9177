"""Rules for the layout of a page, measured in the page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe

from diamant.locales import LANGUAGES
from tests.browser.person import BUNDLE, Person

# Text that overflows its element, and the page itself if it scrolls sideways.
OVERFLOW = """() => {
  const bad = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) bad.push(`the page: ${root.scrollWidth} > ${innerWidth}`);
  const hidden = (at) => at.closest('.hidden-visually, [hidden], noscript') !== null;
  for (const at of document.body.querySelectorAll('button, a, label, legend, h1, h2, h3, p, dt, dd,'
      + ' summary, li, span, code, th, td, option')) {
    if (hidden(at) || !at.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      continue;
    }
    const own = [...at.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own && !at.matches('button, a.btn')) continue;
    const box = at.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const style = getComputedStyle(at);
    const words = at.textContent.trim().slice(0, 40);
    const name = `${at.tagName.toLowerCase()}.${at.className} "${words}"`;
    const tolerant = style.display === 'inline' || ['auto', 'scroll'].includes(style.overflowX)
      || style.textOverflow === 'ellipsis';
    if (!tolerant && at.scrollWidth > at.clientWidth + 1 && at.clientWidth > 0) {
      bad.push(`${name}: ${at.scrollWidth} wide in ${at.clientWidth}`);
    }
    if (!scrolls(at) && (box.left < -1 || box.right > innerWidth + 1)) {
      const [from, to] = [box.left, box.right].map(Math.round);
      bad.push(`${name}: from ${from} to ${to} of ${innerWidth}`);
    }
  }
  return bad;
  function scrolls(at) {
    for (let up = at; up; up = up.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  }
}"""

# Touch targets smaller than 44 by 44 pixels.
SMALL = """() => {
  const bad = [];
  const targets = 'button, a.btn, a.table-link, .history-game a, summary, select, textarea,'
    + ' input:not([type=hidden])';
  for (const at of document.querySelectorAll(targets)) {
    if (at.closest('.hidden-visually') || at.matches('.hidden-visually') || at.disabled) continue;
    // A picture of a switch may stand in its label, which is what a finger hits.
    const small = at.matches('input[type=radio], input[type=checkbox]');
    const whole = (small && at.closest('label')) || at;
    if (!whole.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { width, height } = whole.getBoundingClientRect();
    if (!width || !height) continue;
    if (width < 43.5 || height < 43.5) {
      const name = at.getAttribute('aria-label') ?? at.textContent.trim().slice(0, 30) ?? '';
      bad.push(`${at.tagName.toLowerCase()}.${at.className} "${name}": ${width}x${height}`);
    }
  }
  return bad;
}"""

# Parts of the end below the shared screen's edge.
BELOW = """() => [...document.querySelectorAll('.tv-end .sheet')]
  .filter((at) => at.getBoundingClientRect().bottom > innerHeight)
  .map((at) => at.className)"""
# Words of names and points that break over two lines.
BROKEN = r"""() => {
  const bad = [];
  for (const at of document.querySelectorAll('.rank-name, .player-name, .daily-points')) {
    const node = [...at.childNodes].find((one) => one.nodeType === 3 && one.data.trim());
    for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) bad.push(word);
    }
  }
  return bad;
}"""

SPEAK = f"(tag) => {BUNDLE}.then((bundle) => bundle.$words_i18n.setLanguage(tag))"
THEME = f"(theme) => {BUNDLE}.then((bundle) => bundle.$device_prefs.prefer({{ theme }}))"
# Overflow in each language, and the page's text, without drawing a frame in between.
READ = f"""async (tags) => {{
  const {{ $words_i18n: words }} = await {BUNDLE};
  const read = [];
  for (const tag of tags) {{
    const shown = await words.setLanguage(tag);
    await null;
    const found = {{ shown: shown && document.documentElement.lang === tag, wide: ({OVERFLOW})() }};
    read.push([tag, {{ ...found, words: document.body.innerText }}]);
  }}
  return Object.fromEntries(read);
}}"""
# Wait for two frames and the end of all color transitions.
DRAWN = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(moving.map((one) => one.finished));
}"""
AXE = "(options) => axe.run(options).then(({ violations }) => violations)"
SIZES = ((320, 568), (1366, 768))
LETTERS = "(size) => { document.documentElement.style.fontSize = size }"


def settled(me: Person, measure: str, arg: object = None) -> list[Any]:
    """Measure, and again a moment later if something is wrong: sizes and colors change slowly."""
    for _ in range(3):
        found = me.page.evaluate(measure, arg)
        if not found:
            break
        me.page.wait_for_timeout(150)
    return found


def check_words(me: Person) -> None:
    """Check that words and touch targets fit in every language and on every screen size."""
    bad = []
    words: dict[str, str] = {}
    # Animations do not matter here, and resizing the window costs the most.
    me.page.emulate_media(reduced_motion="reduce")
    for width, height in SIZES:
        me.resize(width, height)
        # On the large screen, check only the three languages with the longest texts.
        tags = sorted(words, key=lambda tag: len(words[tag]))[-3:] or list(LANGUAGES)
        read = me.page.evaluate(READ, tags)
        for tag, found in read.items():
            assert found["shown"], tag
            words.setdefault(tag, found["words"])
            if found["wide"]:  # Sizes of elements and texts follow a window with a delay.
                assert me.page.evaluate(SPEAK, tag)
                bad += [f"{tag} at {width}: {one}" for one in settled(me, OVERFLOW)]
        if width == SIZES[0][0]:  # Long words, twice as large, on the smallest phone.
            assert me.page.evaluate(SPEAK, "de")
            me.page.evaluate(LETTERS, "200%")
            bad += [f"large de at {width}: {one}" for one in settled(me, OVERFLOW)]
            me.page.evaluate(LETTERS, "")
    assert not bad, "\n".join(bad)
    assert len(set(words.values())) == len(LANGUAGES), "two languages look the same"
    me.page.evaluate(SPEAK, "en")
    me.page.set_viewport_size({"width": 360, "height": 740})
    small = settled(me, SMALL)
    assert not small, "\n".join(small)
    # Large letters must not push anything off the screen.
    me.page.evaluate(LETTERS, "200%")
    large = settled(me, OVERFLOW)
    assert not large, "\n".join(large)
    me.page.evaluate(LETTERS, "")


def check_axe(me: Person) -> None:
    """Check that axe finds no violation in the dark and in the light theme."""
    if not me.page.evaluate("'axe' in window"):  # The script is half a megabyte.
        me.page.evaluate(Axe().axe_script)
    bad = []
    # The light theme changes only colors.
    for theme, rules in (("dark", {}), ("light", {"runOnly": ["color-contrast"]})):
        me.page.evaluate(THEME, theme)
        me.page.wait_for_function(f"() => document.documentElement.dataset.theme === '{theme}'")
        me.page.evaluate(DRAWN)
        for violation in settled(me, AXE, {"resultTypes": ["violations"], **rules}):
            nodes = [
                f"{node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
                for node in violation["nodes"]
            ]
            bad.append(f"{theme}: {violation['id']}: {violation['help']}\n  " + "\n  ".join(nodes))
    assert not bad, "\n".join(bad)
