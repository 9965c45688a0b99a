// The axes of charts: upwards with zero, and along the frames by their number or another quantity.

const MARGIN = { left: 64, right: 14, top: 14, bottom: 24 };

/** Quantities to draw along, the first for a start. @type {{ name: string, unit: string, values: ArrayLike<number> }[]} */
const scales = [
  { name: noun, unit: "", values: isRising(at) ? at : Array.from({ length: scene.frames }, (_, k) => k) },
  ...data.rows.along.map((one) => ({ ...one, values: doubles(one.values) })),
];
let scale = scales[0];

/** @param {number[]} values */
function isRising(values) {
  return values.length > 1 && values.every((value, k) => k === 0 || value >= values[k - 1]);
}

const alongWords = () => (scale.unit ? `${scale.name} (${scale.unit})` : scale.name);

function alongChoice() {
  /** @type {[string, string][]} */
  const options = scales.map((one, k) => [String(k), `along the ${one.name}${one.unit ? ` (${one.unit})` : "s"}`]);
  const made = choice("along", "what charts are drawn along", options, (value) => {
    scale = scales[Number(value)];
    chartsView.querySelectorAll(".axis").forEach((axis) => (axis.textContent = alongWords()));
    drawnCharts.forEach(drawChart);
  });
  return made;
}

/** Where a frame is in a chart. @param {Chart} chart @param {number} frame */
function across(chart, frame) {
  const { values } = scale,
    [low, high] = [values[0], values[scene.frames - 1]];
  const share = high > low ? (values[frame] - low) / (high - low) : frame / Math.max(scene.frames - 1, 1);
  return MARGIN.left + share * (chart.width - MARGIN.left - MARGIN.right);
}

/** The frame that is nearest to a place in a chart. @param {Chart} chart @param {number} x */
function frameAt(chart, x) {
  let [low, high] = [0, scene.frames - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (across(chart, middle) < x) low = middle;
    else high = middle;
  }
  return Math.abs(across(chart, low) - x) < Math.abs(across(chart, high) - x) ? low : high;
}

/** Steps of 1, 2 or 5 times a power of ten between two ends, about so many.
 * @param {number} low @param {number} high @param {number} count */
function ticks(low, high, count) {
  const span = high - low || 1,
    power = 10 ** Math.floor(Math.log10(span / count)),
    step = power * ([1, 2, 5].find((m) => m * power >= span / count) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, k) => (first + k) * step);
}

/** Where a chart ends, with zero in it, and how many frames lie above: a few far above the rest
 * would press it flat. Of lengths the largest are what the page is about.
 * @param {Chart} chart @param {{ upper: Float64Array }[]} areas */
function endsOf(chart, areas) {
  const highs = new Float64Array(scene.frames);
  let low = 0;
  for (const { upper } of areas)
    upper.forEach((value, k) => {
      highs[k] = Math.max(highs[k], value || 0);
      low = Math.min(low, value || 0);
    });
  const sorted = highs.slice().sort(),
    most = sorted[sorted.length - 1],
    usual = 1.5 * sorted[Math.floor(0.99 * (sorted.length - 1))];
  const isPressed = !chart.isLength && usual > 0 && most > 3 * usual;
  const high = isPressed ? usual : 1.05 * most || (low < 0 ? 0 : 1);
  const above = isPressed ? highs.filter((value) => value > usual).length : 0;
  return { low: 1.05 * low, high, above };
}

/** @param {Chart} chart @param {{ low: number, high: number }} ends */
function upOf(chart, { low, high }) {
  const foot = chart.height - MARGIN.bottom;
  return (/** @type {number} */ value) =>
    foot - ((Math.min(value, high) - low) / (high - low)) * (foot - MARGIN.top);
}

/** @param {CanvasRenderingContext2D} pen @param {Vec[]} points */
function stroke(pen, points) {
  pen.beginPath();
  points.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}

/** The ticks of both axes; the line of zero is stronger. @param {Chart} chart
 * @param {{ low: number, high: number }} ends @param {(value: number) => number} up */
function drawAxes(chart, { low, high }, up) {
  const { pen, width } = chart,
    foot = chart.height - MARGIN.bottom;
  pen.font = "12px system-ui, sans-serif";
  pen.fillStyle = ink("soft");
  pen.textBaseline = "middle";
  pen.textAlign = "right";
  pen.lineWidth = 1;
  for (const tick of ticks(low, high, 4)) {
    const isZero = Math.abs(tick) < 1e-9 * (high - low);
    pen.strokeStyle = ink(isZero ? "soft" : "line");
    pen.fillText(isZero ? "0" : digits(tick), MARGIN.left - 8, up(tick));
    stroke(pen, [
      [MARGIN.left, up(tick)],
      [width - MARGIN.right, up(tick)],
    ]);
  }
  pen.textAlign = "center";
  const room = Math.max(2, Math.floor((width - MARGIN.left) / 110)),
    [from, to] = [scale.values[0], scale.values[scene.frames - 1]];
  for (const tick of ticks(from, to, room)) {
    const share = to > from ? (tick - from) / (to - from) : 0;
    const x = MARGIN.left + share * (width - MARGIN.left - MARGIN.right);
    pen.fillText(digits(tick), x, foot + 13);
  }
}
