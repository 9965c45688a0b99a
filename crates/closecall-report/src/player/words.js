// What is said of a frame, and what the colours mean.

const grouped = (number) => number.toLocaleString("en-US");
const counted = (number, one, more = `${one}s`) =>
  `${grouped(number)} ${number === 1 ? one : more}`;
// Five figures that count.
const digits = (number) =>
  Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(5)));
const nameOf = (frame) => `${noun} ${at.length ? digits(at[frame]) : frame}`;
const MOST_LISTED = 200;

function tell(frame) {
  label.textContent =
    scene.frames > 1 ? `${nameOf(frame)} · ${grouped(frame + 1)} of ${grouped(scene.frames)}` : "";
  tellNearest(frame);
  tellFront(frame);
  const groupsNow = touches[frame];
  const count = groupsNow.reduce((sum, group) => sum + group.count, 0);
  const title = document.getElementById("touching-title");
  const where = scene.frames > 1 ? ` at ${nameOf(frame)}` : "";
  const isAsked = bodies.filter((body) => body.look === "surface").length > 1;
  title.textContent = count
    ? `${counted(count, "touching pair")}${where}`
    : isAsked
      ? `Nothing touches${where || " here"}`
      : "";
  title.className = count ? "touches" : "";
  const lines = groupsNow.flatMap(({ a, b, count, pairs }) => {
    const [of_a, of_b] = [bodies[a], bodies[b]];
    const head =
      `${of_a.name} × ${of_b.name}` +
      (pairs.length / 2 < count
        ? `: ${grouped(pairs.length / 2)} of ${grouped(count)} in this page`
        : "");
    const listed = Array.from(
      { length: Math.min(pairs.length / 2, MOST_LISTED) },
      (_, k) => `${of_a.touched.numbers[pairs[2 * k]]}:${of_b.touched.numbers[pairs[2 * k + 1]]}`,
    );
    return [head, listed.join("  ") + (pairs.length / 2 > MOST_LISTED ? " …" : "")];
  });
  document
    .getElementById("touching")
    .replaceChildren(
      ...lines.map((text, place) =>
        make("p", { textContent: text, className: place % 2 ? "pairs" : "names" }),
      ),
    );
}

// How far apart the nearest points of a frame are, and where.
function tellNearest(frame) {
  const points = nearest.get(frame);
  const place = (point) => point.map((x, axis) => digits(x + scene.origin[axis])).join(" ");
  document.getElementById("nearest").textContent = points
    ? `${digits(Math.hypot(...minus(points[0], points[1])))} apart, from ${place(points[0])} to ${place(points[1])}`
    : "";
}

// What is drawn of what is remembered.
function tellFront(frame) {
  const words = frontsAt(frame).map((front) => {
    const thinned = front.shown < front.all ? `${grouped(front.shown)} of ` : "";
    return `${thinned}${counted(front.all, "volume")} of ${bodies[front.body].name}`;
  });
  const none = fronts.length ? "remembered volumes are not drawn here" : "";
  document.getElementById("front-words").textContent = words.length
    ? `remembered: ${words.join(", ")}`
    : none;
}

function swatch(colours) {
  const made = make("i", {});
  const stripes = colours.map(
    (colour, k) => `${colour} ${(100 * k) / colours.length}% ${(100 * (k + 1)) / colours.length}%`,
  );
  made.style.background =
    colours.length > 1 ? `linear-gradient(90deg, ${stripes.join(", ")})` : colours[0];
  return made;
}

function toggle(text, title, isOn, act) {
  const made = make("button", { type: "button", title });
  made.append(...[text].flat());
  made.setAttribute("aria-pressed", isOn);
  made.addEventListener("click", () => {
    const on = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", on);
    act(on);
  });
  return made;
}

function entryOf(layer) {
  const entry = make("div", { className: "entry" });
  entry.dataset.layer = layer.key;
  const words = layer.key === "grid" ? `grid of ${digits(gridStep)}` : layer.name;
  const show = toggle([swatch(layer.colours), words], "show or hide", layer.visible, (on) => {
    layer.visible = on;
    redraw();
  });
  show.className = "show";
  entry.append(show);
  if (layer.canBeClear) {
    const clear = toggle("◐", "see-through or solid", layer.clear, (on) => {
      layer.clear = on;
      redraw();
    });
    clear.className = "clear";
    entry.append(clear);
  }
  return entry;
}

function legend() {
  const box = make("div", { id: "legend" });
  box.append(...layers.map(entryOf));
  return box;
}
