// A link that opens the page at the same view: its part behind `#` has the frame, the eye, the cut,
// the chosen finding and what is hidden.

const round = (/** @type {number} */ x) => Number(x.toPrecision(7));

function viewWords() {
  const { target, distance, yaw, pitch, up } = camera;
  const eye = [...target, distance, yaw, pitch].map(round).join(",");
  const parts = [`frame=${current}`, `eye=${eye}`];
  if (up !== "z") parts.push(`up=${up}`);
  if (section.axis >= 0)
    parts.push(`cut=${section.axis},${round(section.share)},${Number(section.isFlipped)}`);
  if (chosen >= 0) parts.push(`finding=${chosen}`);
  const hidden = layers.filter((layer) => !layer.visible).map((layer) => layer.key);
  if (hidden.length) parts.push(`hidden=${hidden.join(",")}`);
  const clear = layers.filter((layer) => layer.clear).map((layer) => layer.key);
  parts.push(`clear=${clear.join(",")}`);
  return parts.join("&");
}

/** Shows what a link says; what it does not say stays. @param {string} words */
function showView(words) {
  const parts = new URLSearchParams(words);
  const numbers = (/** @type {string} */ name) => (parts.get(name) ?? "").split(",").map(Number);
  if (parts.has("hidden") || parts.has("eye")) {
    const hidden = (parts.get("hidden") ?? "").split(",");
    layers.forEach((layer) => (layer.visible = !hidden.includes(layer.key)));
  }
  const clear = parts.get("clear")?.split(",");
  if (clear) layers.forEach((layer) => (layer.clear = clear.includes(layer.key)));
  if (parts.get("up") === "y") setUp("y");
  const finding = Number(parts.get("finding") ?? -1);
  if (findings[finding]) choose(finding, true);
  if (parts.has("frame")) go(numbers("frame")[0]);
  const eye = numbers("eye");
  if (eye.length === 6 && eye.every(Number.isFinite)) {
    land();
    Object.assign(camera, { target: eye.slice(0, 3), distance: eye[3], yaw: eye[4], pitch: eye[5] });
  }
  const [axis, share, isFlipped] = numbers("cut");
  if (parts.has("cut") && [0, 1, 2].includes(axis)) cut({ axis, share, isFlipped: isFlipped === 1 });
  refreshLegend();
  redraw();
}

/** @param {HTMLElement} told */
function copyLink(told) {
  const address = `${location.href.split("#")[0]}#${viewWords()}`;
  history.replaceState(null, "", address);
  copy(address, told);
}
window.addEventListener("hashchange", () => showView(location.hash.slice(1)));
