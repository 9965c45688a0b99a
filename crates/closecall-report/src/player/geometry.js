// Where everything is: poses, boxes, and what touches.

/** The place of point (x, y, z) of a body in a frame.
 * @param {SceneBody} body @param {number} frame @param {number} x @param {number} y @param {number} z */
function carried(body, frame, x, y, z) {
  const p = body.poses,
    first = body.is_moving ? 12 * frame : 0;
  return [0, 4, 8].map(
    (row) =>
      p[first + row] * x + p[first + row + 1] * y + p[first + row + 2] * z + p[first + row + 3],
  );
}

/** The same as a matrix, column by column. @param {SceneBody} body @param {number} frame */
function matrixOf(body, frame) {
  const p = body.poses.subarray(body.is_moving ? 12 * frame : 0);
  return [p[0], p[4], p[8], 0, p[1], p[5], p[9], 0, p[2], p[6], p[10], 0, p[3], p[7], p[11], 1];
}

/** @returns {Box} */
function emptyBox() {
  return { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
}

/** @param {Box} box @param {Numbers} point */
function widen(box, point) {
  for (let axis = 0; axis < 3; axis++) {
    if (point[axis] < box.low[axis]) box.low[axis] = point[axis];
    if (point[axis] > box.high[axis]) box.high[axis] = point[axis];
  }
}

/** @param {Float32Array} vertices */
function boxOf(vertices) {
  const box = emptyBox();
  for (let k = 0; k < vertices.length; k += 3) widen(box, vertices.subarray(k, k + 3));
  return box;
}

/** @param {Vec[]} points */
function boxAround(points) {
  const box = emptyBox();
  for (const point of points) widen(box, point);
  return box;
}

/** @param {Box} box @param {number} k */
const corner = (box, k) =>
  [0, 1, 2].map((axis) => ((k >> axis) & 1 ? box.high[axis] : box.low[axis]));
/** @param {Box} box */
const middleOf = (box) => box.low.map((value, axis) => (value + box.high[axis]) / 2);
/** @param {Box} box */
const sizeOf = (box) => Math.hypot(...box.high.map((value, axis) => value - box.low[axis]));
/** Points out of a list of numbers. @param {Numbers} list */
const pointsOf = (list) =>
  Array.from({ length: list.length / 3 }, (_, k) => [list[3 * k], list[3 * k + 1], list[3 * k + 2]]);

for (const body of bodies) body.box = boxOf(body.vertices);

/** The corners of a body's box in a frame. @param {SceneBody} body @param {number} frame */
const cornersIn = (body, frame) =>
  body.vertices.length
    ? Array.from({ length: 8 }, (_, k) => carried(body, frame, ...threeOf(corner(body.box, k))))
    : [];
/** @param {Vec} v @returns {[number, number, number]} */
const threeOf = (v) => [v[0], v[1], v[2]];

// Corners of the boxes of everything, in all frames or in some of very many.
function outline() {
  const stride = Math.max(1, Math.ceil(scene.frames / 256));
  const points = [];
  for (const body of bodies)
    for (let frame = 0; frame < (body.is_moving ? scene.frames : 1); frame += stride)
      points.push(...cornersIn(body, frame));
  return points.length ? points : [[0, 0, 0]];
}

/** The bodies of the finding that is chosen: all others fade. @type {Set<SceneBody> | null} */
let focused = null;
/** Are both of a pair of bodies to be seen? @param {number} a @param {number} b */
const isSeen = (a, b) => focused === null || (focused.has(bodies[a]) && focused.has(bodies[b]));

/** The ends of the contacts of a frame that are to be seen. @param {number} frame @returns {Float32Array} */
function contactsIn(frame) {
  const found = contacts.get(frame);
  if (!found || focused === null) return found?.ends ?? new Float32Array();
  /** @type {number[]} */
  const list = [];
  let place = 0;
  for (const [pair, count] of found.of) {
    if (pair === null || isSeen(...pair)) list.push(...found.ends.subarray(place, place + 6 * count));
    place += 6 * count;
  }
  return new Float32Array(list);
}

/** The triangles that touch in a frame: of either side, each once, nine numbers a triangle.
 * @param {number} frame */
function touchingIn(frame) {
  /** @type {{ a: number[], b: number[] }} */
  const sides = { a: [], b: [] };
  for (const { a, b, pairs } of touches[frame].filter(({ a, b }) => isSeen(a, b))) {
    [sides.a, sides.b].forEach((list, side) => {
      const places = new Set();
      for (let k = side; k < pairs.length; k += 2) places.add(pairs[k]);
      const body = bodies[side ? b : a];
      for (const place of [...places].sort((p, q) => p - q)) pushTouched(list, body, frame, place);
    });
  }
  return sides;
}

/** @param {number[]} list @param {SceneBody} body @param {number} frame @param {number} place */
function pushTouched(list, body, frame, place) {
  const { vertices: v, triangles: t } = body.touched;
  for (let k = 3 * place; k < 3 * place + 3; k++) {
    const first = 3 * t[k];
    list.push(...carried(body, frame, v[first], v[first + 1], v[first + 2]));
  }
}

/** @param {Front} front */
const sideOf = (front) => (bodies[front.body].is_moving ? "movingFront" : "stillFront");
/** @param {number} frame */
const frontsAt = (frame) => fronts.filter((front) => front.frame === frame);

/** What a frame is about, to look at from near: its contacts, or what touches, or where bodies are
 * nearest. @param {number} frame */
function placeOf(frame) {
  const { a, b } = touchingIn(frame);
  const own = [contactsIn(frame), a, b, (nearest.get(frame) ?? []).flat()];
  const points = own.find((list) => list?.length) ?? [];
  return points.length ? boxAround(pointsOf(points)) : null;
}
