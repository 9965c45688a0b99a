// Shapes that are drawn: made once, or for the frame that is shown.

/** @type {{ fixed: Item[], live: Item[] }} */
const shapes = { fixed: [], live: [] };
/** @param {number[]} list @param {Numbers} p @param {Numbers} q @param {number} which */
const segment = (list, p, q, which) => list.push(...p, ...q, which);

/** The first side of every triangle. @param {Surface} surface */
function lineSegments({ vertices: v, triangles: t }) {
  /** @type {number[]} */
  const list = [];
  const at = (/** @type {number} */ k) => v.subarray(3 * k, 3 * k + 3);
  for (let k = 0; k < t.length; k += 3) segment(list, at(t[k]), at(t[k + 1]), 0);
  return new Float32Array(list);
}

/** The edges at which a volume bends, in the order of their corners. @param {Surface} surface */
function bentEdges({ vertices: v, triangles: t }) {
  const at = (/** @type {number} */ k) => [v[3 * k], v[3 * k + 1], v[3 * k + 2]];
  const key = (/** @type {number} */ k) => at(k).join();
  const seen = new Map();
  for (let k = 0; k < t.length; k += 3) {
    const [a, b, c] = [t[k], t[k + 1], t[k + 2]];
    const across = cross(minus(at(b), at(a)), minus(at(c), at(a)));
    const length = Math.hypot(...across) || 1;
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const name = [key(p), key(q)].sort().join("|");
      if (!seen.has(name)) seen.set(name, { p, q, normals: [] });
      seen.get(name).normals.push(across.map((x) => x / length));
    }
  }
  /** @type {number[]} */
  const list = [];
  for (const { p, q, normals } of seen.values())
    if (normals.length !== 2 || dot(normals[0], normals[1]) < 0.94) segment(list, at(p), at(q), 0);
  return new Float32Array(list);
}

// The plane below everything, in steps of 1, 2 or 5 times a power of ten.
function gridSegments() {
  const up = camera.up === "y" ? 1 : 2,
    flat = [0, 1, 2].filter((axis) => axis !== up);
  const { low, high } = whole,
    span = Math.max(...flat.map((axis) => high[axis] - low[axis])) || sceneSize;
  const power = 10 ** Math.floor(Math.log10(span / 4)),
    step = power * ([5, 2, 1].find((m) => m * power <= span / 4) ?? 1);
  const from = flat.map((axis) => Math.floor(low[axis] / step + 1e-6)),
    to = flat.map((axis) => Math.ceil(high[axis] / step - 1e-6));
  /** @type {number[]} */
  const list = [];
  const point = (/** @type {number} */ first, /** @type {number} */ second) => {
    const made = [0, 0, 0];
    [made[flat[0]], made[flat[1]], made[up]] = [first * step, second * step, low[up] - 0.002 * sceneSize];
    return made;
  };
  for (let k = from[0]; k <= to[0]; k++)
    segment(list, point(k, from[1]), point(k, to[1]), k === 0 ? 1 : 0);
  for (let k = from[1]; k <= to[1]; k++)
    segment(list, point(from[0], k), point(to[0], k), k === 0 ? 1 : 0);
  gridStep = step;
  return new Float32Array(list);
}
let gridStep = 0;

/** @param {Layer | undefined} layer @param {Shape} shape @param {Partial<Item>} [more] */
function addFixed(layer, shape, more) {
  if (layer && shape.count) shapes.fixed.push({ layer, shape, ...more });
}

function makeShapes() {
  for (const body of bodies) {
    if (isLine(body)) addFixed(body.layer, lineShape(lineSegments(body)), { body, width: 2 });
    else addFixed(body.layer, surfaceShape(body.vertices, body.triangles), { body });
    if (body.look === "volumes")
      addFixed(body.layer, lineShape(bentEdges(body)), { body, width: 1.2 });
  }
  for (const path of layers.filter(({ key }) => key.startsWith("path")))
    for (const body of path.bodies ?? [])
      addFixed(path, lineShape(pathSegments(body)), { width: 2, other: COLOURS.contact });
  makeGrid();
}

