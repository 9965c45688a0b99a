// A map of the frames: a tile each, row by row from below, in the colour of its class. Where there
// are further quantities, one map of them is shown, and sliders choose which.

const STRIP_HEIGHT = 84;

/** How many tiles a map has before the next begins. @param {MapData} map */
const tilesOf = ({ tiles, others }) =>
  others.reduce((count, { values }) => count / values.length, tiles.length);

/** Where the tiles are: which is the first that is shown, how many, and how large each is.
 * @param {Chart} chart */
function tiling({ map: given, width, height }) {
  const map = /** @type {MapData} */ (given);
  const size = tilesOf(map),
    rows = size / map.columns;
  return {
    map,
    size,
    first: current - (current % size),
    rows,
    wide: (width - MARGIN.left - MARGIN.right) / map.columns,
    high: (height - MARGIN.top - MARGIN.bottom) / rows,
  };
}

/** The left upper corner of a tile of the map that is shown. @param {Chart} chart @param {number} tile */
function tileCorner(chart, tile) {
  const { map, rows, wide, high } = tiling(chart);
  const [column, row] = [tile % map.columns, Math.floor(tile / map.columns)];
  return [MARGIN.left + column * wide, MARGIN.top + (rows - 1 - row) * high];
}

/** The frame of the tile at a place; none outside. @param {Chart} chart @param {number} x @param {number} y */
function tileAt(chart, x, y) {
  const { map, first, rows, wide, high } = tiling(chart);
  const column = Math.floor((x - MARGIN.left) / wide),
    row = rows - 1 - Math.floor((y - MARGIN.top) / high);
  const isInside = column >= 0 && column < map.columns && row >= 0 && row < rows;
  return isInside ? first + row * map.columns + column : null;
}

/** @param {Chart} chart */
function drawMap(chart) {
  const { canvas, pen } = chart,
    map = /** @type {MapData} */ (chart.map),
    ratio = window.devicePixelRatio || 1;
  chart.width = Math.max(canvas.clientWidth, 120);
  chart.height = map.axes.length > 1 ? Math.min(chart.width, 460) : STRIP_HEIGHT;
  canvas.style.height = `${chart.height}px`;
  Object.assign(canvas, { width: chart.width * ratio, height: chart.height * ratio });
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, chart.width, chart.height);
  const { first, size, wide, high } = tiling(chart);
  map.tiles.slice(first, first + size).forEach((kind, tile) => {
    pen.fillStyle = map.classes[kind][1];
    // A little larger, so that no line shows between two.
    const [x, y] = tileCorner(chart, tile);
    pen.fillRect(x, y, wide + 0.5, high + 0.5);
  });
  chart.first = first;
  drawEnds(chart);
  chart.picture = pen.getImageData(0, 0, canvas.width, canvas.height);
  markTile(chart);
}

/** The values at the ends of the axes and in their middles. @param {Chart} chart */
function drawEnds(chart) {
  const { pen, width, height } = chart,
    map = /** @type {MapData} */ (chart.map);
  pen.font = "12px system-ui, sans-serif";
  pen.fillStyle = ink("soft");
  pen.textBaseline = "middle";
  const [right, foot] = [width - MARGIN.right, height - MARGIN.bottom];
  const value = (/** @type {number[]} */ [low, high], /** @type {number} */ share) => digits(low + (high - low) * share);
  /** @type {[number, CanvasTextAlign][]} */
  const ends = [[0, "left"], [0.5, "center"], [1, "right"]];
  for (const [share, align] of ends) {
    pen.textAlign = align;
    const x = MARGIN.left + (right - MARGIN.left) * share;
    pen.fillText(value(map.axes[0].ends, share), x, foot + 13);
    if (map.axes.length < 2) continue;
    pen.textAlign = "right";
    const y = foot - 6 - (foot - MARGIN.top - 12) * share;
    pen.fillText(value(map.axes[1].ends, share), MARGIN.left - 8, y);
  }
}

/** A frame about the tile that is shown. @param {Chart} chart */
function markTile(chart) {
  const { pen } = chart,
    { first, wide, high } = tiling(chart),
    [x, y] = tileCorner(chart, current - first);
  if (chart.first !== first) return drawMap(chart);
  if (chart.picture) pen.putImageData(chart.picture, 0, 0);
  pen.strokeStyle = ink("ink");
  pen.lineWidth = 2;
  pen.strokeRect(x - 1, y - 1, wide + 2, high + 2);
}

/** What a tile stands for, and its class. @param {MapData} map @param {number} frame */
const tileWords = (map, frame) => `${nameOf(frame)}: ${map.classes[map.tiles[frame]][0]}`;

/** A slider for a further quantity. @param {MapData} map @param {number} k which */
function otherSlider(map, k) {
  const { name, values } = map.others[k];
  const stride = map.others.slice(0, k).reduce((count, other) => count * other.values.length, tilesOf(map));
  const box = make("label", { className: "other" }),
    told = make("output"),
    made = make("input", { type: "range", id: `other-${k}`, min: "0", max: String(values.length - 1) });
  const place = () => Math.floor(current / stride) % values.length;
  const show = () => {
    made.value = String(place());
    told.textContent = digits(values[place()]);
    made.setAttribute("aria-valuetext", told.textContent);
  };
  made.addEventListener("input", () => goByHand(current + (Number(made.value) - place()) * stride));
  box.append(name, made, told);
  return { box, show };
}
/** Set every slider to the map that is shown. @type {(() => void)[]} */
const otherShows = [];

/** @param {ChartData} given */
function mapBox(given) {
  const { title } = given,
    map = /** @type {MapData} */ (given.map);
  const { chart, box, head } = emptyChart(title);
  chart.map = map;
  chart.canvas.setAttribute("aria-label", `${title}: ${mapSummary(map)}`);
  for (const [name, colour] of map.classes) {
    const entry = make("span", { className: "class" });
    entry.append(swatch([colour]), name);
    head.append(entry);
  }
  const [across, up] = map.axes.map(({ name }) => name);
  const textContent = up ? `${across} to the right, ${up} upwards` : across;
  const sliders = map.others.map((_, k) => otherSlider(map, k));
  otherShows.push(...sliders.map(({ show }) => show));
  head.after(...sliders.map(({ box }) => box));
  chart.reading.id = "tile";
  box.append(make("div", { className: "axis", textContent }), chart.reading);
  const under = (/** @type {MouseEvent} */ event) => tileAt(chart, event.offsetX, event.offsetY);
  chart.canvas.addEventListener("pointermove", (event) => tellTile(map, under(event) ?? current));
  chart.canvas.addEventListener("pointerleave", () => tellTile(map, current));
  chart.canvas.addEventListener("click", (event) => {
    const frame = under(event);
    if (frame !== null) goByHand(frame);
  });
  return box;
}

/** @param {MapData} map @param {number} frame */
function tellTile(map, frame) {
  const told = document.getElementById("tile");
  if (told) told.textContent = tileWords(map, frame);
}

/** How much of a map is of which class. @param {MapData} map */
function mapSummary(map) {
  const share = (/** @type {number} */ kind) =>
    digits((100 * map.tiles.filter((tile) => tile === kind).length) / map.tiles.length);
  return map.classes.map(([name], kind) => `${share(kind)} % ${name}`).join(", ");
}
