// A cut through the scene: what lies beyond a plane along an axis is not drawn.

const UNCUT = [0, 0, 0, 1];
const section = { axis: -1, share: 0.5, isFlipped: false };

// The plane as a normal and how far along it the rest of the scene is kept.
function cutPlane() {
  const { axis, share, isFlipped } = section;
  if (axis < 0) return UNCUT;
  const place = whole.low[axis] + (whole.high[axis] - whole.low[axis]) * share;
  const normal = [0, 1, 2].map((k) => (k === axis ? (isFlipped ? -1 : 1) : 0));
  return [...normal, isFlipped ? -place : place];
}

/** Was this point cut away? @param {Numbers} point */
function isCutAway(point) {
  const plane = cutPlane();
  return dot(plane, point) > plane[3];
}

/** @param {Partial<typeof section>} change */
function cut(change) {
  Object.assign(section, change);
  sectionRow.hidden = section.axis < 0;
  sectionChoice.value = String(section.axis);
  sectionSlider.value = String(section.share);
  const { axis, share } = section;
  const place = whole.low[axis] + (whole.high[axis] - whole.low[axis]) * share + scene.origin[axis];
  sectionWords.textContent = axis < 0 ? "" : `${"xyz"[axis]} = ${lengthWords(place)}`;
  redraw();
}

/** @type {[string, string][]} */
const SECTIONS = [["-1", "no cut"], ["0", "cut along x"], ["1", "cut along y"], ["2", "cut along z"]];
const sectionChoice = choice("section", "cut the scene", SECTIONS, (value) => cut({ axis: Number(value) }));
const sectionSlider = make("input", { type: "range", id: "section-place", min: "0", max: "1", step: "0.002" });
sectionSlider.setAttribute("aria-label", "where the cut is");
sectionSlider.addEventListener("input", () => cut({ share: Number(sectionSlider.value) }));
const sectionWords = make("output", { id: "section-words" });
const sectionRow = make("span", { id: "section-row", hidden: true });
sectionRow.append(
  sectionSlider,
  button("section-flip", "⇄", "the other side of the cut", () => cut({ isFlipped: !section.isFlipped })),
  sectionWords,
);
