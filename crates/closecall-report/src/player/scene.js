// The scene as plotly.js draws it.

function mesh(group, surface, more) {
  const lighting = {
    ambient: 0.55,
    diffuse: 0.7,
    specular: 0.15,
    roughness: 0.7,
    fresnel: 0.1,
    facenormalsepsilon: 0,
    vertexnormalsepsilon: 0,
  };
  return {
    type: "mesh3d",
    ...surface,
    flatshading: true,
    hoverinfo: "skip",
    lighting,
    showscale: false,
    ...paint(group),
    ...more,
  };
}

// One colour for one body; of several, each has its own.
function paint(group) {
  if (group.length < 2) return {};
  const own = group.flatMap((body, at) => new Array(body.triangles.length / 3).fill(at % PALETTE.length));
  const scale = PALETTE.map((colour, k) => [k / (PALETTE.length - 1), colour]);
  return { intensity: own, intensitymode: "cell", colorscale: scale, cmin: 0, cmax: PALETTE.length - 1 };
}

function pathOf(body) {
  const { low, high } = boxOf(body);
  const middle = low.map((value, axis) => (value + high[axis]) / 2);
  const places = Array.from({ length: scene.frames }, (_, frame) => carried(body, frame, ...middle));
  const at = bodies.indexOf(body);
  const touching = touches.map((groups) => (groups.some(({ a, b }) => a === at || b === at) ? 1 : 0));
  const line = {
    width: 3,
    color: touching,
    colorscale: [
      [0, COLOURS.path],
      [1, COLOURS.a],
    ],
    cmin: 0,
    cmax: 1,
  };
  const along = (axis) => places.map((place) => place[axis]);
  return { type: "scatter3d", mode: "lines", x: along(0), y: along(1), z: along(2), line, hoverinfo: "skip" };
}

const LIVE = ["moving", "a", "b", "spots", ...Object.keys(FRONT_COLOURS), "nearest"];
const MOST_PATHS = 16;
const MOST_SPOTS = 500;

// The two points where bodies are nearest, if the page has them.
function nearestIn(frame) {
  const points = nearest.get(frame) ?? [];
  const along = (axis) => points.map((point) => point[axis]);
  return { x: along(0), y: along(1), z: along(2) };
}

function frameOf(frame) {
  const { a, b } = touchingIn(frame);
  const spots = a.centres();
  for (const axis of ["x", "y", "z"]) spots[axis].length = Math.min(spots[axis].length, MOST_SPOTS);
  return { moving: surfaceOf(groups.moving, frame), a, b, spots, nearest: nearestIn(frame), ...frontIn(frame) };
}

function traces(now) {
  const touchingLight = {
    lighting: { ambient: 0.9, diffuse: 0.3, specular: 0, facenormalsepsilon: 0, vertexnormalsepsilon: 0 },
  };
  const list = {
    moving: mesh(groups.moving, now.moving, { color: COLOURS.moving, opacity: 0.75 }),
    a: mesh([], now.a, { color: COLOURS.a, ...touchingLight }),
    b: mesh([], now.b, { color: COLOURS.b, ...touchingLight }),
    spots: {
      type: "scatter3d",
      mode: "markers",
      ...now.spots,
      marker: { color: COLOURS.a, size: 3 },
      hoverinfo: "skip",
    },
    nearest: {
      type: "scatter3d",
      mode: "lines+markers",
      ...now.nearest,
      line: { color: COLOURS.nearest, width: 6 },
      marker: { color: COLOURS.nearest, size: 4 },
      hoverinfo: "skip",
    },
    stillFront: mesh([], now.stillFront, { color: FRONT_COLOURS.stillFront, opacity: 0.15 }),
    movingFront: mesh([], now.movingFront, { color: FRONT_COLOURS.movingFront, opacity: 0.15 }),
    still: mesh(groups.still, surfaceOf(groups.still, 0), {
      color: COLOURS.still,
      opacity: groups.volumes.length ? 1 : 0.5,
    }),
    volumes: mesh(groups.volumes, surfaceOf(groups.volumes, 0), { color: COLOURS.moving, opacity: 0.5 }),
  };
  const paths = scene.frames > 1 && groups.moving.length <= MOST_PATHS ? groups.moving.map(pathOf) : [];
  const fixed = [groups.still.length && list.still, groups.volumes.length && list.volumes, ...paths];
  return [...LIVE.map((name) => list[name]), ...fixed.filter(Boolean)].map((trace) => ({
    showlegend: false,
    ...trace,
  }));
}

function viewLayout() {
  const shifted = scene.origin.some((value) => value !== 0);
  const axes = ranges().map((range, axis) => {
    const name = "xyz"[axis],
      from = scene.origin[axis];
    const title = { text: shifted ? `${name} − ${from}` : name };
    return {
      range,
      title,
      showbackground: false,
      gridcolor: "#e3e8ee",
      zerolinecolor: "#d3dae2",
      color: "#75828f",
      showspikes: false,
    };
  });
  const camera = { eye: { x: 0.9, y: -1.35, z: 0.85 } };
  const [xaxis, yaxis, zaxis] = axes;
  return {
    scene: { xaxis, yaxis, zaxis, aspectmode: "data", camera, hovermode: false, uirevision: "kept" },
    margin: { l: 0, r: 0, t: 0, b: 0 },
    modebar,
    paper_bgcolor: "rgba(0,0,0,0)",
  };
}

const modebar = { bgcolor: "rgba(0,0,0,0)", color: "#b4bec9", activecolor: "#2c5a8c" };
// Without the ratio plotly.js draws four times the points of the screen, which not every machine does swiftly.
const config = {
  plotGlPixelRatio: window.devicePixelRatio,
  displaylogo: false,
  responsive: true,
  displayModeBar: true,
  modeBarButtonsToRemove: ["resetCameraLastSave3d", "hoverClosest3d", "lasso2d", "select2d"],
};