function makeGrid() {
  const grid = layerOf("grid");
  shapes.fixed.filter(({ layer }) => layer === grid).forEach(({ shape }) => dropShape(shape));
  shapes.fixed = shapes.fixed.filter(({ layer }) => layer !== grid);
  addFixed(grid, lineShape(gridSegments()), { width: 1, other: ink("soft") });
}

/** The segments of an arrow: its shaft, and four lines back from its tip. @param {Vec} from @param {Vec} to */
function arrow(from, to) {
  /** @type {number[]} */
  const list = [];
  const way = minus(to, from),
    length = Math.hypot(...way);
  segment(list, from, to, 0);
  if (!(length > 0)) return list;
  const unit = way.map((x) => x / length),
    least = unit.map(Math.abs).indexOf(Math.min(...unit.map(Math.abs))),
    side = cross(unit, [0, 1, 2].map((axis) => (axis === least ? 1 : 0))),
    aside = side.map((x) => x / Math.hypot(...side)),
    up = cross(unit, aside);
  for (const across of [aside, up])
    for (const sign of [-1, 1]) {
      const back = [0, 1, 2].map(
        (axis) => to[axis] - length * (0.25 * unit[axis] + 0.1 * sign * across[axis]),
      );
      segment(list, to, back, 0);
    }
  return list;
}

// Of more contacts than this only the lines are drawn, without their ends: a processor takes long
// for discs.
const MANY_CONTACTS = 2000;

/** What is there only in this frame. @param {number} frame */
function makeLive(frame) {
  shapes.live.forEach(({ shape }) => dropShape(shape));
  shapes.live = [];
  /** @param {string} key @param {Shape} shape @param {Partial<Item>} more */
  const add = (key, shape, more) => {
    const layer = layerOf(key);
    if (layer) shapes.live.push({ layer, shape, ...more });
  };
  const { a, b } = touchingIn(frame);
  if (a.length) add("touchingA", surfaceShape(new Float32Array(a)), { onTop: true });
  if (b.length) add("touchingB", surfaceShape(new Float32Array(b)), { onTop: true });
  const ends = contactsIn(frame);
  /** @type {number[][]} */
  const [lines, spots] = [[], []];
  const isFew = ends.length <= 6 * MANY_CONTACTS;
  for (let k = 0; k < ends.length; k += 6) {
    const [p, q] = [ends.slice(k, k + 3), ends.slice(k + 3, k + 6)];
    const isLong = p.some((x, axis) => x !== q[axis]);
    if (isLong) segment(lines, p, q, 0);
    if (isFew || !isLong) spots.push(...p, ...q);
  }
  if (lines.length) add("contact", lineShape(new Float32Array(lines)), { onTop: true, width: 3 });
  if (spots.length)
    add("contact", pointShape(new Float32Array(spots)), {
      onTop: true,
      width: spots.length > 600 ? 4 : 8,
    });
  const points = nearest.get(frame);
  if (points) {
    add("nearest", lineShape(new Float32Array([...points[0], ...points[1], 0])), {
      onTop: true,
      width: 4,
    });
    add("nearest", pointShape(new Float32Array(points.flat())), { onTop: true, width: 11 });
  }
  const arrows = (partings.get(frame) ?? []).flatMap((points) => arrow(...points));
  if (arrows.length) add("parting", lineShape(new Float32Array(arrows)), { onTop: true, width: 4 });
  for (const front of frontsAt(frame)) {
    const body = bodies[front.body];
    add(sideOf(front), surfaceShape(front.vertices, front.triangles), { body, alpha: 0.12 });
  }
  if (measured.length) {
    add("measure", pointShape(new Float32Array(measured.flat())), { onTop: true, width: 10 });
    if (measured.length > 1)
      add("measure", lineShape(new Float32Array([...measured[0], ...measured[1], 0])), {
        onTop: true,
        width: 3,
      });
  }
}
