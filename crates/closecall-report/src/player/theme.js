// Light and dark: the style sheet has both, and drawings ask it for their colours.

const probe = make("i", { hidden: true });
document.body.append(probe);

/** A colour of the style sheet as `#rrggbb`. @param {string} name */
function ink(name) {
  probe.style.color = `var(--${name})`;
  const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? ["0", "0", "0"];
  return "#" + parts.slice(0, 3).map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("");
}

const darkness = matchMedia("(prefers-color-scheme: dark)");
let theme = "auto";
const isDark = () => (theme === "auto" ? darkness.matches : theme === "dark");

/** @param {string} wanted `auto`, `light` or `dark` */
function setTheme(wanted) {
  theme = wanted;
  document.documentElement.dataset.theme = wanted;
  repaint();
}
darkness.addEventListener("change", () => repaint());

// All that is drawn and not styled.
function repaint() {
  COLOURS.contact = isDark() ? "#f2f5f8" : "#111418";
  COLOURS.grid = ink("line");
  for (const { key, colours } of layers)
    if (key === "contact" || key === "grid") colours[0] = COLOURS[key];
  refreshLegend();
  redraw();
  drawnCharts.forEach(drawChart);
}
