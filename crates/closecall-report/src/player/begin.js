// Begins.

// A motion is shown where it first touches, a program or a map where most matters.
function firstFrame() {
  if (listing || isMap) return findings[0]?.frames[0] ?? 0;
  if (!at.some((place) => !Number.isInteger(place))) return 0;
  return Math.max(
    touches.findIndex((groups) => groups.length > 0),
    0,
  );
}

// A page without a map and without a program has nothing beside its scene.
function layOut() {
  if (listing) document.body.dataset.beside = "listing";
  else if (isMap) document.body.dataset.beside = "map";
  else byId("beside").remove();
}

function begin() {
  layOut();
  makeControls();
  listen();
  makeLayers();
  current = firstFrame();
  slider.value = String(current);
  view.append(canvas, tip, triad);
  makeTools();
  COLOURS.contact = isDark() ? "#f2f5f8" : "#111418";
  if (hasGl) {
    makeShapes();
    makeLive(current);
  } else {
    view.append(make("p", { className: "none", textContent: "no WebGL 2: a simple picture" }));
  }
  makeLegend();
  makeListing();
  makeCharts();
  makeSorting();
  makeMatrix();
  makeCompare();
  makePrint();
  Object.assign(camera, wholeScene());
  describe();
  handle();
  repaint();
  refreshFrame();
  if (location.hash.length > 1) showView(location.hash.slice(1));
  new ResizeObserver(drawNow).observe(view);
  drawNow();
  if (hasGl) gl.finish();
  document.body.dataset.ready = "yes";
}

// The scene in words.
function describe() {
  const names = bodies.filter(isSurface).map((body) => body.name);
  const more = names.length > 8 ? ` and ${names.length - 8} more` : "";
  const words = `${names.slice(0, 8).join(", ")}${more}; ${document.querySelector("h1")?.textContent ?? ""}`;
  const keys = "arrows turn it, with shift they move it, plus and minus zoom";
  canvas.setAttribute("aria-label", `the scene: ${words}. ${keys}`);
}

/** What is drawn in a frame, as points: bodies that move, what touches, contacts, and what is
 * remembered. @param {number} frame */
function drawn(frame) {
  /** @param {SceneBody} body @param {Float32Array} vertices */
  const placed = (body, vertices) =>
    pointsOf(vertices).map((point) => carried(body, frame, ...threeOf(point)));
  const { a, b } = touchingIn(frame);
  const remembered = (/** @type {string} */ side) => frontsAt(frame).filter((front) => sideOf(front) === side);
  return [
    bodies.filter((body) => body.is_moving).flatMap((body) => placed(body, body.vertices)),
    pointsOf(a),
    pointsOf(b),
    pointsOf(contactsIn(frame)),
    ...["stillFront", "movingFront"].map((side) =>
      remembered(side).flatMap(({ body, vertices }) => placed(bodies[body], vertices)),
    ),
  ];
}

/** How many points of the picture have about this colour. @param {string} colour */
function painted(colour) {
  drawNow();
  const pixels = new Uint8Array(4 * canvas.width * canvas.height);
  gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const [r, g, b] = rgb(colour).map((part) => 255 * part);
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4)
    if (Math.abs(pixels[k] - r) + Math.abs(pixels[k + 1] - g) + Math.abs(pixels[k + 2] - b) < 24)
      count++;
  return count;
}

// For whoever looks at the page from outside.
window.closecall = {
  go,
  shown: () => current,
  drawn,
  painted,
  camera,
  everything,
  matrices,
  touches,
  bodies,
  fronts,
  nearest,
  partings,
  layers,
  charts: drawnCharts,
  findings,
  choose,
  chosen: () => chosen,
  isFlying: () => isFlying,
  focused: () => [...(focused ?? [])].map((body) => body.name),
  section,
  measureFrom,
  viewWords,
  line: (/** @type {number} */ frame) => at[frame],
  compareWith,
};
begin();
