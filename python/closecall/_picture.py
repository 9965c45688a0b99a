"""What a notebook shows: a drawing as SVG and a few facts, all in one small piece of HTML.

Nothing is fetched, and no script runs. Large meshes are drawn with fewer triangles, and the drawing
says so. Answers come from the library; nothing is worked out here but the picture.
"""

from __future__ import annotations

from html import escape

import numpy as np

# So many triangles are drawn at most: about 60 bytes each.
MOST = 2_000
# So many rows of a table are shown at most.
ROWS = 10
WIDTH, HEIGHT = 420, 320
COLOURS = ("#8fa7bf", "#d9a441", "#7fb58a", "#b58ab0", "#c98b6b", "#6fa8b5")
TOUCHING = "#dc2828"
# The eye: right, up and towards it, from in front, from the left and from above.
EYE = np.array([[0.80, 0.60, 0.0], [-0.25, 0.33, 0.91], [0.55, -0.73, 0.41]])


def model(model) -> str:
    """A mesh."""
    low, high = _bounds([model.vertices])
    facts = [
        ("triangles", f"{len(model):,}"),
        ("vertices", f"{len(model.vertices):,}"),
        ("from", _point(low)),
        ("to", _point(high)),
    ]
    return _page(_drawing([("", model.vertices, model.faces, ())]), facts)


def world(world) -> str:
    """All bodies where they are, and what touches."""
    contacts = world.contacts()
    touching = {}
    for a, b, pairs in contacts:
        touching.setdefault(a, set()).update(pairs[:, 0].tolist())
        touching.setdefault(b, set()).update(pairs[:, 1].tolist())
    bodies = []
    for name in world.names:
        place = world.pose(name)
        model = world.model(name)
        marked = sorted(touching.get(name, ()))
        drawn = [] if model is None else [(model, marked)]
        drawn += [(shape.drawn(), []) for shape in world.shapes(name)]
        for part, marked in drawn:
            points = part.vertices @ place[:3, :3].T + place[:3, 3]
            bodies.append((name, points, part.faces, marked))
    many = {0: "no two bodies touch", 1: "one pair of bodies touches"}
    said = many.get(len(contacts), f"{len(contacts)} pairs of bodies touch")
    facts = [("bodies", f"{len(bodies):,}"), ("now", said)]
    facts += [("touching", f"{a} and {b}") for a, b, _ in contacts[:ROWS]]
    facts += _rest(len(contacts))
    return _page(_drawing(bodies), facts)


def milled(milled) -> str:
    """What a milling program does."""
    facts = [
        ("verdict", milled.verdict),
        ("blocks", f"{milled.blocks:,} of {milled.lines:,} lines"),
        ("moves", f"{milled.checked:,} checked, {milled.unchecked:,} not"),
    ]
    facts += [(kind, f"{count:,} blocks") for kind, count in milled.counts.items() if count]
    deepest = sorted(milled.events, key=lambda event: -event.depth[0])
    for event in deepest[:ROWS]:
        depth = f"{event.depth[0]:.6g} to {event.depth[1]:.6g} {milled.unit}"
        facts.append((f"line {event.line}", f"{event.kind} {depth}: {event.block}"))
    facts += _rest(len(deepest))
    return _page("", facts)


def sweeps(sweeps) -> str:
    """How many edges are free."""
    free, hits = int(sweeps.free.sum()), int(sweeps.hits.sum())
    rest = len(sweeps) - free - hits
    facts = [("edges", len(sweeps)), ("free", free), ("hits", hits), ("undecided", rest)]
    return _page(_chart(sweeps.free_until, "free until"), facts)


def distances(distances) -> str:
    """Distances along the poses."""
    found = distances.hi[np.isfinite(distances.hi)]
    facts = [("poses", len(distances)), ("touching", int((distances.hi == 0).sum()))]
    if len(found):
        facts += [("least", f"{found.min():.6g}"), ("largest", f"{found.max():.6g}")]
    return _page(_chart(distances.hi, "distance"), facts)


def _page(drawing, facts) -> str:
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(str(name))}</th>"
        f"<td style='text-align:left'>{escape(str(fact))}</td></tr>"
        for name, fact in facts
    )
    return f"<div>{drawing}<table>{rows}</table></div>"


def _rest(count):
    return [("", f"and {count - ROWS} more")] if count > ROWS else []


def _point(point):
    return ", ".join(f"{x:.6g}" for x in point)


def _bounds(clouds):
    clouds = [points for points in clouds if len(points)]
    if not clouds:
        return np.zeros(3), np.zeros(3)
    return (
        np.min([points.min(axis=0) for points in clouds], axis=0),
        np.max([points.max(axis=0) for points in clouds], axis=0),
    )


