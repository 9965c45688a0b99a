// What a ray through the picture meets first, of what is shown.

/** The ray in the frame of a body: rotations are undone by their transposes.
 * @param {SceneBody} body @param {number} frame @param {Ray} ray @returns {Ray} */
function inBody(body, frame, { from, direction }) {
  const m = matrixOf(body, frame),
    p = minus(from, m.slice(12, 15));
  const back = (/** @type {Vec} */ v) => [dot(v, m.slice(0, 3)), dot(v, m.slice(4, 7)), dot(v, m.slice(8, 11))];
  return { from: back(p), direction: back(direction) };
}

/** @param {Box} box @param {Ray} ray */
function meetsBox({ low, high }, { from, direction }) {
  let [first, last] = [0, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const inverse = 1 / direction[axis];
    const [p, q] = [(low[axis] - from[axis]) * inverse, (high[axis] - from[axis]) * inverse];
    if (p <= q || q <= p)
      [first, last] = [Math.max(first, Math.min(p, q)), Math.min(last, Math.max(p, q))];
  }
  return first <= last * (1 + 1e-6) + 1e-12;
}

/** The first triangle of a body on a ray in its frame, between two times. (Möller and Trumbore 1997)
 * @param {Surface} surface @param {Ray} ray @param {number} beyond @param {number} nearer */
function firstTriangle({ vertices: v, triangles: t }, { from, direction: d }, beyond, nearer) {
  let found = null;
  for (let k = 0; k < t.length; k += 3) {
    const [a, b, c] = [3 * t[k], 3 * t[k + 1], 3 * t[k + 2]];
    const ax = v[a],
      ay = v[a + 1],
      az = v[a + 2];
    const ux = v[b] - ax,
      uy = v[b + 1] - ay,
      uz = v[b + 2] - az;
    const wx = v[c] - ax,
      wy = v[c + 1] - ay,
      wz = v[c + 2] - az;
    const px = d[1] * wz - d[2] * wy,
      py = d[2] * wx - d[0] * wz,
      pz = d[0] * wy - d[1] * wx;
    const determinant = ux * px + uy * py + uz * pz;
    if (determinant === 0) continue;
    const sx = from[0] - ax,
      sy = from[1] - ay,
      sz = from[2] - az;
    const u = (sx * px + sy * py + sz * pz) / determinant;
    if (u < 0 || u > 1) continue;
    const qx = sy * uz - sz * uy,
      qy = sz * ux - sx * uz,
      qz = sx * uy - sy * ux;
    const w = (d[0] * qx + d[1] * qy + d[2] * qz) / determinant;
    if (w < 0 || u + w > 1) continue;
    const time = (wx * qx + wy * qy + wz * qz) / determinant;
    if (time > beyond && time < nearer) {
      nearer = time;
      found = { triangle: k / 3, time };
    }
  }
  return found;
}

/** What of all that is shown a ray meets first. @param {Ray} ray @param {number} frame @returns {Picked | null} */
function pickAlong(ray, frame) {
  /** @type {Picked | null} */
  let best = null;
  for (const body of bodies) {
    if (isLine(body) || !body.layer.visible || isFaded(body) || !isThere(body, frame)) continue;
    const own = inBody(body, frame, ray);
    if (!meetsBox(body.box, own)) continue;
    let found = firstTriangle(body, own, 0, best?.time ?? Infinity);
    const pointAt = (/** @type {number} */ time) => along(ray.from, ray.direction, time);
    while (found && isCutAway(pointAt(found.time)))
      found = firstTriangle(body, own, found.time, best?.time ?? Infinity);
    if (found) best = { ...found, body, point: pointAt(found.time) };
  }
  return best;
}
