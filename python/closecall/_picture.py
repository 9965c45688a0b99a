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
    bodies = _bodies(world, touching)
    many = {0: "no two bodies touch", 1: "one pair of bodies touches"}
    said = many.get(len(contacts), f"{len(contacts)} pairs of bodies touch")
    facts = [("bodies", f"{len(bodies):,}"), ("now", said)]
    facts += [("touching", f"{a} and {b}") for a, b, _ in contacts[:ROWS]]
    facts += _rest(len(contacts))
    return _page(_drawing(bodies), facts)


def robot(robot) -> str:
    """A robot at rest."""
    from . import World

    alone = World()
    alone.add_robot(robot)
    alone.set_joints(robot.rest())
    facts = [("robot", robot.name), ("links", f"{len(robot.links):,}")]
    limits = zip(robot.coordinates, robot.limits)
    facts += [(name, f"{low:.6g} to {high:.6g}") for name, (low, high) in limits][:ROWS]
    facts += _rest(len(robot.coordinates))
    return _page(_drawing(_bodies(alone, {})), facts)


def distance(distance, a, b, a_from_b) -> str:
    """Two bodies, and the line between their nearest points."""
    facts = [("distance", f"{distance.lo:.6g} to {distance.hi:.6g}")]
    facts += [("nearest of A", f"triangle {distance.a}: {_point(distance.point_a)}")]
    facts += [("nearest of B", f"triangle {distance.b}: {_point(distance.point_b)}")]
    bodies = _two(a, b, a_from_b, (distance.a, distance.b))
    return _page(_drawing(bodies, [(distance.point_a, distance.point_b)]), facts)


def penetration(penetration, a, b, a_from_b) -> str:
    """Two bodies, and an arrow of the shortest way out that is known."""
    parting = penetration.parting
    facts = [("depth", f"{penetration.lo:.6g} to {penetration.hi:.6g}")]
    facts += [("way out", _point(parting.translation))]
    held = parting.held_by
    bodies = _two(a, b, a_from_b, tuple(held[0]) if len(held) else None)
    start = np.asarray(a_from_b)[:3, 3] + np.asarray(a_from_b)[:3, :3] @ b.bounds.mean(axis=0)
    lines = _arrow(start, start + parting.translation)
    return _page(_drawing(bodies, lines), facts)


def _arrow(start, end):
    """The three lines of an arrow."""
    along = end - start
    across = np.cross(along, EYE[2])
    size = np.linalg.norm(across)
    if size == 0.0:
        return [(start, end)]
    across *= np.linalg.norm(along) / size
    return [(start, end)] + [(end, end - 0.2 * along + side * across) for side in (0.1, -0.1)]


def sweep(sweep, a, b, a_from_b) -> str:
    """Two bodies where they touch, or at the last moment that is known to be clear."""
    facts = [("result", sweep.result), ("clear until", f"{sweep.clear_until:.6g}")]
    if sweep.contact_at is not None:
        facts += [("contact at", f"{sweep.contact_at:.6g}")]
    if sweep.triangles is not None:
        facts += [("triangles", f"{sweep.triangles[0]} of A, {sweep.triangles[1]} of B")]
    return _page(_drawing(_two(a, b, a_from_b, sweep.triangles)), facts)


def rays(hits, model, origins, directions) -> str:
    """A mesh and the first rays, each as far as it goes."""
    low, high = _bounds([model.vertices])
    size = float(np.linalg.norm(high - low)) or 1.0
    lines = []
    for origin, direction, hit in zip(np.asarray(origins), np.asarray(directions), hits.hi):
        length = float(np.linalg.norm(direction)) or 1.0
        lines.append((origin, origin + direction * (hit if np.isfinite(hit) else size / length)))
    met = hits.triangle[hits.triangle >= 0]
    facts = [("rays", f"{len(hits):,}"), ("hits", f"{len(met):,}")]
    facts += [("drawn", f"the first {len(lines):,}")] if len(lines) < len(hits) else []
    return _page(_drawing([("", model.vertices, model.faces, np.unique(met))], lines), facts)


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
    """How many edges are clear."""
    clear, touching = int(sweeps.clear.sum()), int(sweeps.touching.sum())
    rest = len(sweeps) - clear - touching
    facts = [("edges", len(sweeps)), ("clear", clear), ("touching", touching), ("undecided", rest)]
    return _page(_chart(sweeps.clear_until, "clear until"), facts)


