// The figures along the frames, and a line where the shown frame is.

// Where a chart ends, and how many frames lie above: a few that stand out far above the rest would press that flat.
function top(chart) {
  const sums = chart.series.map((series) => typed(series.values, Float64Array));
  const high = sums[0].map((_, k) =>
    chart.stacked ? sums.reduce((sum, values) => sum + values[k], 0) : Math.max(...sums.map((values) => values[k])),
  );
  const sorted = high.slice().sort(),
    usual = 1.5 * sorted[Math.floor(0.99 * (sorted.length - 1))];
  const is_flat = usual > 0 && sorted[sorted.length - 1] > 3 * usual;
  return is_flat ? { range: [0, usual], above: high.filter((value) => value > usual).length } : { above: 0 };
}

function drawCharts() {
  const gap = 0.09,
    height = (1 - gap * (charts.length - 1)) / charts.length;
  const x = Array.from({ length: scene.frames }, (_, frame) => frame);
  const colours = [
    ["#0072b2", "#d55e00", "#009e73"],
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9"],
  ];
  const layout = {
    margin: { l: 70, r: 20, t: 30, b: 40 },
    hovermode: "x unified",
    shapes: [cursor(0)],
    showlegend: true,
    legend: { tracegroupgap: 40, font: { size: 12 } },
    annotations: [],
    modebar,
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { color: "#3c4856" },
  };
  const list = charts.flatMap((chart, at) => {
    const end = at === 0 ? "" : String(at + 1),
      start = 1 - at * (height + gap),
      { range, above } = top(chart);
    layout["xaxis" + end] = {
      anchor: "y" + end,
      matches: at === 0 ? undefined : "x",
      range: [0, Math.max(scene.frames - 1, 1)],
      gridcolor: "#edf0f4",
      title: at === charts.length - 1 ? { text: "frame" } : undefined,
    };
    layout["yaxis" + end] = {
      domain: [Math.max(start - height, 0), start],
      range,
      rangemode: "tozero",
      gridcolor: "#edf0f4",
      title: { text: chart.unit },
    };
    layout.annotations.push({
      text: `<b>${chart.title}</b>${above ? ` (${counted(above, "frame")} above)` : ""}`,
      xref: "paper",
      yref: "paper",
      x: 0,
      y: start,
      xanchor: "left",
      yanchor: "bottom",
      showarrow: false,
    });
    return chart.series.map((series, k) => ({
      type: "scatter",
      mode: "lines",
      name: series.name,
      legendgroup: chart.title,
      x,
      y: typed(series.values, Float64Array),
      xaxis: "x" + end,
      yaxis: "y" + end,
      line: { width: chart.stacked ? 0.5 : 1.2, color: colours[chart.stacked ? 1 : 0][k % (chart.stacked ? 5 : 3)] },
      ...(chart.stacked ? { stackgroup: chart.title } : {}),
    }));
  });
  chartsView.style.height = `${60 + 190 * charts.length}px`;
  return Plotly.newPlot(chartsView, list, layout, config).then(() => {
    chartsView.on("plotly_click", ({ points }) => go(points[0].x));
  });
}

const cursor = (frame) => ({
  type: "line",
  xref: "x",
  yref: "paper",
  x0: frame,
  x1: frame,
  y0: 0,
  y1: 1,
  line: { color: "#3c4856", width: 1.5, dash: "dot" },
});
