"""The page of a benchmark of record, made of its raw table alone."""

import csv
import statistics
from pathlib import Path

QUESTIONS = {"first": "Do they touch?", "all": "Every pair of triangles that touches", "dist": "How far apart are they?"}

PREFACE = """\
One core. A figure is the mean over the poses of each pose's fastest call, and of all rounds the median; a ratio is to \
closecall. "From Python" includes the cost of a call from Python, for all libraries alike; the others are called from their own \
language. Poses that touch are counted, so that different answers show. The raw table is beside this page: [{name}]({name})."""


def median(rows, key):
    """The median over the rounds, or None."""
    values = [float(row[key]) for row in rows if row[key]]
    return statistics.median(values) if values else None


def number(value):
    """Three digits."""
    return "" if value is None else f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def sheet(rows):
    """A table of one flight and one question; the first contender is the one that ratios are to."""
    names = list(dict.fromkeys(row["contender"] for row in rows))
    found = {name: [row for row in rows if row["contender"] == name] for name in names}
    own = median(found[names[0]], "mean_best_us")
    lines = ["| | µs | ratio | p99 µs | build ms | poses that touch | version |", "|---|---:|---:|---:|---:|---:|---|"]
    for name, runs in found.items():
        time = median(runs, "mean_best_us")
        cells = [name, number(time), number(time / own), number(median(runs, "p99_us")), number(median(runs, "build_ms"))]
        lines.append("| " + " | ".join([*cells, runs[-1]["colliding"] or "", runs[-1]["version"]]) + " |")
    return "\n".join(lines)


def page(table: Path, machine):
    """The page as Markdown."""
    with open(table) as file:
        rows = list(csv.DictReader(file))
    first = rows[0]
    parts = [f"# Benchmark of record, {table.stem}\n", f"- machine: {machine}\n- commit: {first['commit']}\n- date: {first['date']}\n"]
    parts.append(PREFACE.format(name=table.name) + "\n")
    for mode, title in QUESTIONS.items():
        asked = [row for row in rows if row["mode"] == mode]
        if asked:
            parts.append(f"## {title}\n")
        for flight in dict.fromkeys(row["flight"] for row in asked):
            parts += [f"### {flight}\n", sheet([row for row in asked if row["flight"] == flight]) + "\n"]
    return "\n".join(parts)
