"""The figures of a report for Vega-Lite, and Vega itself to put into the page."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

from innkeeper.engine.errors import InvalidOptions
from innkeeper.lab.figures import Columns, Figure

BAR, INK, RED, RULE = "#46837a", "#23160c", "#97291a", "#c9b185"
STEP = 28  # pixels of a row
Spec = dict[str, Any]
EXPORT = "window.vegaEmbed = vegaEmbed;"  # all of Vega that the page needs

CONFIG: Spec = {
    "font": "Inn Text, Georgia, serif",
    "background": None,
    "view": {"stroke": None},
    "axis": {"labelColor": INK, "titleColor": INK, "gridColor": RULE, "labelLimit": 140, "labelFontSize": 13},
}


@cache
def bundle() -> str:
    """All of Vega as one script."""
    if find_spec("vl_convert") is None:
        raise InvalidOptions("figures to point at need Vega: pip install 'innkeeper[vega]'")
    import vl_convert

    script: str = vl_convert.javascript_bundle(EXPORT)
    return script.replace("</script", "<\\/script")


def chart(figure: Figure) -> Spec | None:
    """A figure for Vega-Lite; None where boxes and tables say it better."""
    if figure.bars:
        drawn = _bars(figure)
    elif figure.columns is not None:
        drawn = _histogram(figure.columns)
    else:
        return None
    return {
        "width": "container",
        "autosize": {"type": "fit-x", "contains": "padding"},
        **drawn,
        "config": CONFIG,
    }


def _bars(figure: Figure) -> Spec:
    rows = [
        {"what": bar.name, "share": bar.value, "low": bar.low, "high": bar.high, "said": bar.said}
        for bar in figure.bars
    ]
    names = {"field": "what", "type": "nominal", "sort": None, "title": None}
    scale = {"domain": [0, 1]}
    share = {"field": "share", "type": "quantitative", "scale": scale, "axis": {"format": "%"}, "title": None}
    tooltip = [{"field": "what", "title": "what"}, {"field": "said", "title": "share [95 %]"}]
    layers: list[Spec] = [
        {
            "mark": {"type": "bar", "color": BAR},
            "encoding": {"y": names, "x": share, "tooltip": tooltip},
        },
        {
            "mark": {"type": "rule", "color": INK, "strokeWidth": 2},
            "encoding": {
                "y": names,
                "x": {"field": "low", "type": "quantitative"},
                "x2": {"field": "high"},
                "tooltip": tooltip,
            },
        },
    ]
    if figure.mark is not None:
        layers.append(
            {
                "data": {"values": [{"fair": figure.mark}]},
                "mark": {"type": "rule", "color": RED, "strokeDash": [5, 3], "strokeWidth": 2},
                "encoding": {
                    "x": {"field": "fair", "type": "quantitative"},
                    "tooltip": [{"field": "fair", "title": "a fair share", "format": ".1%"}],
                },
            }
        )
    return {"data": {"values": rows}, "height": STEP * len(rows), "layer": layers}


def _histogram(columns: Columns) -> Spec:
    """It can be zoomed and moved, along the values alone."""
    rows = []
    for place, count in enumerate(columns.counts):
        first = columns.least + place * columns.width
        rows.append({"from": first, "to": first + columns.width, "matches": count})
    return {
        "data": {"values": rows},
        "height": 180,
        "params": [{"name": "near", "select": {"type": "interval", "encodings": ["x"]}, "bind": "scales"}],
        "mark": {"type": "bar", "color": BAR, "binSpacing": 2},
        "encoding": {
            "x": {"field": "from", "bin": {"binned": True, "step": columns.width}, "title": None},
            "x2": {"field": "to"},
            "y": {"field": "matches", "type": "quantitative", "title": None},
            "tooltip": [
                {"field": "from", "title": "from"},
                {"field": "to", "title": "to below"},
                {"field": "matches", "title": "matches"},
            ],
        },
    }
