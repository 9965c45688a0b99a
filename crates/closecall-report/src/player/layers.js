// What is drawn, as layers that can be hidden. Every colour means one thing on a page.

/** @type {Record<string, string>} */
const COLOURS = {
  touchingA: "#dc322f",
  touchingB: "#1f6fd0",
  contact: "#111418",
  nearest: "#7a1fa2",
  parting: "#b3005e",
  path: "#7c8a99",
  rapid: "#d08a00",
  wrong: "#e0218a",
  measure: "#0a8f9c",
  volumes: "#00806a",
  stillFront: "#5b8c00",
  movingFront: "#a8327d",
  grid: "#dde3ea",
};
// Of bodies: pale ones, so that none is taken for what touches.
const BODY_COLOURS = [
  ...["#9fb0c0", "#f0a030", "#7fb58a", "#c9a27c", "#8fc7c2", "#b8a9c9"],
  ...["#c5c36a", "#8f7f78", "#e0bcc8", "#68908c", "#e8d3a0", "#9a9fd0"],
];
const MOST_LISTED_BODIES = 40;

/** More bodies than colours have hues between, red and blue left out. @param {number} k */
function bodyColour(k) {
  if (k < BODY_COLOURS.length) return BODY_COLOURS[k];
  const place = ((k - BODY_COLOURS.length) * 0.618034) % 1,
    hue = place < 0.68 ? 30 + 250 * place : 262 + 200 * (place - 0.68);
  const [light, rich] = [0.62 + 0.05 * (k % 4), 0.3 + 0.06 * (k % 3)];
  const part = (/** @type {number} */ n) => {
    const turned = (n + hue / 30) % 12;
    const bend = Math.max(-1, Math.min(turned - 3, 9 - turned, 1));
    return Math.round(255 * (light - rich * Math.min(light, 1 - light) * bend));
  };
  return "#" + [0, 8, 4].map((n) => part(n).toString(16).padStart(2, "0")).join("");
}

/** @param {string} colour */
const rgb = (colour) =>
  [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16) / 255);

/** @type {Layer[]} */
const layers = [];
/** @param {string} key @param {string} name @param {string | string[]} colour @param {Partial<Layer>} [more] @returns {Layer} */
function layer(key, name, colour, more = {}) {
  const made = {
    key,
    name,
    colours: [colour].flat(),
    visible: true,
    clear: false,
    canBeClear: false,
    ...more,
  };
  layers.push(made);
  return made;
}
const layerOf = (/** @type {string} */ key) => layers.find((one) => one.key === key);

/** Is there a body inside the box of this one? @param {SceneBody} body @param {SceneBody[]} all */
function holdsAnother(body, all) {
  const outer = boxAround(cornersIn(body, 0)),
    room = 0.002 * sceneSize;
  const isInside = (/** @type {SceneBody} */ other) => {
    const inner = boxAround(cornersIn(other, 0));
    const fits = [0, 1, 2].every(
      (axis) =>
        inner.low[axis] >= outer.low[axis] - room && inner.high[axis] <= outer.high[axis] + room,
    );
    return fits && sizeOf(inner) < 0.95 * sizeOf(outer);
  };
  return all.some((other) => other !== body && other.vertices.length > 0 && isInside(other));
}

// Bodies by themselves, or, where there are very many, those that stand still and those that move.
function bodyLayers() {
  const surfaces = bodies.filter(isSurface);
  surfaces.forEach((body, k) => (body.colour = bodyColour(k)));
  const still = surfaces.filter((body) => !body.is_moving),
    moving = surfaces.filter((body) => body.is_moving);
  const hasGlass = surfaces.some((body) => body.look === "glass");
  const others = (moving.length > 0 && !hasGlass) || bodies.some((body) => body.look === "volumes");
  /** @param {string} key @param {string} name @param {SceneBody[]} list @param {boolean} clear */
  const add = (key, name, list, clear) => {
    const colours = list.map((body) => body.colour);
    const made = layer(key, name, colours, { canBeClear: true, clear, bodies: list });
    list.forEach((body) => (body.layer = made));
  };
  if (surfaces.length <= MOST_LISTED_BODIES) {
    surfaces.forEach((body, k) => {
      const isAround = others && !body.is_moving && still.length === 1;
      const clear = body.look === "glass" || isAround || holdsAnother(body, surfaces);
      add(`body${k}`, body.name, [body], clear);
    });
  } else {
    const named = { still: "stands still|stand still", moving: "moves|move" };
    for (const [key, list] of /** @type {["still" | "moving", SceneBody[]][]} */ ([["still", still], ["moving", moving]])) {
      const [one, more] = named[key].split("|");
      if (list.length)
        add(key, counted(list.length, `body that ${one}`, `bodies that ${more}`), list, false);
    }
  }
}

/** Bodies that are no surfaces: one layer for each look. */
function otherLayers() {
  /** @param {SceneBody["look"]} look @param {string} key @param {(list: SceneBody[]) => string} name @param {string} colour */
  const rest = (look, key, name, colour) => {
    const list = bodies.filter((body) => body.look === look);
    if (!list.length) return;
    const clear = look === "volumes";
    const made = layer(key, name(list), colour, { canBeClear: clear, clear, bodies: list });
    list.forEach((body) => Object.assign(body, { colour, layer: made }));
  };
  const names = (/** @type {SceneBody[]} */ list) => list.map((body) => body.name).join(", ");
  rest("volumes", "volumes", (list) => counted(list.length, "bounding volume"), COLOURS.volumes);
  rest("line", "line", names, COLOURS.path);
  rest("rapid", "rapid", names, COLOURS.rapid);
  rest("wrong", "wrong", names, COLOURS.wrong);
}

/** The names of the bodies on a side of what touches in the frame that is shown; of all frames if
 * nothing touches there. @param {"a" | "b"} side */
function touchingNames(side) {
  const here = touches[current].filter(({ a, b }) => isSeen(a, b)),
    groups = here.length ? here : touches.flat();
  const names = [...new Set(groups.map((group) => bodies[group[side]].name))];
  const more = names.length > 2 ? ` and ${names.length - 2} more` : "";
  return names.slice(0, 2).join(", ") + more;
}

function touchLayers() {
  if (contacts.size) layer("contact", scene.marks ?? "contact points", COLOURS.contact);
  if (!touches.some((groups) => groups.length)) return;
  for (const [key, side] of /** @type {[string, "a" | "b"][]} */ ([["touchingA", "a"], ["touchingB", "b"]]))
    layer(key, "touching", COLOURS[key], { words: () => `touching: ${touchingNames(side)}` });
}

function makeLayers() {
  bodyLayers();
  otherLayers();
  touchLayers();
  if (nearest.size) layer("nearest", "nearest points", COLOURS.nearest);
  if (partings.size) layer("parting", "move that parts them", COLOURS.parting);
  pathLayers();
  for (const side of ["stillFront", "movingFront"]) {
    const front = fronts.find((front) => sideOf(front) === side);
    if (front) layer(side, `remembered volumes: ${bodies[front.body].name}`, COLOURS[side]);
  }
  layer("measure", "measured", COLOURS.measure);
  layer("grid", "grid", COLOURS.grid, { words: () => `grid of ${lengthWords(gridStep)}` });
}
