"""Options that decide nothing because of what another option says."""

from __future__ import annotations

from mancala_core.engine.options import FIELDS, MATCH_FIELDS, in_use
from mancala_core.engine.rules import Rules


def unused(rules: str | Rules) -> dict[str, str]:
    """Options that decide nothing under these rules, whatever their value.

    Parameters
    ----------
    rules : str or Rules

    Returns
    -------
    dict of str to str
        In the order of the options, each with the options and values that are the reason.

    Examples
    --------
    >>> unused("anywoli")["own_final"], unused("anywoli")["goal"]
    ('final_side is any', 'match is none')
    >>> sorted(set(unused("adji_kui_2")))
    ['extra_move', 'unfilled']
    """
    rules = Rules.of(rules)
    found = dict[str, str]()
    if not rules.relay:
        found |= dict.fromkeys(("endless", "own_final"), "relay is false")
    if rules.final == "nobody":
        never = ("final_side", "chain", "after_final", "extra_move")
        found |= dict.fromkeys(never, "final is nobody")
    else:
        if rules.final_side == "any":
            found["own_final"] = "final_side is any"
        if rules.after_final == "over":
            found["extra_move"] = "after_final is over"
    if rules.end_without_move:
        found["stuck"] = "end_without_move is true"
    elif rules.end_at == 0:
        found["remainder"] = "end_at is 0 and end_without_move is false"
    acting = ("match", *in_use(rules.match))
    single = [field for field in MATCH_FIELDS if field not in acting]
    found |= dict.fromkeys(single, f"match is {rules.match}")
    return {field: found[field] for field in FIELDS if field in found}
