// Where everything is: vertices and poses become coordinates.

// The place of point (x, y, z) of a body in a frame.
function carried(body, frame, x, y, z) {
  const p = body.poses,
    at = body.is_moving ? 12 * frame : 0;
  return [0, 4, 8].map((row) => p[at + row] * x + p[at + row + 1] * y + p[at + row + 2] * z + p[at + row + 3]);
}

class Surface {
  constructor() {
    Object.assign(this, { x: [], y: [], z: [], i: [], j: [], k: [] });
  }
  vertex([x, y, z]) {
    this.x.push(x);
    this.y.push(y);
    this.z.push(z);
  }
  // Adds a body in its place.
  add(body, frame) {
    const first = this.x.length,
      v = body.vertices,
      t = body.triangles;
    for (let k = 0; k < v.length; k += 3) this.vertex(carried(body, frame, v[k], v[k + 1], v[k + 2]));
    for (let k = 0; k < t.length; k += 3) this.face(first + t[k], first + t[k + 1], first + t[k + 2]);
  }
  // Adds some of the triangles of a body that touch.
  addTouched(body, frame, places) {
    const { vertices: v, triangles: t } = body.touched;
    for (const place of places) {
      const first = this.x.length;
      for (let corner = 0; corner < 3; corner++) {
        const at = 3 * t[3 * place + corner];
        this.vertex(carried(body, frame, v[at], v[at + 1], v[at + 2]));
      }
      this.face(first, first + 1, first + 2);
    }
  }
  face(i, j, k) {
    this.i.push(i);
    this.j.push(j);
    this.k.push(k);
  }
  centres() {
    const mean = (values, k) => (values[this.i[k]] + values[this.j[k]] + values[this.k[k]]) / 3;
    const along = (values) => this.i.map((_, k) => mean(values, k));
    return { x: along(this.x), y: along(this.y), z: along(this.z) };
  }
}

const groups = {
  still: bodies.filter((body) => !body.is_moving && body.look === "surface"),
  moving: bodies.filter((body) => body.is_moving),
  volumes: bodies.filter((body) => body.look === "volumes"),
};

function surfaceOf(group, frame) {
  const surface = new Surface();
  for (const body of group) surface.add(body, frame);
  return surface;
}

// What touches in a frame: the triangles of either side, each once.
function touchingIn(frame) {
  const sides = { a: new Surface(), b: new Surface() };
  for (const { a, b, pairs } of touches[frame]) {
    const places = [0, 1].map((side) => [...new Set(pairs.filter((_, k) => k % 2 === side))].sort((p, q) => p - q));
    sides.a.addTouched(bodies[a], frame, places[0]);
    sides.b.addTouched(bodies[b], frame, places[1]);
  }
  return sides;
}

const sideOf = (front) => (bodies[front.body].is_moving ? "movingFront" : "stillFront");
const frontsAt = (frame) => fronts.filter((front) => front.frame === frame);

// The volumes of a front, where the body is that they belong to.
const around = ({ body, vertices, triangles }) => ({ ...bodies[body], vertices, triangles });

// What is remembered after the query of a frame, if the page has it.
function frontIn(frame) {
  const sides = { stillFront: new Surface(), movingFront: new Surface() };
  for (const front of frontsAt(frame)) sides[sideOf(front)].add(around(front), frame);
  return sides;
}

function boxOf(body) {
  const low = [Infinity, Infinity, Infinity],
    high = [-Infinity, -Infinity, -Infinity];
  body.vertices.forEach((value, k) => {
    low[k % 3] = Math.min(low[k % 3], value);
    high[k % 3] = Math.max(high[k % 3], value);
  });
  return { low, high };
}

// The ranges of the axes: all places of all bodies, so that nothing is rescaled while they move.
function ranges() {
  const low = [Infinity, Infinity, Infinity],
    high = [-Infinity, -Infinity, -Infinity];
  const always = bodies.map((body) => [body, 0, body.is_moving ? scene.frames : 1]);
  const once = fronts.map((front) => [around(front), front.frame, front.frame + 1]);
  for (const [body, first, end] of [...always, ...once].filter(([body]) => body.vertices.length > 0)) {
    const box = boxOf(body);
    for (let frame = first; frame < end; frame++) {
      for (let corner = 0; corner < 8; corner++) {
        const pick = (axis) => ((corner >> axis) & 1 ? box.high[axis] : box.low[axis]);
        carried(body, frame, pick(0), pick(1), pick(2)).forEach((value, axis) => {
          low[axis] = Math.min(low[axis], value);
          high[axis] = Math.max(high[axis], value);
        });
      }
    }
  }
  const size = Math.max(...high.map((value, axis) => value - low[axis])) || 1;
  return low.map((value, axis) => [value - 0.02 * size, high[axis] + 0.02 * size]);
}
