// Turning, shifting and zooming by hand, and the name of what lies under the pointer.

const pointers = new Map();
const tip = make("div", { id: "tip", hidden: true });

function turn(dx, dy) {
  camera.yaw -= 0.008 * dx;
  camera.pitch = Math.min(Math.max(camera.pitch + 0.008 * dy, -1.57), 1.57);
}

function shift(dx, dy) {
  const [right, up] = axes(),
    unit = (2 * TANGENT * camera.distance) / Math.max(view.clientHeight, 1);
  camera.target = along(along(camera.target, right, -dx * unit), up, dy * unit);
}

function zoom(factor) {
  camera.distance = Math.min(Math.max(camera.distance * factor, sceneSize * 1e-5), sceneSize * 50);
}

function dragged(event) {
  const last = pointers.get(event.pointerId);
  if (!last) return hover(event);
  flight++;
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

function placeInView(event) {
  const frame = canvas.getBoundingClientRect();
  return [event.clientX - frame.left, event.clientY - frame.top, frame];
}

function pick(event) {
  const [x, y, frame] = placeInView(event);
  return pickAlong(rayThrough((2 * x) / frame.width - 1, 1 - (2 * y) / frame.height), current);
}

let isHovering = false;
function hover(event) {
  if (isHovering) return;
  isHovering = true;
  requestAnimationFrame(() => {
    isHovering = false;
    const found = pointers.size === 0 ? pick(event) : null;
    tip.hidden = !found;
    if (!found) return;
    const [x, y, frame] = placeInView(event);
    const point = found.point.map((value, axis) => digits(value + scene.origin[axis]));
    const number = found.body.is_whole ? `triangle ${grouped(found.triangle)} · ` : "";
    tip.replaceChildren(
      make("b", { textContent: found.body.name }),
      make("span", { textContent: `${number}${point.join(" ")}` }),
    );
    tip.style.left = `${Math.min(x + 14, Math.max(frame.width - tip.offsetWidth - 4, 0))}px`;
    tip.style.top = `${Math.min(y + 14, Math.max(frame.height - tip.offsetHeight - 4, 0))}px`;
  });
}

function handle() {
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    tip.hidden = true;
  });
  canvas.addEventListener("pointermove", dragged);
  for (const end of ["pointerup", "pointercancel"])
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
      flight++;
      zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 100) * 0.0015));
      redraw();
    },
    { passive: false },
  );
}
