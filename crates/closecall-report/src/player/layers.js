// What is drawn, as layers that can be hidden. Every colour means one thing on a page.

const COLOURS = {
  touchingA: "#dc322f",
  touchingB: "#1f6fd0",
  contact: "#111418",
  nearest: "#7a1fa2",
  parting: "#b3005e",
  path: "#7c8a99",
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
const MOST_LISTED_BODIES = 12;
const MOST_PATHS = 16;

// More bodies than colours have hues between, red and blue left out.
function bodyColour(k) {
  if (k < BODY_COLOURS.length) return BODY_COLOURS[k];
  const place = ((k - BODY_COLOURS.length) * 0.618034) % 1,
    hue = place < 0.68 ? 30 + 250 * place : 262 + 200 * (place - 0.68);
  const [light, rich] = [0.62 + 0.05 * (k % 4), 0.3 + 0.06 * (k % 3)];
  const part = (n) => {
    const turned = (n + hue / 30) % 12;
    return Math.round(
      255 *
        (light -
          rich * Math.min(light, 1 - light) * Math.max(-1, Math.min(turned - 3, 9 - turned, 1))),
    );
  };
  return "#" + [0, 8, 4].map((n) => part(n).toString(16).padStart(2, "0")).join("");
}

const rgb = (colour) =>
  [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16) / 255);

const layers = [];
function layer(key, name, colour, more) {
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

// Bodies by themselves, or, where there are many, those that stand still and those that move.
function bodyLayers() {
  const surfaces = bodies.filter((body) => body.look === "surface");
  surfaces.forEach((body, k) => (body.colour = bodyColour(k)));
  const still = surfaces.filter((body) => !body.is_moving),
    moving = surfaces.filter((body) => body.is_moving);
  const others = moving.length > 0 || bodies.some((body) => body.look === "volumes");
  const add = (key, name, list, clear) => {
    const made = layer(
      key,
      name,
      list.map((body) => body.colour),
      { canBeClear: true, clear, bodies: list },
    );
    list.forEach((body) => (body.layer = made));
  };
  if (surfaces.length <= MOST_LISTED_BODIES) {
    surfaces.forEach((body, k) =>
      add(`body${k}`, body.name, [body], !body.is_moving && others && still.length === 1),
    );
  } else {
    if (still.length)
      add(
        "still",
        counted(still.length, "body that stands still", "bodies that stand still"),
        still,
        false,
      );
    if (moving.length)
      add("moving", counted(moving.length, "body that moves", "bodies that move"), moving, false);
  }
  const rest = (look, key, name, colour) => {
    const list = bodies.filter((body) => body.look === look);
    if (!list.length) return;
    const made = layer(key, name(list), colour, {
      canBeClear: look === "volumes",
      clear: look === "volumes",
      bodies: list,
    });
    list.forEach((body) => Object.assign(body, { colour, layer: made }));
  };
  rest("volumes", "volumes", (list) => counted(list.length, "bounding volume"), COLOURS.volumes);
  rest("line", "line", (list) => list.map((body) => body.name).join(", "), COLOURS.path);
}

// Where only two bodies touch each other, they are called by their names.
function touchLayers() {
  const pairs = touches.flat();
  if (contacts.size) layer("contact", "contact points", COLOURS.contact);
  if (!pairs.length) return;
  const name = (side, other) =>
    pairs.every((pair) => pair[side] === pairs[0][side]) ? bodies[pairs[0][side]].name : other;
  layer("touchingA", `touching triangles: ${name("a", "first body")}`, COLOURS.touchingA);
  layer("touchingB", `touching triangles: ${name("b", "second body")}`, COLOURS.touchingB);
}

function makeLayers() {
  bodyLayers();
  touchLayers();
  if (nearest.size) layer("nearest", "nearest points", COLOURS.nearest);
  if (partings.size) layer("parting", "move that parts them", COLOURS.parting);
  const moving = bodies.filter((body) => body.is_moving);
  // Where a page has a line of its own, as of a tool's tip, that is the path.
  const isDrawn = bodies.some((body) => body.look === "line");
  if (scene.frames > 1 && !isDrawn && moving.length && moving.length <= MOST_PATHS)
    layer("path", hasContacts ? "path (dark: in contact)" : "path", [COLOURS.path], {
      bodies: moving,
    });
  for (const side of ["stillFront", "movingFront"])
    if (fronts.some((front) => sideOf(front) === side))
      layer(
        side,
        `remembered volumes: ${bodies[fronts.find((front) => sideOf(front) === side).body].name}`,
        COLOURS[side],
      );
  layer("grid", "grid", COLOURS.grid);
}
const layerOf = (key) => layers.find((one) => one.key === key);
