// The page's data: arrays out of text, and the pairs that touch in every frame.

const { scene, noun, at, charts } = JSON.parse(document.getElementById("data").textContent);
const view = document.getElementById("view");
const chartsView = document.getElementById("charts");
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

function bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const raw = atob(text);
  const array = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k++) array[k] = raw.charCodeAt(k);
  return array;
}
const typed = (text, Type) => new Type(bytes(text).buffer);

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

const bodies = scene.bodies.map((body) => ({
  ...body,
  poses: typed(body.poses, Float64Array),
  vertices: typed(body.vertices, Float32Array),
  triangles: typed(body.triangles, Uint32Array),
  touched: {
    numbers: typed(body.touched.numbers, Uint32Array),
    vertices: typed(body.touched.vertices, Float32Array),
    triangles: typed(body.touched.triangles, Uint32Array),
  },
}));
const nearest = new Map(scene.nearest.map(({ frame, points }) => [frame, points]));
// Moves that part bodies: where a point is before and after.
const partings = new Map();
for (const { frame, points } of scene.partings)
  partings.set(frame, [...(partings.get(frame) ?? []), points]);
// Six numbers a contact: the ends of what two triangles share, which may be one point.
const contacts = new Map(
  scene.contacts.map(({ frame, ends }) => [frame, typed(ends, Float32Array)]),
);
const fronts = scene.fronts.map((front) => ({
  ...front,
  vertices: typed(front.vertices, Float32Array),
  triangles: typed(front.triangles, Uint32Array),
}));
const touches = unpackPairs(bytes(scene.pairs));
const isTouching = (frame) => touches[frame]?.length > 0 || contacts.has(frame);
const hasContacts = contacts.size > 0 || touches.some((groups) => groups.length > 0);
