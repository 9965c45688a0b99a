// Draws a frame: solid surfaces and lines, then what can be seen through, and on top what matters,
// seen through all.

const shapes = { fixed: [], live: [] };
const segment = (list, p, q, which) => list.push(...p, ...q, which);

// The middle of a body on its way; which frames touch is told by the colour.
function pathSegments(body) {
  const middle = middleOf(body.box),
    own = bodies.indexOf(body),
    list = [];
  const touching = touches.map((groups) => groups.some(({ a, b }) => a === own || b === own));
  let last = carried(body, 0, ...middle);
  for (let frame = 1; frame < scene.frames; frame++) {
    const next = carried(body, frame, ...middle);
    segment(list, last, next, touching[frame] && touching[frame - 1] ? 1 : 0);
    last = next;
  }
  return new Float32Array(list);
}

// The first side of every triangle.
function lineSegments({ vertices: v, triangles: t }) {
  const list = [];
  const at = (k) => v.subarray(3 * k, 3 * k + 3);
  for (let k = 0; k < t.length; k += 3) segment(list, at(t[k]), at(t[k + 1]), 0);
  return new Float32Array(list);
}

// The edges at which a volume bends, in the order of their corners.
function bentEdges({ vertices: v, triangles: t }) {
  const at = (k) => [v[3 * k], v[3 * k + 1], v[3 * k + 2]];
  const key = (k) => at(k).join();
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
  const list = [];
  for (const { p, q, normals } of seen.values())
    if (normals.length !== 2 || dot(normals[0], normals[1]) < 0.94) segment(list, at(p), at(q), 0);
  return new Float32Array(list);
}

function gridSegments() {
  const { low, high } = whole,
    span = Math.max(high[0] - low[0], high[1] - low[1]) || sceneSize;
  const step =
    10 ** Math.floor(Math.log10(span / 4)) *
    [1, 2, 5].findLast((m) => m * 10 ** Math.floor(Math.log10(span / 4)) <= span / 4);
  const from = [0, 1].map((axis) => Math.floor(low[axis] / step + 1e-6)),
    to = [0, 1].map((axis) => Math.ceil(high[axis] / step - 1e-6)),
    z = low[2] - 0.002 * sceneSize,
    list = [];
  for (let k = from[0]; k <= to[0]; k++)
    segment(list, [k * step, from[1] * step, z], [k * step, to[1] * step, z], k === 0 ? 1 : 0);
  for (let k = from[1]; k <= to[1]; k++)
    segment(list, [from[0] * step, k * step, z], [to[0] * step, k * step, z], k === 0 ? 1 : 0);
  gridStep = step;
  return new Float32Array(list);
}
let gridStep = 0;

function makeShapes() {
  const add = (layer, shape, more) => shape.count && shapes.fixed.push({ layer, shape, ...more });
  for (const body of bodies) {
    if (body.look === "line") add(body.layer, lineShape(lineSegments(body)), { body, width: 2 });
    else add(body.layer, surfaceShape(body.vertices, body.triangles), { body });
    if (body.look === "volumes") add(body.layer, lineShape(bentEdges(body)), { body, width: 1.2 });
  }
  const path = layerOf("path");
  for (const body of path?.bodies ?? [])
    add(path, lineShape(pathSegments(body)), { width: 2, other: COLOURS.contact });
  add(layerOf("grid"), lineShape(gridSegments()), { width: 1, other: "#b9c4cf" });
}

