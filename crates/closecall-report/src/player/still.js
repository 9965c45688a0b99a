// The picture where there is no WebGL: triangles from far to near, by the processor.

// The largest triangles in the picture are painted, so many at most.
const MOST_PAINTED = 20000;
const flat = hasGl ? null : canvas.getContext("2d");

/** @typedef {{ ends: Vec[], depth: number, size: number, colour: string, alpha: number }} Painted */

/** The triangles of a body as the eye sees them. @param {SceneBody} body @param {number[]} clip @param {Vec} eye @returns {Painted[]} */
function seenTriangles(body, clip, eye) {
  const { vertices: v, triangles: t } = body;
  const places = pointsOf(v).map((point) => carried(body, current, ...threeOf(point)));
  const ends = places.map((place) => inPicture(place, clip));
  const item = /** @type {Item} */ ({ layer: body.layer, shape: { kind: "surface" }, body });
  const [alpha, base] = [opacity(item), rgb(body.colour)];
  /** @type {Painted[]} */
  const list = [];
  for (let k = 0; k < t.length; k += 3) {
    const own = [ends[t[k]], ends[t[k + 1]], ends[t[k + 2]]];
    const [a, b, c] = own;
    if (!a || !b || !c || isCutAway(places[t[k]])) continue;
    const size = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    const across = cross(minus(places[t[k + 1]], places[t[k]]), minus(places[t[k + 2]], places[t[k]]));
    const toEye = minus(eye, places[t[k]]);
    const light = Math.abs(dot(across, toEye)) / (Math.hypot(...across) * Math.hypot(...toEye) || 1);
    const colour = `rgb(${base.map((part) => Math.round(255 * part * (0.42 + 0.62 * light))).join(" ")})`;
    list.push({ ends: [a, b, c], depth: a[2] + b[2] + c[2], size, colour, alpha });
  }
  return list;
}

function paintStill() {
  const pen = flat;
  if (!pen) return;
  const ratio = canvas.width / Math.max(view.clientWidth, 1),
    { clip, eye } = matrices();
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.globalAlpha = 1;
  pen.fillStyle = paper;
  pen.fillRect(0, 0, view.clientWidth, view.clientHeight);
  let list = bodies
    .filter((body) => !isLine(body) && body.layer.visible && isThere(body, current))
    .flatMap((body) => seenTriangles(body, clip, eye));
  if (list.length > MOST_PAINTED)
    list = list.sort((p, q) => q.size - p.size).slice(0, MOST_PAINTED);
  for (const { ends, colour, alpha } of list.sort((p, q) => q.depth - p.depth)) {
    pen.globalAlpha = alpha;
    pen.fillStyle = pen.strokeStyle = colour;
    pen.beginPath();
    ends.forEach(([x, y]) => pen.lineTo(x, y));
    pen.closePath();
    pen.fill();
    if (alpha === 1) pen.stroke();
  }
  pen.globalAlpha = 1;
  markStill(pen, clip);
}

/** What matters, on top. @param {CanvasRenderingContext2D} pen @param {number[]} clip */
function markStill(pen, clip) {
  const sides = touchingIn(current);
  /** @type {[string, Vec[]][]} */
  const spots = [
    ["touchingA", pointsOf(sides.a)],
    ["touchingB", pointsOf(sides.b)],
    ["contact", pointsOf(contactsIn(current))],
    ["nearest", nearest.get(current) ?? []],
  ];
  for (const [key, points] of spots) {
    if (!layerOf(key)?.visible) continue;
    pen.fillStyle = COLOURS[key];
    for (const point of points.slice(0, 5000)) {
      const at = inPicture(point, clip);
      if (at) pen.fillRect(at[0] - 2, at[1] - 2, 4, 4);
    }
  }
}
