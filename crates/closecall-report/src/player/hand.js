// Turning, shifting and zooming by hand, and the name of what lies under the pointer.

/** @type {Map<number, { x: number, y: number }>} */
const pointers = new Map();
const tip = make("div", { id: "tip", hidden: true });

/** @param {number} dx @param {number} dy */
function turn(dx, dy) {
  camera.yaw -= 0.008 * dx;
  camera.pitch = Math.min(Math.max(camera.pitch + 0.008 * dy, -1.57), 1.57);
}

/** @param {number} dx @param {number} dy */
function shift(dx, dy) {
  const [right, up] = axes(),
    unit = (2 * TANGENT * camera.distance) / Math.max(view.clientHeight, 1);
  camera.target = along(along(camera.target, right, -dx * unit), up, dy * unit);
}

/** @param {number} factor */
function zoom(factor) {
  camera.distance = Math.min(Math.max(camera.distance * factor, sceneSize * 1e-5), sceneSize * 50);
}

/** @param {PointerEvent} event */
function dragged(event) {
  const last = pointers.get(event.pointerId);
  if (!last) return hover(event);
  land();
  hasMoved = hasMoved || Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > 4;
  const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
  const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
  if (others.length) {
    const [other] = others;
    const before = Math.hypot(last.x - other.x, last.y - other.y),
      now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    zoom(before / Math.max(now, 1));
    shift(dx / 2, dy / 2);
  } else if (event.shiftKey || event.buttons & 6) shift(dx, dy);
  else turn(dx, dy);
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  redraw();
}

/** @param {MouseEvent} event */
function placeInView(event) {
  const frame = canvas.getBoundingClientRect();
  return { x: event.clientX - frame.left, y: event.clientY - frame.top, frame };
}

/** @param {MouseEvent} event */
function pick(event) {
  const { x, y, frame } = placeInView(event);
  return pickAlong(rayThrough((2 * x) / frame.width - 1, 1 - (2 * y) / frame.height), current);
}

// Where the pointer went down, and whether it moved since: else it is a click.
let begun = { x: 0, y: 0 },
  hasMoved = false;

let isHovering = false;
/** @param {PointerEvent} event */
function hover(event) {
  if (isHovering) return;
  isHovering = true;
  requestAnimationFrame(() => {
    isHovering = false;
    const found = pointers.size === 0 ? pick(event) : null;
    tip.hidden = !found;
    if (!found) return;
    const { x, y, frame } = placeInView(event);
    const number = found.body.is_whole ? `triangle ${grouped(found.triangle)} · ` : "";
    tip.replaceChildren(
      make("b", { textContent: found.body.name }),
      make("span", { textContent: `${number}${placeWords(found.point)}` }),
    );
    tip.style.left = `${Math.min(x + 14, Math.max(frame.width - tip.offsetWidth - 4, 0))}px`;
    tip.style.top = `${Math.min(y + 14, Math.max(frame.height - tip.offsetHeight - 4, 0))}px`;
  });
}

function handle() {
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    begun = { x: event.clientX, y: event.clientY };
    hasMoved = pointers.size > 0;
    pointers.set(event.pointerId, begun);
    tip.hidden = true;
  });
  canvas.addEventListener("click", (event) => {
    if (hasMoved) return;
    if (isMeasuring) measureAt(event);
    else chooseAt(event);
  });
  canvas.addEventListener("pointermove", dragged);
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"]))
    canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
  canvas.addEventListener("pointerleave", () => (tip.hidden = true));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("dblclick", (event) => {
    const found = pick(event);
    flyTo(found ? { target: found.point, distance: camera.distance / 2 } : wholeScene());
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      land();
      zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 100) * 0.0015));
      redraw();
    },
    { passive: false },
  );
}

// The canvas by keys, while it has them: arrows turn, with shift they move; + and - zoom.
/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-20, 0],
  ArrowRight: [20, 0],
  ArrowUp: [0, -20],
  ArrowDown: [0, 20],
};
canvas.addEventListener("keydown", (event) => {
  const arrow = ARROWS[event.key];
  const factor = { "+": 0.8, "=": 0.8, "-": 1.25 }[event.key];
  if ((!arrow && !factor) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  land();
  if (factor) zoom(factor);
  else if (event.shiftKey) shift(-arrow[0], -arrow[1]);
  else turn(...arrow);
  redraw();
});

// Where the axes of the scene point, in a corner of the picture.
const triad = make("div", { id: "triad" });
triad.setAttribute("aria-hidden", "true");
function drawTriad() {
  const [right, up, back] = axes();
  const names = ["x", "y", "z"],
    colours = ["#d23b3b", "#2f9a4e", "#3a6fd8"];
  const drawn = names.map((name, k) => {
    const [x, y] = [26 + 20 * right[k], 26 - 20 * up[k]];
    const fade = back[k] < -0.2 ? 0.55 : 1;
    return `<g><line opacity="${fade}" x1="26" y1="26" x2="${x}" y2="${y}" stroke="${colours[k]}" stroke-width="2"/><text x="${26 + 1.25 * (x - 26)}" y="${30 + 1.25 * (y - 26)}" fill="${colours[k]}">${name}</text></g>`;
  });
  triad.innerHTML = `<svg width="52" height="52">${drawn.join("")}</svg>`;
}
