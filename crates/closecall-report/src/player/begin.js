// Begins.

async function begin() {
  if (scene.frames > 1) {
    slider.addEventListener("input", () => {
      setPlaying(false);
      go(Number(slider.value));
    });
    play.addEventListener("click", () => setPlaying(!playing));
    controls.append(play, slider, ...jumps(), label);
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
window.closecall = { go, view, touches, bodies, fronts, nearest };
begin();
