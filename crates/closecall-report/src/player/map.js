// A map of the frames: a tile each, row by row from below, in the colour of its class.

const MAP_HEIGHT = 360,
  STRIP_HEIGHT = 84;

// Where the tiles are: how many, and how large each is.
function tiling({ map, width, height }) {
  const rows = map.tiles.length / map.columns;
  return {
    rows,
    wide: (width - MARGIN.left - MARGIN.right) / map.columns,
    high: (height - MARGIN.top - MARGIN.bottom) / rows,
  };
}

// The left upper corner of a frame's tile.
function tileCorner(chart, frame) {
  const { rows, wide, high } = tiling(chart);
  const [column, row] = [frame % chart.map.columns, Math.floor(frame / chart.map.columns)];
  return [MARGIN.left + column * wide, MARGIN.top + (rows - 1 - row) * high];
}

// The frame of the tile at a place; none outside.
function tileAt(chart, x, y) {
  const { rows, wide, high } = tiling(chart);
  const column = Math.floor((x - MARGIN.left) / wide),
    row = rows - 1 - Math.floor((y - MARGIN.top) / high);
  const isInside = column >= 0 && column < chart.map.columns && row >= 0 && row < rows;
  return isInside ? row * chart.map.columns + column : null;
}

function drawMap(chart) {
  const { canvas, pen, map } = chart,
    ratio = window.devicePixelRatio || 1;
  chart.width = Math.max(canvas.clientWidth, 120);
  chart.height = map.axes.length > 1 ? MAP_HEIGHT : STRIP_HEIGHT;
  canvas.style.height = `${chart.height}px`;
  Object.assign(canvas, { width: chart.width * ratio, height: chart.height * ratio });
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, chart.width, chart.height);
  const { wide, high } = tiling(chart);
  map.tiles.forEach((kind, frame) => {
    pen.fillStyle = map.classes[kind][1];
    // A little larger, so that no line shows between two.
    pen.fillRect(...tileCorner(chart, frame), wide + 0.5, high + 0.5);
  });
  drawEnds(chart);
  chart.picture = pen.getImageData(0, 0, canvas.width, canvas.height);
  markTile(chart);
}

// The values at the ends of the axes and in their middles.
function drawEnds({ pen, map, width, height }) {
  pen.font = "12px system-ui, sans-serif";
  pen.fillStyle = "#5d6b7a";
  pen.textBaseline = "middle";
  const [right, foot] = [width - MARGIN.right, height - MARGIN.bottom];
  const value = ([low, high], share) => digits(low + (high - low) * share);
  for (const [share, align] of [[0, "left"], [0.5, "center"], [1, "right"]]) {
    pen.textAlign = align;
    const x = MARGIN.left + (right - MARGIN.left) * share;
    pen.fillText(value(map.axes[0].ends, share), x, foot + 13);
    if (map.axes.length < 2) continue;
    pen.textAlign = "right";
    const y = foot - 6 - (foot - MARGIN.top - 12) * share;
    pen.fillText(value(map.axes[1].ends, share), MARGIN.left - 8, y);
  }
}

// A frame about the tile that is shown.
function markTile(chart) {
  const { pen } = chart,
    { wide, high } = tiling(chart),
    [x, y] = tileCorner(chart, current);
  pen.putImageData(chart.picture, 0, 0);
  pen.strokeStyle = "#1d2733";
  pen.lineWidth = 2;
  pen.strokeRect(x - 1, y - 1, wide + 2, high + 2);
}

// What a tile stands for: the values in its middle, and its class.
function tileWords({ map }, frame) {
  const places = [frame % map.columns, Math.floor(frame / map.columns)];
  const counts = [map.columns, map.tiles.length / map.columns];
  const values = map.axes.map(({ name, ends: [low, high] }, k) => {
    const value = low + ((high - low) * (places[k] + 0.5)) / counts[k];
    return `${name} ${digits(value)}`;
  });
  return `${values.join(", ")}: ${map.classes[map.tiles[frame]][0]}`;
}

function mapBox({ title, map }) {
  const canvas = make("canvas", { className: "chart" });
  const reading = make("span", { className: "reading" });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const chart = { title, map, lines: [], canvas, pen };
  const head = make("div", { className: "head" });
  head.append(make("b", { textContent: title }));
  for (const [name, colour] of map.classes) {
    const entry = make("span", {});
    entry.append(swatch([colour]), name);
    head.append(entry);
  }
  head.append(reading);
  const box = make("section", {});
  const [across, up] = map.axes.map(({ name }) => name);
  const textContent = up ? `${across} to the right, ${up} upwards` : across;
  box.append(head, canvas, make("div", { className: "axis", textContent }));
  const under = (event) => tileAt(chart, event.offsetX, event.offsetY);
  canvas.addEventListener("pointermove", (event) => {
    const frame = under(event);
    reading.textContent = frame === null ? "" : tileWords(chart, frame);
  });
  canvas.addEventListener("pointerleave", () => (reading.textContent = ""));
  canvas.addEventListener("click", (event) => {
    const frame = under(event);
    if (frame !== null) goByHand(frame);
  });
  drawnCharts.push(chart);
  return box;
}
