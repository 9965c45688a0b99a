// The eye: it looks at a target from a distance, and is turned about it.

const TANGENT = Math.tan((17.5 * Math.PI) / 180);
const everything = outline();
const whole = boxAround(everything);
const sceneSize = sizeOf(whole) || 1;
const camera = { target: middleOf(whole), distance: sceneSize, yaw: -0.98, pitch: 0.48 };

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
  ];
}

const aspect = () => view.clientWidth / Math.max(view.clientHeight, 1);

// How far off the eye must be to see all points around a target.
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

// Where the whole scene is in the picture, and in its middle.
function wholeScene() {
  const [right, up, back] = axes();
  let target = middleOf(whole),
    distance = distanceFor(everything, target);
  for (let round = 0; round < 3; round++) {
    const seen = everything
      .map((point) => minus(point, target))
      .map((p) => [right, up].map((axis) => dot(p, axis) / (distance - dot(p, back))));
    const middle = (axis) =>
      seen.reduce(
        ([low, high], p) => [Math.min(low, p[axis]), Math.max(high, p[axis])],
        [Infinity, -Infinity],
      );
    const [x, y] = [0, 1].map((axis) => ((middle(axis)[0] + middle(axis)[1]) / 2) * distance);
    target = along(along(target, right, x), up, y);
    distance = distanceFor(everything, target);
  }
  return { target, distance };
}

// Near a place, with what is around it.
function nearTo(box) {
  const least = sceneSize / 12;
  const size = Math.max(3 * sizeOf(box), least);
  return { target: middleOf(box), distance: Math.min(size / (2 * TANGENT), wholeScene().distance) };
}

function matrices() {
  const [right, up, back] = axes();
  const eye = along(camera.target, back, camera.distance);
  const row = (axis) => -dot(axis, eye);
  const look = [
    right[0],
    up[0],
    back[0],
    0,
    right[1],
    up[1],
    back[1],
    0,
    right[2],
    up[2],
    back[2],
    0,
    row(right),
    row(up),
    row(back),
    1,
  ];
  const reach = camera.distance + 2 * sceneSize;
  const near = Math.max(camera.distance - 2 * sceneSize, camera.distance / 200);
  return { look, clip: times(perspective(TANGENT, aspect(), near, reach), look), eye };
}

// The ray through a point of the picture, both coordinates from -1 to 1.
function rayThrough(x, y) {
  const [right, up, back] = axes();
  const { eye } = matrices();
  const sideways = along([-back[0], -back[1], -back[2]], right, x * TANGENT * aspect());
  return { from: eye, direction: along(sideways, up, y * TANGENT) };
}

// Goes there in a third of a second, or at once.
let flight = 0;
async function flyTo({ target, distance }, atOnce) {
  const own = ++flight,
    start = { ...camera },
    begun = performance.now();
  for (let share = 0; share < 1 && own === flight;) {
    share = atOnce ? 1 : Math.min((performance.now() - begun) / 300, 1);
    const eased = share * share * (3 - 2 * share);
    camera.target = along(start.target, minus(target, start.target), eased);
    camera.distance = start.distance * (distance / start.distance) ** eased;
    redraw();
    if (share < 1) await new Promise(requestAnimationFrame);
  }
}
