// Draws a frame: solid surfaces and lines, then what can be seen through, and on top what matters,
// seen through all.

/** @param {Item} item @param {{ clip: number[], look: number[] }} eye @param {number} alpha */
function paint(item, { clip, look }, alpha) {
  const { shape, body, layer } = item,
    own = programs[shape.kind],
    model = body ? matrixOf(body, current) : IDENTITY,
    ratio = canvas.width / Math.max(view.clientWidth, 1);
  const dark = shape.kind === "line" && body?.look === "volumes" ? 0.6 : 1;
  const colour = rgb(body?.colour && !item.alpha ? body.colour : layer.colours[0]).map(
    (part) => part * dark,
  );
  gl.useProgram(own.made);
  gl.bindVertexArray(shape.array);
  gl.uniformMatrix4fv(own.at.model, false, model);
  gl.uniformMatrix4fv(own.at.clip, false, clip);
  gl.uniform4fv(own.at.cut, item.onTop || layer.key === "grid" ? UNCUT : cutPlane());
  gl.uniform4fv(own.at.colour, [...colour, alpha]);
  if (shape.kind === "surface") {
    gl.uniformMatrix4fv(own.at.look, false, look);
    gl.uniform1f(own.at.shine, item.onTop ? 0.4 : 1);
  } else {
    gl.uniform1f(own.at.width, (item.width ?? 1) * ratio);
    const other = item.other ?? (shape.kind === "point" ? paper : "#000000");
    gl.uniform4fv(own.at.other, [...rgb(other), alpha]);
  }
  if (shape.kind === "line") gl.uniform2f(own.at.size, canvas.width, canvas.height);
  shape.draw();
}

function fitCanvas() {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const [width, height] = [view.clientWidth, view.clientHeight].map((side) =>
    Math.max(1, Math.round(side * ratio)),
  );
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  gl?.viewport(0, 0, width, height);
}

let paper = "#ffffff";
/** Is a body none of those that the chosen finding is about? @param {SceneBody | undefined} body */
const isFaded = (body) => focused !== null && body !== undefined && !isLine(body) && !focused.has(body);
/** @param {Item} item */
function opacity({ layer, alpha, shape, body }) {
  if (alpha !== undefined) return alpha;
  if (shape.kind !== "surface") return 1;
  if (isFaded(body)) return 0.1;
  return layer.clear ? (layer.key === "volumes" ? 0.1 : 0.32) : 1;
}
/** @type {Map<Item, number>} */
const sizes = new Map();
/** @param {Item} item */
function sizeOfItem(item) {
  const known = sizes.get(item) ?? (item.body ? sizeOf(item.body.box) : 0);
  sizes.set(item, known);
  return known;
}

function drawNow() {
  paper = ink("paper");
  fitCanvas();
  if (!hasGl) return paintStill();
  const eye = matrices();
  const shown = [...shapes.fixed, ...shapes.live].filter(({ layer, body }) => layer.visible && isThere(body, current));
  const solid = shown.filter((item) => !item.onTop && opacity(item) === 1),
    glass = shown
      .filter((item) => !item.onTop && opacity(item) < 1)
      .sort((p, q) => sizeOfItem(q) - sizeOfItem(p)),
    top = shown.filter((item) => item.onTop);
  gl.clearColor(...threeOf(rgb(paper)), 1);
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
  drawTriad();
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
