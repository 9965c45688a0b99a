// Shows what the page's data hold: bodies in their places, what touches there, and figures along the frames.
// Coordinates are worked out here, from a body's vertices and its pose of the frame, and plotly.js draws them.
"use strict";
(() => {
  const { scene, rows, charts } = JSON.parse(document.getElementById("data").textContent);
  const COLOURS = { still: "#9fb0c0", moving: "#f0a030", a: "#dc322f", b: "#1f6fd0", path: "#8a97a5" };
  const PALETTE = ["#9fb0c0", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];
  const view = document.getElementById("view");
  const chartsView = document.getElementById("charts");

  // ---- arrays out of text -------------------------------------------------------------------------------------------
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
      let number = 0, scale = 1, byte;
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
  const touches = unpackPairs(bytes(scene.pairs));

  // ---- geometry -----------------------------------------------------------------------------------------------------
  // The place of point (x, y, z) of a body in a frame.
  function carried(body, frame, x, y, z) {
    const p = body.poses, at = body.is_moving ? 12 * frame : 0;
    return [0, 4, 8].map((row) => p[at + row] * x + p[at + row + 1] * y + p[at + row + 2] * z + p[at + row + 3]);
  }

  class Surface {
    constructor() {
      Object.assign(this, { x: [], y: [], z: [], i: [], j: [], k: [] });
    }
    vertex([x, y, z]) {
      this.x.push(x);
      this.y.push(y);
      this.z.push(z);
    }
    // Adds a body in its place.
    add(body, frame) {
      const first = this.x.length, v = body.vertices, t = body.triangles;
      for (let k = 0; k < v.length; k += 3) this.vertex(carried(body, frame, v[k], v[k + 1], v[k + 2]));
      for (let k = 0; k < t.length; k += 3) this.face(first + t[k], first + t[k + 1], first + t[k + 2]);
    }
    // Adds some of the triangles of a body that touch.
    addTouched(body, frame, places) {
      const { vertices: v, triangles: t } = body.touched;
      for (const place of places) {
        const first = this.x.length;
        for (let corner = 0; corner < 3; corner++) {
          const at = 3 * t[3 * place + corner];
          this.vertex(carried(body, frame, v[at], v[at + 1], v[at + 2]));
        }
        this.face(first, first + 1, first + 2);
      }
    }
    face(i, j, k) {
      this.i.push(i);
      this.j.push(j);
      this.k.push(k);
    }
    centres() {
      const mean = (values, k) => (values[this.i[k]] + values[this.j[k]] + values[this.k[k]]) / 3;
      const along = (values) => this.i.map((_, k) => mean(values, k));
      return { x: along(this.x), y: along(this.y), z: along(this.z) };
    }
  }

  const groups = {
    still: bodies.filter((body) => !body.is_moving && body.look === "surface"),
    moving: bodies.filter((body) => body.is_moving),
    volumes: bodies.filter((body) => body.look === "volumes"),
  };

  function surfaceOf(group, frame) {
    const surface = new Surface();
    for (const body of group) surface.add(body, frame);
    return surface;
  }

  // What touches in a frame: the triangles of either side, each once.
  function touchingIn(frame) {
    const sides = { a: new Surface(), b: new Surface() };
    for (const { a, b, pairs } of touches[frame]) {
      const places = [0, 1].map((side) => [...new Set(pairs.filter((_, k) => k % 2 === side))].sort((p, q) => p - q));
      sides.a.addTouched(bodies[a], frame, places[0]);
      sides.b.addTouched(bodies[b], frame, places[1]);
    }
    return sides;
  }

  function boxOf(body) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    body.vertices.forEach((value, k) => {
      low[k % 3] = Math.min(low[k % 3], value);
      high[k % 3] = Math.max(high[k % 3], value);
    });
    return { low, high };
  }

  // The ranges of the axes: all places of all bodies, so that nothing is rescaled while they move.
  function ranges() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (const body of bodies.filter((body) => body.vertices.length > 0)) {
      const box = boxOf(body);
      for (let frame = 0; frame < (body.is_moving ? scene.frames : 1); frame++) {
        for (let corner = 0; corner < 8; corner++) {
          const pick = (axis) => ((corner >> axis) & 1 ? box.high[axis] : box.low[axis]);
          carried(body, frame, pick(0), pick(1), pick(2)).forEach((value, axis) => {
            low[axis] = Math.min(low[axis], value);
            high[axis] = Math.max(high[axis], value);
          });
        }
      }
    }
    const size = Math.max(...high.map((value, axis) => value - low[axis])) || 1;
    return low.map((value, axis) => [value - 0.02 * size, high[axis] + 0.02 * size]);
  }

  // ---- what plotly draws --------------------------------------------------------------------------------------------
  function mesh(group, surface, more) {
    const lighting = { ambient: 0.55, diffuse: 0.7, specular: 0.15, roughness: 0.7, fresnel: 0.1, facenormalsepsilon: 0, vertexnormalsepsilon: 0 };
    return { type: "mesh3d", ...surface, flatshading: true, hoverinfo: "skip", lighting, showscale: false, ...paint(group), ...more };
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
    const line = { width: 3, color: touching, colorscale: [[0, COLOURS.path], [1, COLOURS.a]], cmin: 0, cmax: 1 };
    const along = (axis) => places.map((place) => place[axis]);
    return { type: "scatter3d", mode: "lines", x: along(0), y: along(1), z: along(2), line, hoverinfo: "skip" };
  }

  const LIVE = ["moving", "a", "b", "spots"];
  const MOST_PATHS = 16;
  const MOST_SPOTS = 500;

  function frameOf(frame) {
    const { a, b } = touchingIn(frame);
    const spots = a.centres();
    for (const axis of ["x", "y", "z"]) spots[axis].length = Math.min(spots[axis].length, MOST_SPOTS);
    return { moving: surfaceOf(groups.moving, frame), a, b, spots };
  }

  function traces(now) {
    const touchingLight = { lighting: { ambient: 0.9, diffuse: 0.3, specular: 0, facenormalsepsilon: 0, vertexnormalsepsilon: 0 } };
    const list = {
      moving: mesh(groups.moving, now.moving, { color: COLOURS.moving, opacity: 0.75 }),
      a: mesh([], now.a, { color: COLOURS.a, ...touchingLight }),
      b: mesh([], now.b, { color: COLOURS.b, ...touchingLight }),
      spots: { type: "scatter3d", mode: "markers", ...now.spots, marker: { color: COLOURS.a, size: 3 }, hoverinfo: "skip" },
      still: mesh(groups.still, surfaceOf(groups.still, 0), { color: COLOURS.still, opacity: groups.volumes.length ? 1 : 0.5 }),
      volumes: mesh(groups.volumes, surfaceOf(groups.volumes, 0), { color: COLOURS.moving, opacity: 0.3 }),
    };
    const paths = scene.frames > 1 && groups.moving.length <= MOST_PATHS ? groups.moving.map(pathOf) : [];
    const fixed = [groups.still.length && list.still, groups.volumes.length && list.volumes, ...paths];
    return [...LIVE.map((name) => list[name]), ...fixed.filter(Boolean)].map((trace) => ({ showlegend: false, ...trace }));
  }

  function viewLayout() {
    const shifted = scene.origin.some((value) => value !== 0);
    const axes = ranges().map((range, axis) => {
      const name = "xyz"[axis], from = scene.origin[axis];
      const title = { text: shifted ? `${name} − ${from}` : name };
      return { range, title, showbackground: false, gridcolor: "#e3e8ee", zerolinecolor: "#d3dae2", color: "#75828f", showspikes: false };
    });
    const camera = { eye: { x: 0.9, y: -1.35, z: 0.85 } };
    const [xaxis, yaxis, zaxis] = axes;
    return { scene: { xaxis, yaxis, zaxis, aspectmode: "data", camera, uirevision: "kept" }, margin: { l: 0, r: 0, t: 0, b: 0 }, paper_bgcolor: "rgba(0,0,0,0)" };
  }

  const config = { displaylogo: false, responsive: true, displayModeBar: true, modeBarButtonsToRemove: ["resetCameraLastSave3d", "hoverClosest3d", "lasso2d", "select2d"] };

  function drawCharts() {
    const gap = 0.09, height = (1 - gap * (charts.length - 1)) / charts.length;
    const x = Array.from({ length: scene.frames }, (_, frame) => frame);
    const colours = [["#0072b2", "#d55e00", "#009e73"], ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9"]];
    const layout = { margin: { l: 70, r: 20, t: 30, b: 40 }, hovermode: "x unified", shapes: [cursor(0)], showlegend: true, legend: { tracegroupgap: 40, font: { size: 12 } }, annotations: [], paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: "#3c4856" } };
    const list = charts.flatMap((chart, at) => {
      const end = at === 0 ? "" : String(at + 1), top = 1 - at * (height + gap);
      layout["xaxis" + end] = { anchor: "y" + end, matches: at === 0 ? undefined : "x", range: [0, Math.max(scene.frames - 1, 1)], gridcolor: "#edf0f4", title: at === charts.length - 1 ? { text: "frame" } : undefined };
      layout["yaxis" + end] = { domain: [Math.max(top - height, 0), top], rangemode: "tozero", gridcolor: "#edf0f4", title: { text: chart.unit } };
      layout.annotations.push({ text: `<b>${chart.title}</b>`, xref: "paper", yref: "paper", x: 0, y: top, xanchor: "left", yanchor: "bottom", showarrow: false });
      return chart.series.map((series, k) => ({
        type: "scatter", mode: "lines", name: series.name, legendgroup: chart.title, x, y: typed(series.values, Float64Array),
        xaxis: "x" + end, yaxis: "y" + end, line: { width: chart.stacked ? 0.5 : 1.2, color: colours[chart.stacked ? 1 : 0][k % (chart.stacked ? 5 : 3)] }, ...(chart.stacked ? { stackgroup: chart.title } : {}),
      }));
    });
    chartsView.style.height = `${60 + 190 * charts.length}px`;
    return Plotly.newPlot(chartsView, list, layout, config).then(() => {
      chartsView.on("plotly_click", ({ points }) => go(points[0].x));
    });
  }

  const cursor = (frame) => ({ type: "line", xref: "x", yref: "paper", x0: frame, x1: frame, y0: 0, y1: 1, line: { color: "#3c4856", width: 1.5, dash: "dot" } });

  // ---- frames -------------------------------------------------------------------------------------------------------
  let current = 0, wanted = 0, drawing = null, playing = false;
  const controls = document.getElementById("controls");
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const slider = make("input", { type: "range", id: "slider", min: 0, max: scene.frames - 1, value: 0 });
  const label = make("output", { id: "label" });
  const play = make("button", { id: "play", textContent: "▶ Play" });
  const jump = { back: make("button", { textContent: "◀ contact" }), on: make("button", { textContent: "contact ▶" }) };

  async function draw(frame) {
    const now = frameOf(frame), keys = ["x", "y", "z", "i", "j", "k"];
    const update = {};
    for (const key of keys) update[key] = LIVE.map((name) => now[name][key]);
    const ended = [Plotly.restyle(view, update, LIVE.map((_, at) => at))];
    if (charts.length) ended.push(Plotly.relayout(chartsView, { "shapes[0].x0": frame, "shapes[0].x1": frame }));
    tell(frame);
    await Promise.all(ended);
    current = frame;
  }

  // Asks for a frame. While one is drawn only the last that was asked for is remembered.
  function go(frame) {
    wanted = Math.min(Math.max(Math.round(frame), 0), scene.frames - 1);
    slider.value = wanted;
    drawing ??= (async () => {
      while (current !== wanted) await draw(wanted);
    })().finally(() => (drawing = null));
    return drawing;
  }

  const grouped = (number) => number.toLocaleString("en-US");
  const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
  const MOST_LISTED = 200;

  function tell(frame) {
    const groupsNow = touches[frame];
    const count = groupsNow.reduce((sum, group) => sum + group.count, 0);
    label.textContent = scene.frames > 1 ? `frame ${grouped(frame)} of ${grouped(scene.frames)}${rows.length ? `, row ${rows[frame]}` : ""}` : "";
    const title = document.getElementById("touching-title");
    title.textContent = count ? `${counted(count, "touching pair")}${scene.frames > 1 ? " in this frame" : ""}` : bodies.length > 1 && !groups.volumes.length ? "Nothing touches here" : "";
    title.className = count ? "touches" : "";
    const lines = groupsNow.flatMap(({ a, b, count, pairs }) => {
      const [of_a, of_b] = [bodies[a], bodies[b]];
      const head = `${of_a.name} × ${of_b.name}` + (pairs.length / 2 < count ? `: ${grouped(pairs.length / 2)} of ${grouped(count)} in this page` : "");
      const listed = Array.from({ length: Math.min(pairs.length / 2, MOST_LISTED) }, (_, k) => `${of_a.touched.numbers[pairs[2 * k]]}:${of_b.touched.numbers[pairs[2 * k + 1]]}`);
      return [head, listed.join("  ") + (pairs.length / 2 > MOST_LISTED ? " …" : "")];
    });
    document.getElementById("touching").replaceChildren(...lines.map((text, at) => make("p", { textContent: text, className: at % 2 ? "pairs" : "names" })));
  }

  // From here to the next frame that touches and whose neighbour on this side does not.
  function jumpFrom(step) {
    const touching = (frame) => touches[frame]?.length > 0;
    let frame = wanted + step;
    while (frame >= 0 && frame < scene.frames && !(touching(frame) && !touching(frame - step))) frame += step;
    if (touching(frame)) go(frame);
  }

  const FLIGHT_MS = 40000, LEAST_FRAMES_PER_MS = 1 / 60;

  async function run() {
    const speed = Math.max(scene.frames / FLIGHT_MS, Math.min(LEAST_FRAMES_PER_MS, scene.frames / 4000));
    let place = wanted === scene.frames - 1 ? 0 : wanted, last = performance.now();
    while (playing) {
      const time = await new Promise(requestAnimationFrame);
      place += Math.max(time - last, 0) * speed;
      last = time;
      await go(Math.min(place, scene.frames - 1));
      if (place >= scene.frames - 1) setPlaying(false);
      else if (Math.abs(wanted - place) > 1) place = wanted;
    }
  }

  function setPlaying(on) {
    playing = on;
    play.textContent = on ? "❚❚ Pause" : "▶ Play";
    if (on) run();
  }

  function legend() {
    const names = (group) => (group.length > 3 ? `${grouped(group.length)} bodies` : group.map((body) => body.name).join(", "));
    const entries = [
      [COLOURS.still, names(groups.still), groups.still.length === 1],
      [COLOURS.moving, names(groups.moving), groups.moving.length === 1],
      [COLOURS.a, "touching, first body", touches.some((list) => list.length)],
      [COLOURS.b, "touching, second body", touches.some((list) => list.length)],
    ].filter(([, , is_there]) => is_there);
    const item = ([colour, text]) => {
      const span = make("span", { textContent: text });
      const swatch = make("i", {});
      swatch.style.background = colour;
      span.prepend(swatch);
      return span;
    };
    const box = make("div", { id: "legend" });
    box.append(...entries.map(item));
    return box;
  }

  async function begin() {
    if (scene.frames > 1) {
      slider.addEventListener("input", () => {
        setPlaying(false);
        go(Number(slider.value));
      });
      play.addEventListener("click", () => setPlaying(!playing));
      jump.back.addEventListener("click", () => jumpFrom(-1));
      jump.on.addEventListener("click", () => jumpFrom(1));
      const jumps = touches.some((list) => list.length) ? [jump.back, jump.on] : [];
      controls.append(play, slider, ...jumps, label);
    } else {
      controls.remove();
    }
    tell(0);
    await Plotly.newPlot(view, traces(frameOf(0)), viewLayout(), config);
    view.append(legend());
    if (charts.length) await drawCharts();
    else chartsView.remove();
    document.body.dataset.ready = "yes";
  }

  // For whoever looks at the page from outside.
  window.closecall = { go, view, touches, bodies };
  begin();
})();
