// The figures along the frames, a line where the shown frame is, and marks where something was
// found.

const CHART_COLOURS = ["#3b78b8", "#b0741a", "#3f9d6c", "#a05f97", "#7b8794"];
const CHART_HEIGHT = 180;
/** @type {Chart[]} */
const drawnCharts = [];
const chartsView = byId("charts");

/** The upper and lower ends of what is drawn: of areas upon each other, their sums. @param {Chart} chart */
function stacked(chart) {
  /** @type {Float64Array} */
  let below = new Float64Array(scene.frames);
  return chart.lines
    .filter((line) => line.visible)
    .map((line) => {
      const own = below;
      const upper = chart.stacked ? line.values.map((value, k) => value + own[k]) : line.values;
      if (chart.stacked) below = upper;
      return { line, upper, lower: own };
    });
}

/** @param {Chart} chart */
function drawChart(chart) {
  if (chart.map) return drawMap(chart);
  const { canvas, pen } = chart,
    ratio = window.devicePixelRatio || 1;
  chart.width = Math.max(canvas.clientWidth, 120);
  chart.height = CHART_HEIGHT;
  Object.assign(canvas, { width: chart.width * ratio, height: CHART_HEIGHT * ratio });
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, chart.width, CHART_HEIGHT);
  const areas = stacked(chart),
    ends = endsOf(chart, areas),
    up = upOf(chart, ends);
  drawAxes(chart, ends, up);
  for (const area of areas) drawArea(chart, area, up);
  drawMarks(chart);
  if (chart.note)
    chart.note.textContent = ends.above ? `${counted(ends.above, "frame")} above the upper end` : "";
  chart.picture = pen.getImageData(0, 0, canvas.width, canvas.height);
  drawPointer(chart);
}

/** A line with gaps where there is no number; an area where they are stacked.
 * @param {Chart} chart @param {{ line: Line, upper: Float64Array, lower: Float64Array }} area
 * @param {(value: number) => number} up */
function drawArea(chart, { line, upper, lower }, up) {
  const { pen } = chart;
  pen.strokeStyle = pen.fillStyle = line.colour;
  pen.lineWidth = 1.4;
  pen.beginPath();
  let isDown = false;
  upper.forEach((value, k) => {
    if (Number.isNaN(value)) return (isDown = false);
    if (isDown) pen.lineTo(across(chart, k), up(value));
    else pen.moveTo(across(chart, k), up(value));
    isDown = true;
  });
  pen.stroke();
  if (!chart.stacked) return;
  for (let k = scene.frames - 1; k >= 0; k--) pen.lineTo(across(chart, k), up(lower[k]));
  pen.globalAlpha = 0.35;
  pen.fill();
  pen.globalAlpha = 1;
}

/** A triangle at the upper edge for every finding; the chosen one is larger. @param {Chart} chart */
function drawMarks(chart) {
  const { pen } = chart;
  findings.forEach((found, k) => {
    const x = across(chart, found.frames[0]),
      size = k === chosen ? 7 : 4.5;
    pen.fillStyle = ink(MOOD_INKS[found.mood]);
    pen.beginPath();
    pen.moveTo(x - size, 1);
    pen.lineTo(x + size, 1);
    pen.lineTo(x, 1 + 1.6 * size);
    pen.fill();
  });
}
/** @type {Record<Mood, string>} */
const MOOD_INKS = { collision: "bad", undecided: "open", clear: "good", plain: "plain" };

/** The finding whose mark is there. @param {Chart} chart @param {number} x @param {number} y */
function markAt(chart, x, y) {
  if (y > 16 || chart.map) return -1;
  const far = findings.map((found) => Math.abs(across(chart, found.frames[0]) - x));
  const least = Math.min(...far);
  return least < 8 ? far.indexOf(least) : -1;
}

/** @param {Chart} chart */
function drawPointer(chart) {
  const { pen } = chart;
  if (!chart.picture) return;
  if (chart.map) return markTile(chart);
  pen.putImageData(chart.picture, 0, 0);
  pen.strokeStyle = ink("ink");
  pen.lineWidth = 1;
  pen.setLineDash([3, 3]);
  const x = across(chart, current);
  stroke(pen, [
    [x, MARGIN.top],
    [x, CHART_HEIGHT - MARGIN.bottom],
  ]);
  pen.setLineDash([]);
}

