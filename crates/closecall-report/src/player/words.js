// What is said of a frame, and what the colours mean.

const grouped = (number) => number.toLocaleString("en-US");
const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
const MOST_LISTED = 200;

function tell(frame) {
  const groupsNow = touches[frame];
  const count = groupsNow.reduce((sum, group) => sum + group.count, 0);
  label.textContent =
    scene.frames > 1
      ? `frame ${grouped(frame)} of ${grouped(scene.frames)}${rows.length ? `, ${rowName} ${rows[frame]}` : ""}`
      : "";
  tellFront(frame);
  const title = document.getElementById("touching-title");
  title.textContent = count
    ? `${counted(count, "touching pair")}${scene.frames > 1 ? " in this frame" : ""}`
    : bodies.length > 1 && !groups.volumes.length
      ? "Nothing touches here"
      : "";
  title.className = count ? "touches" : "";
  const lines = groupsNow.flatMap(({ a, b, count, pairs }) => {
    const [of_a, of_b] = [bodies[a], bodies[b]];
    const head =
      `${of_a.name} × ${of_b.name}` +
      (pairs.length / 2 < count ? `: ${grouped(pairs.length / 2)} of ${grouped(count)} in this page` : "");
    const listed = Array.from(
      { length: Math.min(pairs.length / 2, MOST_LISTED) },
      (_, k) => `${of_a.touched.numbers[pairs[2 * k]]}:${of_b.touched.numbers[pairs[2 * k + 1]]}`,
    );
    return [head, listed.join("  ") + (pairs.length / 2 > MOST_LISTED ? " …" : "")];
  });
  document
    .getElementById("touching")
    .replaceChildren(
      ...lines.map((text, at) => make("p", { textContent: text, className: at % 2 ? "pairs" : "names" })),
    );
}

function item([colour, text]) {
  const span = make("span", { textContent: text });
  const swatch = make("i", {});
  swatch.style.background = colour;
  span.prepend(swatch);
  return span;
}

// What is drawn of what is remembered, behind the box that hides it.
function tellFront(frame) {
  const items = frontsAt(frame).map((front) => {
    const thinned = front.shown < front.all ? `${grouped(front.shown)} of ` : "";
    const words = `${thinned}${counted(front.all, "volume")} of ${bodies[front.body].name}`;
    return item([FRONT_COLOURS[sideOf(front)], words]);
  });
  frontWords.replaceChildren(items.length ? "remembered: " : "remembered volumes (not drawn at this frame)", ...items);
}

function frontBox() {
  const box = make("input", { type: "checkbox", id: "front", checked: true });
  const places = Object.keys(FRONT_COLOURS).map((side) => LIVE.indexOf(side));
  box.addEventListener("change", () => Plotly.restyle(view, { visible: box.checked }, places));
  const entry = make("label", {});
  entry.append(box, frontWords);
  return entry;
}

function legend() {
  const names = (group) =>
    group.length > 3 ? `${grouped(group.length)} bodies` : group.map((body) => body.name).join(", ");
  // Where only two bodies touch each other, they are called by their names.
  const pairs = touches.flat();
  const touching = (side, other) =>
    pairs.every((pair) => pair[side] === pairs[0][side]) && pairs.length ? bodies[pairs[0][side]].name : other;
  const entries = [
    [COLOURS.still, names(groups.still), groups.still.length === 1],
    [COLOURS.moving, names(groups.moving), groups.moving.length === 1],
    [COLOURS.a, `touching: ${touching("a", "first body")}`, pairs.length > 0],
    [COLOURS.b, `touching: ${touching("b", "second body")}`, pairs.length > 0],
    [COLOURS.nearest, "nearest points", nearest.size > 0],
  ].filter(([, , is_there]) => is_there);
  const box = make("div", { id: "legend" });
  box.append(...entries.map(item), ...(fronts.length ? [frontBox()] : []));
  return box;
}
