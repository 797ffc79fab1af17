"""Where a line of text may end: at spaces, and in Japanese between phrases."""

from __future__ import annotations

import re

_OPENING = "「『（〔［｛〈《【“‘"
_AROUND = "）〕］｝」』〉》】”’"
_CLOSING = f"、。，．・：；？！％{_AROUND}"
_KATAKANA, _HIRAGANA = "\u30a1-\u30fa\u30fc", "\u3041-\u309f\u30fc"
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_KANJI = "\u3005\u3400-\u9fff\uf900-\ufaff"
_HAS_WIDE = re.compile(f"[{_WIDE}]")
_PHRASE = re.compile(
    f"[{_OPENING}]*"
    rf"(?:[^{_WIDE}]+(?:[〜～][\d.,]+)?)?"  # letters of another script, a number, or two: from, to
    f"[{_KATAKANA}]*[{_KANJI}]*[{_HIRAGANA}]*"
    f"(?:[{_AROUND}]+[{_HIRAGANA}]*)*"
    f"[{_CLOSING}〜～]*"
    "|."
)
_SMALL = "〜～々ーゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
_LETTER = re.compile(f"[{_OPENING}]*(?:[^{_WIDE}]+|.)[{_CLOSING}{_SMALL}]*")


def pieces(text: str) -> list[tuple[str, str]]:
    """Part a text wherever a line may well end.

    Japanese has no spaces: there a phrase begins with a word in kanji, in katakana or in other
    letters, and ends with the hiragana after it; a full stop or a bracket stays with its phrase.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of (str, str)
        What joins each piece to the one before, a space or nothing, and the piece.

    Examples
    --------
    >>> pieces("South plays")
    [('', 'South'), (' ', 'plays')]
    >>> "|".join(piece for _, piece in pieces("南は12個の石を（まいて）取ります。"))
    '南は|12個の|石を|（まいて）|取ります。'
    """
    found: list[tuple[str, str]] = []
    for word in text.split(" "):
        if word:
            first, *rest = filter(None, _PHRASE.findall(word) if _HAS_WIDE.search(word) else [word])
            found.append((" " if found else "", first))
            found += [("", piece) for piece in rest]
    return found


def letters(piece: str) -> list[str]:
    """Part a piece that is too long for a line, where that can be: between Japanese letters.

    Parameters
    ----------
    piece : str

    Returns
    -------
    list of str
        None of them begins with a closing bracket, a full stop or a small letter, and none ends
        with an opening bracket.

    Examples
    --------
    >>> letters("（まって）、"), letters("sown")
    (['（まっ', 'て）、'], ['sown'])
    """
    return _LETTER.findall(piece) if _HAS_WIDE.search(piece) else [piece]
