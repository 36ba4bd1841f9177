"""Test that scripts without comments and spaces work the same."""

import pytest

from diamant.server.http.squeeze import squeeze


@pytest.mark.parametrize(
    ("script", "squeezed"),
    [
        ("a = b; // c\n\n   d", "a=b;\nd"),
        ("a /* b\n */ c", "a\nc"),
        ("'//' + \"/* a */\"", "'//'+ \"/* a */\""),
        ("x = /[/'`]\\/ {2}/g.test(y) / 2 / z", "x= /[/'`]\\/ {2}/g.test(y)/ 2 / z"),
        ("return /  /", "return /  /"),
        ("`  //  ${ a  // b\n}  /* c */`", "`  //  ${ a\n}  /* c */`"),
        ("`${ { a: `  ${ '}' }` } }  `", "`${{a: `  ${ '}' }`} }  `"),
        ("html`<p>\n    ${t('a  b')}\n  </p>`", "html`<p>\n${t('a  b')}\n</p>`"),
        ("a + +b - -c", "a + +b - -c"),
        ("const { a, b } = c", "const{a,b}=c"),
    ],
)
def test_only_comments_and_spaces_are_removed(script, squeezed):
    assert squeeze(script) == squeezed
