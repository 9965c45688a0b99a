// Where everything is: poses, boxes, and what touches.

// The place of point (x, y, z) of a body in a frame.
function carried(body, frame, x, y, z) {
  const p = body.poses,
    first = body.is_moving ? 12 * frame : 0;
  return [0, 4, 8].map(
    (row) =>
      p[first + row] * x + p[first + row + 1] * y + p[first + row + 2] * z + p[first + row + 3],
  );
}

// The same as a matrix, column by column.
function matrixOf(body, frame) {
  const p = body.poses.subarray(body.is_moving ? 12 * frame : 0);
  return [p[0], p[4], p[8], 0, p[1], p[5], p[9], 0, p[2], p[6], p[10], 0, p[3], p[7], p[11], 1];
}

function emptyBox() {
  return { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
}

function widen(box, point) {
  for (let axis = 0; axis < 3; axis++) {
    if (point[axis] < box.low[axis]) box.low[axis] = point[axis];
    if (point[axis] > box.high[axis]) box.high[axis] = point[axis];
  }
}

function boxOf(vertices) {
  const box = emptyBox();
  for (let k = 0; k < vertices.length; k += 3) widen(box, vertices.subarray(k, k + 3));
  return box;
}

const corner = (box, k) =>
  [0, 1, 2].map((axis) => ((k >> axis) & 1 ? box.high[axis] : box.low[axis]));
const middleOf = (box) => box.low.map((value, axis) => (value + box.high[axis]) / 2);
const sizeOf = (box) => Math.hypot(...box.high.map((value, axis) => value - box.low[axis]));

for (const body of bodies) body.box = boxOf(body.vertices);

// Corners of the boxes of everything, in all frames or in some of very many.
function outline() {
  const stride = Math.max(1, Math.ceil(scene.frames / 256));
  const points = [];
  for (const body of bodies.filter((body) => body.vertices.length > 0)) {
    for (let frame = 0; frame < (body.is_moving ? scene.frames : 1); frame += stride)
      for (let k = 0; k < 8; k++) points.push(carried(body, frame, ...corner(body.box, k)));
  }
  return points.length ? points : [[0, 0, 0]];
}

function boxAround(points) {
  const box = emptyBox();
  for (const point of points) widen(box, point);
  return box;
}

// The triangles that touch in a frame: of either side, each once, nine numbers a triangle.
function touchingIn(frame) {
  const sides = { a: [], b: [] };
  for (const { a, b, pairs } of touches[frame]) {
    [sides.a, sides.b].forEach((list, side) => {
      const places = new Set();
      for (let k = side; k < pairs.length; k += 2) places.add(pairs[k]);
      const body = bodies[side ? b : a];
      for (const place of [...places].sort((p, q) => p - q)) pushTouched(list, body, frame, place);
    });
  }
  return sides;
}

function pushTouched(list, body, frame, place) {
  const { vertices: v, triangles: t } = body.touched;
  for (let k = 3 * place; k < 3 * place + 3; k++) {
    const first = 3 * t[k];
    list.push(...carried(body, frame, v[first], v[first + 1], v[first + 2]));
  }
}

const sideOf = (front) => (bodies[front.body].is_moving ? "movingFront" : "stillFront");
const frontsAt = (frame) => fronts.filter((front) => front.frame === frame);

// What a frame is about, to look at from near: its contacts, or what touches, or where bodies are
// nearest.
function placeOf(frame) {
  const { a, b } = touchingIn(frame);
  const points =
    [contacts.get(frame), a, b, (nearest.get(frame) ?? []).flat()].find((list) => list?.length) ??
    [];
  return points.length
    ? boxAround(
        Array.from({ length: points.length / 3 }, (_, k) => [...points.slice(3 * k, 3 * k + 3)]),
      )
    : null;
}
