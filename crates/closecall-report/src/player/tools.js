// The tools of the scene: views, a cut, measuring, a picture, a link, and light or dark.

/** @param {string} up */
function setUp(up) {
  camera.up = up;
  upChoice.value = up;
  if (hasGl) makeGrid();
  flyTo(wholeScene(), true);
}
const upChoice = choice("up", "which way is up", [["z", "z up"], ["y", "y up"]], setUp);
const measureToggle = toggle("measure", "measure between two points (M)", false, setMeasuring);
measureToggle.id = "measure";

// The picture as a file.
function savePicture() {
  drawNow();
  const name = document.title.replace(/[^\w.-]+/g, "_").slice(0, 60);
  const link = make("a", { href: canvas.toDataURL("image/png"), download: `${name}.png` });
  window.closecall.picture = link.href;
  link.click();
}

function makeTools() {
  /** @type {[string, string][]} */
  const views = Object.keys(VIEWS).map((name) => [name, name]);
  const hasPlaces = hasContacts || nearest.size > 0;
  const contactWords = scene.marks ? "zoom to the marks" : "zoom to contact";
  const nearWords = hasContacts ? contactWords : "zoom to nearest points";
  const near = button("near", nearWords, "near to the place of this frame (C)", () => void lookAtPlace());
  const themes = /** @type {[string, string][]} */ ([["auto", "auto"], ["light", "light"], ["dark", "dark"]]);
  const row = make("div", { id: "tool-row" });
  const fold = make("details", { id: "tools-fold", open: view.clientWidth > 520 });
  fold.append(make("summary", { textContent: "Tools" }), row);
  byId("tools").append(fold);
  row.append(
    button("whole", "whole scene", "the whole scene in the picture (F)", () => {
      choose(-1);
      flyTo(wholeScene());
    }),
    ...(hasPlaces ? [near] : []),
    choice("from", "look from", views, (name) => void lookFrom(name)),
    upChoice,
    sectionChoice,
    sectionRow,
    measureToggle,
    measureWords,
    button("picture", "picture", "save the picture as a file", savePicture),
    button("link", "link", "copy a link that opens this page at this view", copyLink),
    choice("theme", "light or dark", themes, setTheme),
  );
  measureWords.hidden = true;
  const keys = scene.frames > 1 ? BY_KEYS : "";
  byId("help").innerHTML = BY_HAND + keys;
}

const BY_HAND =
  "Drag to turn, shift and drag to move, wheel to zoom, double click to look at a place, click to find its row. " +
  "<kbd>F</kbd> whole scene, <kbd>C</kbd> contact, <kbd>M</kbd> measure, <kbd>Esc</kbd> no row.";
const BY_KEYS =
  " <kbd>←</kbd> <kbd>→</kbd> one back or on, <kbd>↑</kbd> <kbd>↓</kbd> contact before or next, " +
  "<kbd>Home</kbd> <kbd>End</kbd> first and last, <kbd>space</kbd> play.";

// WebGL pictures are not printed: an image takes their place. Paper is light, and has no folds.
function makePrint() {
  const image = make("img", { id: "printed", alt: "the scene" });
  const folds = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("#details, #legend-fold")]);
  view.append(image);
  /** @type {{ theme: string, open: boolean[] } | null} */
  let before = null;
  window.addEventListener("beforeprint", () => {
    before ??= { theme, open: folds.map((one) => one.open) };
    folds.forEach((one) => (one.open = true));
    setTheme("light");
    drawNow();
    image.src = canvas.toDataURL("image/png");
  });
  window.addEventListener("afterprint", () => {
    if (!before) return;
    const { theme, open } = before;
    before = null;
    folds.forEach((one, k) => (one.open = open[k]));
    setTheme(theme);
  });
}
