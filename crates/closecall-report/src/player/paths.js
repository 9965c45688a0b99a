// The paths of bodies: of those that move visibly, and to be chosen one by one.

// So many are drawn unless more are asked for; then the longest only.
const FEW_PATHS = 3;
const MOST_PATHS = 40;

/** The middle of a body on its way; which frames touch is told by the colour. @param {SceneBody} body */
function pathSegments(body) {
  const middle = middleOf(body.box),
    own = bodies.indexOf(body);
  /** @type {number[]} */
  const list = [];
  const touching = touches.map((groups) => groups.some(({ a, b }) => a === own || b === own));
  let last = carried(body, 0, ...threeOf(middle));
  for (let frame = 1; frame < scene.frames; frame++) {
    const next = carried(body, frame, ...threeOf(middle));
    segment(list, last, next, touching[frame] && touching[frame - 1] ? 1 : 0);
    last = next;
  }
  return new Float32Array(list);
}

/** How far a body gets from where it begins. @param {SceneBody} body */
function reach(body) {
  const middle = threeOf(middleOf(body.box)),
    start = carried(body, 0, ...middle);
  let far = 0;
  for (let frame = 1; frame < scene.frames; frame++)
    far = Math.max(far, Math.hypot(...minus(carried(body, frame, ...middle), start)));
  return far;
}

function pathLayers() {
  // Where a page has a line of its own, as of a tool's tip, that is the path.
  if (scene.frames < 2 || bodies.some(isLine)) return;
  const far = bodies
    .filter((body) => body.is_moving && body.vertices.length > 0)
    .map((body) => ({ body, far: reach(body) }))
    .filter(({ far }) => far > 0.02 * sceneSize)
    .sort((p, q) => q.far - p.far)
    .slice(0, MOST_PATHS);
  const words = hasContacts ? " (marked: in contact)" : "";
  far.forEach(({ body }, k) => {
    const [key, name] =
      far.length === 1 ? ["path", "path"] : [`path${bodies.indexOf(body)}`, `path of ${body.name}`];
    const visible = !isMap && (far.length <= FEW_PATHS || k === 0);
    layer(key, name + words, [COLOURS.path], { bodies: [body], visible });
  });
}
