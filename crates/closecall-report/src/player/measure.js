// Measuring between two points of surfaces; near a corner of a triangle, from that corner.

let isMeasuring = false;
/** The points that were clicked, two at most. @type {Vec[]} */
let measured = [];
const measureWords = make("output", { id: "measure-words" });

/** @param {boolean} on */
function setMeasuring(on) {
  isMeasuring = on;
  measured = [];
  canvas.classList.toggle("measuring", on);
  tellMeasured();
}

/** The corner of the picked triangle if the pointer is near to it in the picture.
 * @param {Picked} found @param {{ x: number, y: number }} pointer */
function snapped(found, pointer) {
  const { body, triangle } = found,
    { clip } = matrices();
  const corners = [0, 1, 2].map((k) => {
    const first = 3 * body.triangles[3 * triangle + k];
    return carried(body, current, ...threeOf([...body.vertices.subarray(first, first + 3)]));
  });
  const far = (/** @type {Vec} */ corner) => {
    const at = inPicture(corner, clip);
    return at ? Math.hypot(at[0] - pointer.x, at[1] - pointer.y) : Infinity;
  };
  const near = corners.sort((p, q) => far(p) - far(q))[0];
  return far(near) < 10 ? near : found.point;
}

/** @param {MouseEvent} event */
function measureAt(event) {
  const found = pick(event);
  if (found) measureFrom(snapped(found, placeInView(event)));
}

/** @param {Vec} point */
function measureFrom(point) {
  measured = measured.length === 2 ? [point] : [...measured, point];
  tellMeasured();
}

function tellMeasured() {
  const [p, q] = measured;
  measureWords.hidden = !isMeasuring;
  if (!p) measureWords.textContent = "click two points";
  else if (!q) measureWords.textContent = `from ${placeWords(p)} to …`;
  else {
    const way = minus(q, p),
      far = Math.hypot(...way);
    const parts = way.map((part, axis) => `${"xyz"[axis]} ${digits(Math.abs(part) < 1e-6 * sceneSize ? 0 : part)}`);
    measureWords.textContent = `${lengthWords(far)} (${parts.join(", ")})`;
    measureWords.title = `${far}, from ${placeInFull(p)} to ${placeInFull(q)}`;
  }
  if (hasGl) makeLive(current);
  redraw();
}
