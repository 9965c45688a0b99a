// The list that leads: a click on a row goes there in the scene and in the charts, and a click there
// comes back to the row.

/** The finding that is chosen; none is -1. */
let chosen = -1;
/** @type {HTMLButtonElement[]} */
const findingRows = [...document.querySelectorAll("#list .finding")].map(
  (row) => /** @type {HTMLButtonElement} */ (row),
);

/** Goes to a finding; to none, and the whole scene is shown again. @param {number} k @param {boolean} [atOnce] */
function choose(k, atOnce = false) {
  chosen = k;
  findingRows.forEach((row, place) => row.setAttribute("aria-pressed", String(place === k)));
  const found = findings[k];
  const many = bodies.filter(isSurface).length > 2;
  focusOn(found?.bodies.length && many ? found.bodies : null);
  document.body.dataset.chosen = String(k);
  lightCells();
  drawnCharts.forEach(drawChart);
  redraw();
  if (!found) return Promise.resolve();
  const row = findingRows[k];
  // Where the scene is above the list, as in narrow windows, it comes back into sight.
  if (view.getBoundingClientRect().bottom < 100) view.scrollIntoView({ block: "start" });
  else if (row.offsetParent) row.scrollIntoView({ block: "nearest" });
  setPlaying(false);
  if (current < found.frames[0] || current > found.frames[1]) go(found.frames[0]);
  return flyTo(placeOfFinding(found), atOnce);
}

/** Only these bodies are shown as they are, and what touches of them. @param {number[] | null} own */
function focusOn(own) {
  focused = own && new Set(own.map((body) => bodies[body]));
  if (hasGl) makeLive(current);
  renameTouching();
}

/** Near to its place, or so that its bodies fill the picture. @param {FindingData} found */
function placeOfFinding(found) {
  const own = found.bodies.map((body) => bodies[body]);
  const corners = own.flatMap((body) => cornersIn(body, current));
  if (!found.place) return corners.length ? around(corners) : wholeScene();
  const smallest = Math.min(...own.map((body) => sizeOf(body.box)), sizeOf(whole));
  const half = Math.max(smallest / 4, sceneSize / 100);
  const low = found.place.map((x) => x - half / 2),
    high = found.place.map((x) => x + half / 2);
  const near = nearTo({ low, high });
  const touching = placeOf(current);
  return touching && isAlone(found) ? nearTo(touching) : near;
}

/** Is it the only finding about its bodies in the frame that is shown? @param {FindingData} found */
const isAlone = (found) =>
  findings.filter(
    ({ bodies: own, frames }) =>
      own.join() === found.bodies.join() && frames[0] <= current && current <= frames[1],
  ).length === 1;

// The rows of the frame that is shown are lit.
function lightFindings() {
  if (scene.frames < 2) return;
  findings.forEach(({ frames }, k) => {
    const isHere = frames[0] <= current && current <= frames[1];
    findingRows[k].classList.toggle("here", isHere);
  });
}

/** A click in the scene: chooses the finding whose place is near to the pointer, or that is about the
 * body under it. @param {MouseEvent} event */
function chooseAt(event) {
  const pointer = placeInView(event),
    { clip } = matrices();
  const isNow = (/** @type {FindingData} */ { frames }) => frames[0] <= current && current <= frames[1];
  const far = findings.map((found) => {
    const at = found.place && isNow(found) ? inPicture(found.place, clip) : null;
    return at ? Math.hypot(at[0] - pointer.x, at[1] - pointer.y) : Infinity;
  });
  const least = Math.min(...far);
  if (least < 20) return choose(far.indexOf(least));
  const body = pick(event)?.body;
  if (!body) return choose(-1);
  const own = (/** @type {FindingData} */ found) => found.bodies.some((place) => bodies[place] === body);
  const about = findings.findIndex((found) => isNow(found) && own(found));
  if (about >= 0) choose(about);
}

/** Shows two bodies alone: a finding about them, or just them. @param {number} a @param {number} b */
function chooseBodies(a, b) {
  const isPair = (/** @type {FindingData} */ { bodies: own }) =>
    own.length === 2 && own.includes(a) && own.includes(b);
  const k = findings.findIndex(isPair);
  if (k >= 0) return choose(k);
  choose(-1);
  focusOn([a, b]);
  return flyTo(around([a, b].flatMap((body) => cornersIn(bodies[body], current))));
}

// The cells of the chosen pair are framed.
function lightCells() {
  const pair = findings[chosen]?.bodies ?? [];
  document.querySelectorAll(".matrix button").forEach((cell) => {
    const own = (/** @type {HTMLElement} */ (cell).dataset.pair ?? "").split(",").map(Number);
    cell.classList.toggle("chosen", pair.length === 2 && own.every((body) => pair.includes(body)));
  });
}

const KIND = "kind:",
  GROUP = "group:";

/** The kinds of findings and then their groups, with how many there are. */
function filters() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const groups = findings.flatMap(({ group }) => group ?? []).sort((p, q) => p.localeCompare(q, "en", { numeric: true }));
  for (const key of [...findings.map(({ kind }) => KIND + kind), ...groups.map((group) => GROUP + group)])
    counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

// Buttons that leave out kinds and groups, and the order of the rows.
function makeSorting() {
  const box = document.getElementById("sorting");
  if (!box) return;
  const list = byId("list");
  findingRows.forEach((row, k) => row.addEventListener("click", () => choose(k === chosen ? -1 : k)));
  const hidden = new Set();
  const show = () =>
    findings.forEach(({ kind, group }, k) => {
      const isHidden = hidden.has(KIND + kind) || (group !== null && hidden.has(GROUP + group));
      /** @type {HTMLElement} */ (findingRows[k].parentElement).hidden = isHidden;
    });
  const counts = filters();
  if (counts.size > 1)
    for (const [key, count] of counts) {
      const made = toggle(`${key.split(":")[1]}: ${count}`, "show or hide these rows", true, (on) => {
        if (on) hidden.delete(key);
        else hidden.add(key);
        show();
      });
      made.dataset.filter = key;
      box.append(made);
    }
  if (findings.length < 3) return;
  /** @type {[string, string][]} */
  const orders = [["0", "what matters first"], ["1", `in order of ${noun}s`], ["2", "by name"]];
  const sorts = [
    (/** @type {number} */ p, /** @type {number} */ q) => p - q,
    (/** @type {number} */ p, /** @type {number} */ q) => findings[p].frames[0] - findings[q].frames[0],
    (/** @type {number} */ p, /** @type {number} */ q) =>
      findings[p].name.localeCompare(findings[q].name, "en", { numeric: true }),
  ];
  const order = choice("order", "the order of the list", scene.frames > 1 ? orders : [orders[0], orders[2]], (value) => {
    const places = findings.map((_, k) => k).sort(sorts[Number(value)]);
    list.append(...places.map((k) => /** @type {HTMLElement} */ (findingRows[k].parentElement)));
  });
  box.append(order);
}

function makeMatrix() {
  document.querySelectorAll(".matrix button").forEach((cell) =>
    cell.addEventListener("click", () => {
      const [a, b] = (/** @type {HTMLElement} */ (cell).dataset.pair ?? "").split(",").map(Number);
      chooseBodies(a, b);
    }),
  );
}