// Moves the line to the frame that is shown.
function pointAt() {
  drawnCharts.forEach(drawPointer);
  otherShows.forEach((show) => show());
  const map = charts.find((chart) => chart.map)?.map;
  if (map) tellTile(map, current);
}

/** @param {Chart} chart @param {number} frame */
function readOut(chart, frame) {
  const values = chart.lines
    .filter((line) => line.visible)
    .map((line) => `${line.name} ${digits(line.values[frame])}`);
  chart.reading.textContent = `${nameOf(frame)}: ${values.join(", ")}`;
}

/** A chart with nothing in it. @param {string} title */
function emptyChart(title) {
  const canvas = make("canvas", { className: "chart" });
  canvas.setAttribute("role", "img");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const head = make("div", { className: "head" }),
    box = make("section"),
    reading = make("span", { className: "reading" });
  head.append(make("b", { textContent: title }));
  box.append(head, canvas);
  /** @type {Chart} */
  const chart = { title, stacked: false, isLength: false, map: null, lines: [], canvas, pen, reading, width: 0, height: 0 };
  drawnCharts.push(chart);
  return { chart, box, head };
}

/** @param {ChartData} given */
function chartBox({ title, unit: of, stacked, series }) {
  const words = of === "length" ? unit : of;
  const { chart, box, head } = emptyChart(words ? `${title} (${words})` : title);
  Object.assign(chart, { title, stacked, isLength: of === "length", note: make("span", { className: "note" }) });
  chart.lines = series.map(({ name, values }, k) => ({
    name,
    values: doubles(values),
    colour: CHART_COLOURS[k % CHART_COLOURS.length],
    visible: true,
  }));
  for (const line of chart.lines)
    head.append(
      toggle([swatch([line.colour]), line.name], "show or hide", true, (on) => {
        line.visible = on;
        drawChart(chart);
      }),
    );
  head.append(/** @type {HTMLElement} */ (chart.note), chart.reading);
  box.append(make("div", { className: "axis", textContent: alongWords() }));
  chart.canvas.setAttribute("aria-label", `${title}: ${chart.lines.map(lineSummary).join("; ")}`);
  chart.canvas.addEventListener("pointermove", (event) => {
    const found = markAt(chart, event.offsetX, event.offsetY);
    if (found >= 0) chart.reading.textContent = `${findings[found].kind}: ${findings[found].name}`;
    else readOut(chart, frameAt(chart, event.offsetX));
  });
  chart.canvas.addEventListener("pointerleave", () => (chart.reading.textContent = ""));
  chart.canvas.addEventListener("click", (event) => {
    const found = markAt(chart, event.offsetX, event.offsetY);
    if (found >= 0) choose(found);
    else goByHand(frameAt(chart, event.offsetX));
  });
  return box;
}

/** Where a line is lowest and highest, in words. @param {Line} line */
function lineSummary({ name, values }) {
  const known = values.filter((value) => !Number.isNaN(value));
  if (!known.length) return `${name} is not known`;
  const [low, high] = [known.reduce((p, q) => Math.min(p, q)), known.reduce((p, q) => Math.max(p, q))];
  const where = (/** @type {number} */ value) => nameOf(values.indexOf(value));
  return `${name} from ${digits(low)} at ${where(low)} to ${digits(high)} at ${where(high)}`;
}

function makeCharts() {
  const [maps, lines] = [charts.filter((chart) => chart.map), charts.filter((chart) => !chart.map)];
  if (isMap) byId("beside").append(...maps.map(mapBox));
  if (lines.length && scales.length > 1) chartsView.append(alongChoice());
  chartsView.append(...lines.map(chartBox));
  if (!lines.length) chartsView.remove();
  new ResizeObserver(() => drawnCharts.forEach(drawChart)).observe(view);
  drawnCharts.forEach(drawChart);
}
