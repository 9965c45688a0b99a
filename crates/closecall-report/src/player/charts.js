// The figures along the frames, and a line where the shown frame is.

const CHART_COLOURS = ["#2c5a8c", "#b0741a", "#3f7d5c", "#8a5a83", "#6b7683"];
const MARGIN = { left: 64, right: 14, top: 8, bottom: 24 };
const CHART_HEIGHT = 170;
const drawnCharts = [];

// Steps of 1, 2 or 5 times a power of ten, about so many.
function ticks(high, count) {
  const power = 10 ** Math.floor(Math.log10(high / count));
  const step = power * ([1, 2, 5].find((m) => m * power >= high / count) ?? 10);
  return Array.from({ length: Math.floor(high / step + 1e-9) + 1 }, (_, k) => k * step);
}

// The upper ends of what is drawn: of areas upon each other, their sums.
function stacked(chart) {
  const shown = chart.lines.filter((line) => line.visible);
  let below = new Float64Array(scene.frames);
  return shown.map((line) => {
    const upper = chart.stacked ? line.values.map((value, k) => value + below[k]) : line.values;
    const lower = below;
    if (chart.stacked) below = upper;
    return { line, upper, lower };
  });
}

// Where a chart ends, and how many frames lie above: a few far above the rest would press it flat.
function topOf(areas) {
  const high = new Float64Array(scene.frames);
  for (const { upper } of areas)
    upper.forEach((value, k) => (high[k] = Math.max(high[k], value || 0)));
  const sorted = high.slice().sort(),
    most = sorted[sorted.length - 1],
    usual = 1.5 * sorted[Math.floor(0.99 * (sorted.length - 1))];
  const isFlat = usual > 0 && most > 3 * usual;
  return isFlat
    ? { end: usual, above: high.filter((value) => value > usual).length }
    : { end: 1.05 * most || 1, above: 0 };
}

const across = (chart, frame) =>
  MARGIN.left +
  (frame / Math.max(scene.frames - 1, 1)) * (chart.width - MARGIN.left - MARGIN.right);
const frameAt = (chart, x) =>
  Math.round(
    ((x - MARGIN.left) / (chart.width - MARGIN.left - MARGIN.right)) *
      Math.max(scene.frames - 1, 1),
  );

function drawChart(chart) {
  if (chart.map) return drawMap(chart);
  const { canvas, pen } = chart,
    ratio = window.devicePixelRatio || 1;
  chart.width = Math.max(canvas.clientWidth, 120);
  Object.assign(canvas, { width: chart.width * ratio, height: CHART_HEIGHT * ratio });
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, chart.width, CHART_HEIGHT);
  const areas = stacked(chart),
    { end, above } = topOf(areas),
    foot = CHART_HEIGHT - MARGIN.bottom;
  const up = (value) => foot - (Math.min(value, end) / end) * (foot - MARGIN.top);
  pen.font = "12px system-ui, sans-serif";
  pen.fillStyle = "#5d6b7a";
  pen.strokeStyle = "#e6ebf1";
  pen.textBaseline = "middle";
  pen.textAlign = "right";
  for (const tick of ticks(end, 4)) {
    pen.fillText(digits(tick), MARGIN.left - 8, up(tick));
    stroke(pen, [
      [MARGIN.left, up(tick)],
      [chart.width - MARGIN.right, up(tick)],
    ]);
  }
  pen.textAlign = "center";
  const room = Math.max(2, Math.floor((chart.width - MARGIN.left) / 110));
  for (const frame of ticks(Math.max(scene.frames - 1, 1), room).map(Math.round))
    if (frame < scene.frames)
      pen.fillText(at.length ? digits(at[frame]) : String(frame), across(chart, frame), foot + 13);
  for (const area of areas) drawArea(chart, area, up);
  chart.note.textContent = above ? `${counted(above, "frame")} above the upper end` : "";
  chart.picture = pen.getImageData(0, 0, canvas.width, canvas.height);
  drawPointer(chart);
}

function stroke(pen, points) {
  pen.beginPath();
  points.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}

// A line with gaps where there is no number; an area where they are stacked.
function drawArea(chart, { line, upper, lower }, up) {
  const { pen } = chart;
  pen.strokeStyle = pen.fillStyle = line.colour;
  pen.lineWidth = 1.3;
  pen.beginPath();
  let isDown = false;
  upper.forEach((value, k) => {
    if (Number.isNaN(value)) return (isDown = false);
    isDown ? pen.lineTo(across(chart, k), up(value)) : pen.moveTo(across(chart, k), up(value));
    isDown = true;
  });
  pen.stroke();
  if (chart.stacked) {
    for (let k = scene.frames - 1; k >= 0; k--) pen.lineTo(across(chart, k), up(lower[k]));
    pen.globalAlpha = 0.35;
    pen.fill();
    pen.globalAlpha = 1;
  }
}

function drawPointer(chart) {
  const { pen } = chart;
  if (!chart.picture) return;
  if (chart.map) return markTile(chart);
  pen.putImageData(chart.picture, 0, 0);
  pen.strokeStyle = "#1d2733";
  pen.lineWidth = 1;
  pen.setLineDash([3, 3]);
  const x = across(chart, current);
  stroke(pen, [
    [x, MARGIN.top],
    [x, CHART_HEIGHT - MARGIN.bottom],
  ]);
  pen.setLineDash([]);
}

// Moves the line to a frame.
function pointAt() {
  drawnCharts.forEach(drawPointer);
}

function readOut(chart, frame) {
  const values = chart.lines
    .filter((line) => line.visible)
    .map((line) => `${line.name} ${digits(line.values[frame])}`);
  chart.reading.textContent = `${nameOf(frame)}: ${values.join(", ")}`;
}

function chartBox({ title, unit, stacked, series }) {
  const lines = series.map(({ name, values }, k) => ({
    name,
    values: typed(values, Float64Array),
    colour: CHART_COLOURS[k % CHART_COLOURS.length],
    visible: true,
  }));
  const canvas = make("canvas", { className: "chart" });
  const [note, reading] = [
    make("span", { className: "note" }),
    make("span", { className: "reading" }),
  ];
  const chart = {
    title,
    stacked,
    lines,
    canvas,
    pen: canvas.getContext("2d", { willReadFrequently: true }),
    note,
    reading,
  };
  const head = make("div", { className: "head" });
  head.append(make("b", { textContent: unit ? `${title} (${unit})` : title }));
  for (const line of lines)
    head.append(
      toggle([swatch([line.colour]), line.name], "show or hide", true, (on) => {
        line.visible = on;
        drawChart(chart);
      }),
    );
  head.append(note, reading);
  const box = make("section", {});
  box.append(head, canvas, make("div", { className: "axis", textContent: noun }));
  canvas.addEventListener("pointermove", (event) => {
    const frame = frameAt(chart, event.offsetX);
    if (frame >= 0 && frame < scene.frames) readOut(chart, frame);
  });
  canvas.addEventListener("pointerleave", () => (reading.textContent = ""));
  canvas.addEventListener("click", (event) => goByHand(frameAt(chart, event.offsetX)));
  drawnCharts.push(chart);
  return box;
}

function makeCharts() {
  chartsView.append(...charts.map((chart) => (chart.map ? mapBox(chart) : chartBox(chart))));
  new ResizeObserver(() => drawnCharts.forEach(drawChart)).observe(chartsView);
  drawnCharts.forEach(drawChart);
}