def distances(distances) -> str:
    """Distances along the poses."""
    found = distances.hi[np.isfinite(distances.hi)]
    facts = [("poses", len(distances)), ("touching", int((distances.hi == 0).sum()))]
    if len(found):
        facts += [("least", f"{found.min():.6g}"), ("largest", f"{found.max():.6g}")]
    return _page(_chart(distances.hi, "distance"), facts)


def _two(a, b, a_from_b, triangles):
    """Two bodies in the first one's frame, a triangle of each marked."""
    marks = [(), ()] if triangles is None else [(triangle,) for triangle in triangles]
    return [
        ("A", a.vertices, a.faces, marks[0]),
        ("B", b.vertices @ a_from_b[:3, :3].T + a_from_b[:3, 3], b.faces, marks[1]),
    ]


def _bodies(world, touching):
    """All bodies of a world where they are, with the triangles that are marked by their names."""
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
    return bodies


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


def _drawing(bodies, lines=()) -> str:
    """Triangles from far to near, and lines over them; triangles that touch are red, and are drawn
    whatever else is left out."""
    low, high = _bounds([points for _, points, _, _ in bodies])
    middle, size = (low + high) / 2, float(np.max(high - low)) or 1.0
    everything = sum(len(faces) for _, _, faces, _ in bodies)
    polygons, depths, fills = [], [], []
    shares = _shares([len(faces) for _, _, faces, _ in bodies])
    for number, ((_, points, faces, marked), share) in enumerate(zip(bodies, shares)):
        seen = ((points - middle) / size) @ EYE.T
        marked = np.asarray(list(marked)[:MOST], dtype=np.int64)
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

    def on_page(points):
        return (points - (least + most) / 2) * zoom * [1, -1] + [WIDTH / 2, HEIGHT / 2]

    flat = on_page(flat)
    drawn = [on_page((((np.asarray(line) - middle) / size) @ EYE.T)[:, :2]) for line in lines]
    strokes = "".join(
        f"<path d='M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}' stroke='{TOUCHING}' stroke-width='1.5'/>"
        for (x, y), (u, v) in drawn
    )
    shapes = "".join(
        f"<path d='M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in flat[i])}Z' fill='{fills[i]}'/>"
        for i in order
    )
    shown = sum(len(p) for p in polygons)
    note = f"<title>{shown:,} of {everything:,} triangles</title>" if shown < everything else ""
    box = f"viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}'"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {box}>{note}{shapes}{strokes}</svg>"


def _shares(counts):
    """How many triangles of each body are drawn: all of small bodies, and as many of each large one
    as of the others."""
    shares, left, bodies = list(counts), MOST, len(counts)
    for body in sorted(range(len(counts)), key=lambda body: counts[body]):
        shares[body] = min(counts[body], max(left // bodies, 12))
        left, bodies = max(left - shares[body], 0), bodies - 1
    return shares


def _thinned(points, faces, most):
    """The triangles, or so many at most: corners move to the middle of the cell of a grid they are
    in, and triangles that shrink to nothing go. If none of that is enough, the largest are kept."""
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
            return fewer if len(fewer) else _largest(points, faces, most)
        cells = cells * 3 // 4
    return faces if len(faces) <= most else _largest(points, faces, most)


def _largest(points, faces, most):
    corners = points[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return faces[np.argsort(-np.linalg.norm(across, axis=1), kind="stable")[:most]]


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