// The segments of an arrow: its shaft, and four lines back from its tip.
function arrow(from, to) {
  const list = [],
    way = minus(to, from),
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

// What is there only in this frame.
function makeLive(frame) {
  shapes.live.forEach(({ shape }) => dropShape(shape));
  shapes.live = [];
  const add = (key, shape, more) =>
    layerOf(key) && shapes.live.push({ layer: layerOf(key), shape, ...more });
  const { a, b } = touchingIn(frame);
  if (a.length) add("touchingA", surfaceShape(new Float32Array(a)), { onTop: true });
  if (b.length) add("touchingB", surfaceShape(new Float32Array(b)), { onTop: true });
  const ends = contacts.get(frame) ?? [],
    [lines, spots] = [[], []];
  for (let k = 0; k < ends.length; k += 6) {
    const [p, q] = [ends.slice(k, k + 3), ends.slice(k + 3, k + 6)];
    if (p.some((x, axis) => x !== q[axis])) segment(lines, p, q, 0);
    spots.push(...p, ...q);
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
}

function paint(item, { clip, look }, alpha) {
  const { shape, body, layer } = item,
    own = programs[shape.kind],
    model = body && matrixOf(body, current),
    ratio = canvas.width / Math.max(view.clientWidth, 1);
  const dark = shape.kind === "line" && body?.look === "volumes" ? 0.6 : 1;
  const colour = rgb(body?.colour && !item.alpha ? body.colour : layer.colours[0]).map(
    (part) => part * dark,
  );
  gl.useProgram(own.made);
  gl.bindVertexArray(shape.array);
  gl.uniformMatrix4fv(own.at.clip, false, model ? times(clip, model) : clip);
  gl.uniform4f(own.at.colour, ...colour, alpha);
  if (shape.kind === "surface") {
    gl.uniformMatrix4fv(own.at.look, false, model ? times(look, model) : look);
    gl.uniform1f(own.at.shine, item.onTop ? 0.4 : 1);
  } else {
    gl.uniform1f(own.at.width, item.width * ratio);
  }
  if (shape.kind === "line") {
    gl.uniform2f(own.at.size, canvas.width, canvas.height);
    gl.uniform4f(own.at.other, ...rgb(item.other ?? "#000000"), alpha);
  }
  shape.draw();
}

function fitCanvas() {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const [width, height] = [view.clientWidth, view.clientHeight].map((side) =>
    Math.max(1, Math.round(side * ratio)),
  );
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  gl.viewport(0, 0, width, height);
}

const opacity = ({ layer, alpha, shape }) =>
  alpha ?? (layer.clear && shape.kind === "surface" ? (layer.key === "volumes" ? 0.1 : 0.32) : 1);
const sizes = new Map();
const sizeOfItem = (item) =>
  sizes.get(item) ?? (sizes.set(item, item.body ? sizeOf(item.body.box) : 0), sizes.get(item));

function drawNow() {
  if (!gl) return;
  fitCanvas();
  const eye = matrices();
  const shown = [...shapes.fixed, ...shapes.live].filter(({ layer }) => layer.visible);
  const solid = shown.filter((item) => !item.onTop && opacity(item) === 1),
    glass = shown
      .filter((item) => !item.onTop && opacity(item) < 1)
      .sort((p, q) => sizeOfItem(q) - sizeOfItem(p)),
    top = shown.filter((item) => item.onTop);
  gl.clearColor(1, 1, 1, 1);
  gl.depthMask(true);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  gl.depthFunc(gl.LEQUAL);
  gl.disable(gl.BLEND);
  gl.disable(gl.CULL_FACE);
  gl.enable(gl.POLYGON_OFFSET_FILL);
  gl.polygonOffset(1, 1);
  solid.forEach((item) => paint(item, eye, 1));
  gl.polygonOffset(-1, -1);
  top.filter(({ shape }) => shape.kind === "surface").forEach((item) => paint(item, eye, 1));
  gl.disable(gl.POLYGON_OFFSET_FILL);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  gl.depthMask(false);
  // Far sides first, the largest of them first; near sides in the other order.
  gl.enable(gl.CULL_FACE);
  gl.cullFace(gl.FRONT);
  glass.forEach((item) => paint(item, eye, opacity(item)));
  gl.cullFace(gl.BACK);
  glass.reverse().forEach((item) => paint(item, eye, opacity(item)));
  gl.disable(gl.CULL_FACE);
  gl.depthFunc(gl.GREATER);
  top.forEach((item) => paint(item, eye, item.shape.kind === "surface" ? 0.12 : 0.45));
  gl.depthFunc(gl.LEQUAL);
  top.filter(({ shape }) => shape.kind !== "surface").forEach((item) => paint(item, eye, 1));
  gl.depthMask(true);
}

let isDue = false;
function redraw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    drawNow();
  });
}
