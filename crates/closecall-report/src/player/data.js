// The page's data: arrays out of text, and the pairs that touch in every frame.

/** @param {string} id @returns {HTMLElement} */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {PageData} */
const data = JSON.parse(byId("data").textContent ?? "");
const { scene, unit, findings, listing, charts } = data;
const { noun, at } = data.rows;
const view = byId("view");

/** @param {string} text @returns {Uint8Array} */
function bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const raw = atob(text);
  const array = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k++) array[k] = raw.charCodeAt(k);
  return array;
}
const floats = (/** @type {string} */ text) => new Float32Array(bytes(text).buffer);
const doubles = (/** @type {string} */ text) => new Float64Array(bytes(text).buffer);
const wholes = (/** @type {string} */ text) => new Uint32Array(bytes(text).buffer);

/** @param {Uint8Array} packed @returns {Group[][]} the pairs of every frame */
function unpackPairs(packed) {
  let place = 0;
  const next = () => {
    let number = 0,
      scale = 1,
      byte;
    do {
      byte = packed[place++];
      number += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return number;
  };
  const group = () => {
    const [a, b, count, kept] = [next(), next(), next(), next()];
    const pairs = new Uint32Array(2 * kept);
    for (let k = 0, i = 0, j = 0; k < kept; k++) {
      const step = next();
      i += step;
      j = (step === 0 ? j : 0) + next();
      pairs.set([i, j], 2 * k);
    }
    return { a, b, count, pairs };
  };
  return Array.from({ length: scene.frames }, () => Array.from({ length: next() }, group));
}

/** @param {{ vertices: string, triangles: string }} surface */
const surfaceOf = ({ vertices, triangles }) => ({
  vertices: floats(vertices),
  triangles: wholes(triangles),
});

/** @type {SceneBody[]} */
const bodies = scene.bodies.map((body) => ({
  ...body,
  ...surfaceOf(body),
  poses: doubles(body.poses),
  touched: { ...surfaceOf(body.touched), numbers: wholes(body.touched.numbers) },
  box: { low: [], high: [] },
  colour: "",
  layer: /** @type {any} */ (null),
}));
for (const [place, runs] of scene.only) bodies[place].only = runs;
/** Is a body there in a frame? @param {SceneBody | undefined} body @param {number} frame */
const isThere = (body, frame) =>
  !body?.only || body.only.some(([first, last]) => first <= frame && frame <= last);
const isSurface = (/** @type {SceneBody} */ { look }) => look === "surface" || look === "glass";
const isLine = (/** @type {SceneBody} */ { look }) =>
  look === "line" || look === "rapid" || look === "wrong";
const nearest = new Map(scene.nearest.map(({ frame, points }) => [frame, points]));
/** Moves that part bodies: where a point is before and after. @type {Map<number, [Vec, Vec][]>} */
const partings = new Map();
for (const { frame, points } of scene.partings)
  partings.set(frame, [...(partings.get(frame) ?? []), points]);
// Six numbers a contact: the ends of what two triangles share, which may be one point.
const contacts = new Map(
  scene.contacts.map(({ frame, ends, of }) => [frame, { ends: floats(ends), of }]),
);
/** @type {Front[]} */
const fronts = scene.fronts.map((front) => ({ ...front, ...surfaceOf(front) }));
const touches = unpackPairs(bytes(scene.pairs));
const isTouching = (/** @type {number} */ frame) =>
  touches[frame]?.length > 0 || contacts.has(frame);
const hasContacts = contacts.size > 0 || touches.some((groups) => groups.length > 0);
// The frames of a map are tiles beside each other, and no way leads from one to the next.
const isMap = charts.some((chart) => chart.map);
