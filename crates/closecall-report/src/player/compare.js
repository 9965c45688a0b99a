// What is new since an earlier page about the same thing.

/** The data of another page, out of its text. @param {string} text @returns {PageData | null} */
function dataOf(text) {
  const found = /<script id="data" type="application\/json">(.*?)<\/script>/s.exec(text);
  try {
    return found && JSON.parse(found[1]);
  } catch {
    return null;
  }
}

/** Marks the findings that are new or of another kind, puts them first, and names those that are gone.
 * @param {string} text */
function compareWith(text) {
  const before = dataOf(text)?.findings;
  if (!before) return (compareWords.textContent = "that file is not a page with findings");
  // Of what is apart or nearest, only the first few are listed: whether these are new is not known.
  const isOf = (/** @type {FindingData} */ { mood }) => mood === "collision" || mood === "undecided" || mood === "plain";
  const kinds = new Map(before.map((found) => [found.name, found.kind]));
  const names = new Set(findings.map((found) => found.name));
  const fresh = [];
  for (const [k, found] of findings.entries()) {
    const old = kinds.get(found.name);
    const words = old === undefined ? "new" : old === found.kind ? "" : `was ${old}`;
    findingRows[k].querySelector(".since")?.remove();
    if (!words || !isOf(found)) continue;
    fresh.push(k);
    findingRows[k].prepend(make("span", { className: "since", textContent: words }), " ");
  }
  const gone = before.filter((found) => isOf(found) && !names.has(found.name));
  byId("list").prepend(...fresh.map((k) => /** @type {HTMLElement} */ (findingRows[k].parentElement)));
  const list = gone.length ? `: ${gone.map((found) => `${found.name} (${found.kind})`).join(", ")}` : "";
  compareWords.textContent = `${fresh.length} new or changed, ${gone.length} gone${list}`;
  if (fresh.length) choose(fresh[0]);
}

const compareWords = make("p", { id: "compared", className: "soft" });
const earlier = make("input", { type: "file", id: "earlier", accept: ".html", hidden: true });
earlier.setAttribute("aria-label", "an earlier page");
earlier.addEventListener("change", async () => {
  const file = earlier.files?.[0];
  if (file) compareWith(await file.text());
});

function makeCompare() {
  const box = document.getElementById("sorting");
  if (!box) return;
  const title = "mark what is new since an earlier page";
  box.append(button("compare", "compare with…", title, () => earlier.click()), earlier);
  box.after(compareWords);
}