def _drawing(bodies) -> str:
    """Triangles from far to near; those that touch are red, and are drawn whatever else is left out."""
    low, high = _bounds([points for _, points, _, _ in bodies])
    middle, size = (low + high) / 2, float(np.max(high - low)) or 1.0
    everything = sum(len(faces) for _, _, faces, _ in bodies)
    polygons, depths, fills = [], [], []
    for number, (_, points, faces, marked) in enumerate(bodies):
        seen = ((points - middle) / size) @ EYE.T
        marked = np.asarray(list(marked)[:MOST], dtype=np.int64)
        share = max(1, MOST * len(faces) // max(everything, 1))
        chosen = _thinned(seen, faces, share)
        colour = COLOURS[number % len(COLOURS)]
        for some, paint in ((chosen, colour), (np.asarray(faces)[marked], TOUCHING)):
            corners = seen[np.asarray(some, dtype=np.int64).reshape(-1, 3)]
            polygons.append(corners[:, :, :2])
            nearer = 0.01 if paint == TOUCHING else 0.0
            depths.append(corners[:, :, 2].mean(axis=1) + nearer)
            lights = [1.0] * len(corners) if paint == TOUCHING else _light(corners)
            fills += [_shaded(paint, light) for light in lights]
    if not fills:
        return ""
    flat, order = np.concatenate(polygons), np.argsort(np.concatenate(depths))
    least, most = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    room = np.maximum(most - least, 1e-9)
    zoom = min((WIDTH - 10) / room[0], (HEIGHT - 10) / room[1])
    flat = (flat - (least + most) / 2) * zoom * [1, -1] + [WIDTH / 2, HEIGHT / 2]
    shapes = "".join(
        f"<path d='M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in flat[i])}Z' fill='{fills[i]}'/>"
        for i in order
    )
    shown = sum(len(p) for p in polygons)
    note = f"<title>{shown:,} of {everything:,} triangles</title>" if shown < everything else ""
    box = f"viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}'"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {box}>{note}{shapes}</svg>"


def _thinned(points, faces, most):
    """The triangles, or so many at most: corners move to the middle of the cell of a grid they are
    in, and triangles that shrink to nothing go."""
    faces = np.asarray(faces, dtype=np.int64)
    cells = 64
    while len(faces) > most and cells > 2:
        keys = np.floor(points * cells).astype(np.int64)
        keys = (keys[:, 0] * 4096 + keys[:, 1]) * 4096 + keys[:, 2]
        _, first, cell = np.unique(keys, return_index=True, return_inverse=True)
        moved = first[cell.reshape(-1)][faces]
        kept = (
            (moved[:, 0] != moved[:, 1]) & (moved[:, 1] != moved[:, 2]) & (moved[:, 2] != moved[:, 0])
        )
        fewer = np.unique(np.sort(moved[kept], axis=1), axis=0)
        if len(fewer) <= most:
            return fewer if len(fewer) else faces[:: -(-len(faces) // most)]
        cells = cells * 3 // 4
    return faces if len(faces) <= most else faces[:: -(-len(faces) // most)]


def _light(corners):
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normals, axis=1)
    return 0.55 + 0.45 * np.abs(normals[:, 2]) / np.maximum(length, 1e-30)


def _shaded(colour, light):
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{int(part * min(float(light), 1.0)):02x}" for part in parts)


def _chart(values, name) -> str:
    """Numbers as a line; at most 400 of them, the least of each stretch."""
    values = np.asarray(values, dtype=float)
    values = np.where(np.isfinite(values), values, np.nan)
    if not len(values) or np.all(np.isnan(values)):
        return ""
    stretch = -(-len(values) // 400)
    values = np.fmin.reduceat(values, np.arange(0, len(values), stretch))
    high = float(np.nanmax(values)) or 1.0
    across = np.linspace(5, WIDTH - 5, len(values)) if len(values) > 1 else [WIDTH / 2]
    spots = [(x, 95 - 85 * v / high) for x, v in zip(across, values) if not np.isnan(v)]
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    if len(spots) == 1:
        line = f"{line}h2"
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} 100' width='{WIDTH}' "
        f"height='100'><title>{escape(name)}, up to {high:.6g}</title>"
        f"<path d='M5 95H{WIDTH - 5}' stroke='#ccc'/><path d='M{line}' fill='none' "
        f"stroke='{COLOURS[0]}' stroke-width='1.5'/></svg>"
    )
