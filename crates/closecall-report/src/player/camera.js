// The eye: it looks at a target from a distance, and is turned about it.

const TANGENT = Math.tan((17.5 * Math.PI) / 180);
const everything = outline();
const whole = boxAround(everything);
const sceneSize = sizeOf(whole) || 1;
const camera = { target: middleOf(whole), distance: sceneSize, yaw: -0.98, pitch: 0.48, up: "z" };
/** Names of views, with the angles of the eye. @type {Record<string, [number, number]>} */
const VIEWS = {
  slanted: [-0.98, 0.48],
  front: [-Math.PI / 2, 0],
  right: [0, 0],
  back: [Math.PI / 2, 0],
  left: [Math.PI, 0],
  top: [-Math.PI / 2, 1.57],
  below: [-Math.PI / 2, -1.57],
};

/** From the frame of an eye whose z is up to that of the scene. @param {Vec} v */
const upright = (v) => (camera.up === "y" ? [v[0], v[2], -v[1]] : v);

// Unit vectors to the right, up, and towards the eye.
function axes() {
  const [cy, sy, cp, sp] = [
    Math.cos(camera.yaw),
    Math.sin(camera.yaw),
    Math.cos(camera.pitch),
    Math.sin(camera.pitch),
  ];
  return [
    [-sy, cy, 0],
    [-cy * sp, -sy * sp, cp],
    [cy * cp, sy * cp, sp],
  ].map(upright);
}

const aspect = () => view.clientWidth / Math.max(view.clientHeight, 1);

/** How far off the eye must be to see all points around a target. @param {Vec[]} points @param {Vec} target */
function distanceFor(points, target) {
  const [right, up, back] = axes();
  const [wide, high] = [TANGENT * aspect(), TANGENT];
  let distance = 0;
  for (const point of points) {
    const p = minus(point, target);
    const beside = Math.max(Math.abs(dot(p, right)) / wide, Math.abs(dot(p, up)) / high);
    distance = Math.max(distance, dot(p, back) + beside);
  }
  return 1.08 * distance || 1;
}

/** Where all points are in the picture, and in its middle. @param {Vec[]} points */
function around(points) {
  const [right, up, back] = axes();
  let target = middleOf(boxAround(points)),
    distance = distanceFor(points, target);
  for (let round = 0; round < 3; round++) {
    const seen = points
      .map((point) => minus(point, target))
      .map((p) => [right, up].map((axis) => dot(p, axis) / (distance - dot(p, back))));
    const middle = (/** @type {number} */ axis) => {
      const all = seen.map((p) => p[axis]).sort((p, q) => p - q);
      return ((all[0] + all[all.length - 1]) / 2) * distance;
    };
    target = along(along(target, right, middle(0)), up, middle(1));
    distance = distanceFor(points, target);
  }
  return { target, distance };
}
const wholeScene = () => around(everything);

/** Near a place, with what is around it. @param {Box} box */
function nearTo(box) {
  const least = sceneSize / 12;
  const size = Math.max(3 * sizeOf(box), least);
  return { target: middleOf(box), distance: Math.min(size / (2 * TANGENT), wholeScene().distance) };
}

function matrices() {
  const [right, up, back] = axes();
  const eye = along(camera.target, back, camera.distance);
  const column = (/** @type {number} */ k) => [right[k], up[k], back[k], 0];
  const moved = [right, up, back].map((axis) => -dot(axis, eye));
  const look = [...column(0), ...column(1), ...column(2), ...moved, 1];
  const reach = camera.distance + 2 * sceneSize;
  const near = Math.max(camera.distance - 2 * sceneSize, camera.distance / 200);
  return { look, clip: times(perspective(TANGENT, aspect(), near, reach), look), eye };
}

/** Where a point is in the picture, in its pixels; none behind the eye. @param {Numbers} p @param {Numbers} clip */
function inPicture(p, clip) {
  const row = (/** @type {number} */ k) =>
    clip[k] * p[0] + clip[4 + k] * p[1] + clip[8 + k] * p[2] + clip[12 + k];
  const w = row(3);
  if (w <= 0) return null;
  return [(0.5 + row(0) / w / 2) * view.clientWidth, (0.5 - row(1) / w / 2) * view.clientHeight, w];
}

/** The ray through a point of the picture, both coordinates from -1 to 1. @param {number} x @param {number} y @returns {Ray} */
function rayThrough(x, y) {
  const [right, up, back] = axes();
  const { eye } = matrices();
  const sideways = along([-back[0], -back[1], -back[2]], right, x * TANGENT * aspect());
  return { from: eye, direction: along(sideways, up, y * TANGENT) };
}

// Counts the flights: a newer one ends those before.
let flight = 0,
  isFlying = false;
// A hand that takes hold of the eye ends its flight.
function land() {
  flight++;
  isFlying = false;
}
/** Goes there in a third of a second, or at once.
 * @param {{ target: Vec, distance: number }} to @param {boolean} [atOnce] */
async function flyTo({ target, distance }, atOnce = false) {
  const own = ++flight,
    start = { ...camera },
    begun = performance.now();
  isFlying = true;
  for (let share = 0; share < 1 && own === flight;) {
    share = atOnce || isCalm ? 1 : Math.min((performance.now() - begun) / 300, 1);
    const eased = share * share * (3 - 2 * share);
    camera.target = along(start.target, minus(target, start.target), eased);
    camera.distance = start.distance * (distance / start.distance) ** eased;
    redraw();
    if (share < 1) await new Promise(requestAnimationFrame);
  }
  if (own === flight) isFlying = false;
}
const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Turns the eye to one of the views. @param {string} name */
function lookFrom(name) {
  [camera.yaw, camera.pitch] = VIEWS[name];
  return flyTo(wholeScene(), true);
}
