// The page's data: arrays out of text, and the pairs that touch in every frame.

const { scene, rows, rowName, charts } = JSON.parse(document.getElementById("data").textContent);
const COLOURS = { still: "#9fb0c0", moving: "#f0a030", a: "#dc322f", b: "#1f6fd0", path: "#8a97a5", nearest: "#7a1fa2" };
const FRONT_COLOURS = { stillFront: "#009e73", movingFront: "#9b4fc4" };
const PALETTE = ["#9fb0c0", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];
const view = document.getElementById("view");
const chartsView = document.getElementById("charts");

function bytes(text) {
  const raw = atob(text);
  const array = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k++) array[k] = raw.charCodeAt(k);
  return array;
}
const typed = (text, Type) => new Type(bytes(text).buffer);

function unpackPairs(packed) {
  let at = 0;
  const next = () => {
    let number = 0,
      scale = 1,
      byte;
    do {
      byte = packed[at++];
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
const fronts = scene.fronts.map((front) => ({
  ...front,
  vertices: typed(front.vertices, Float32Array),
  triangles: typed(front.triangles, Uint32Array),
}));
const touches = unpackPairs(bytes(scene.pairs));
