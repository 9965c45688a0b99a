// The legend: below the scene, so that it covers nothing, and behind a fold.

const legend = byId("legend");

/** @param {Layer} layer */
function entryOf(layer) {
  const entry = make("div", { className: "entry" });
  entry.dataset.layer = layer.key;
  const show = toggle([swatch(layer.colours), wordsOf(layer)], "show or hide", layer.visible, (on) => {
    layer.visible = on;
    redraw();
  });
  show.className = "show";
  entry.append(show);
  if (layer.canBeClear) {
    const clear = toggle("◐", `see through ${wordsOf(layer)}`, layer.clear, (on) => {
      layer.clear = on;
      redraw();
    });
    clear.className = "clear";
    clear.setAttribute("aria-label", clear.title);
    entry.append(clear);
  }
  return entry;
}

/** @param {Layer} layer */
const wordsOf = (layer) => (layer.words ? layer.words() : layer.name);

function makeLegend() {
  const fold = make("details", { id: "legend-fold", open: view.clientWidth > 520 });
  fold.append(make("summary", { textContent: "Bodies and marks" }), make("div", { id: "entries" }));
  legend.append(fold);
  refreshLegend();
}

function refreshLegend() {
  const entries = document.getElementById("entries");
  const shown = layers.filter(({ key }) => key !== "measure");
  entries?.replaceChildren(...shown.map(entryOf));
}

// The names of what touches are those of the frame that is shown.
function renameTouching() {
  for (const layer of layers.filter(({ key }) => key.startsWith("touching"))) {
    const show = legend.querySelector(`[data-layer=${layer.key}] .show`);
    show?.replaceChildren(swatch(layer.colours), wordsOf(layer));
  }
}
