// The numbers of the triangles that touch in the frame that is shown: behind a fold, to be copied.

const MOST_LISTED = 500;
const fold = /** @type {HTMLDetailsElement | null} */ (document.getElementById("triangles"));

/** The pairs of a group as numbers of the files. @param {Group} group */
function numbersOf({ a, b, pairs }) {
  const [of_a, of_b] = [bodies[a].touched.numbers, bodies[b].touched.numbers];
  return Array.from({ length: pairs.length / 2 }, (_, k) => [of_a[pairs[2 * k]], of_b[pairs[2 * k + 1]]]);
}

/** @param {Group} group */
function groupBox(group) {
  const numbers = numbersOf(group),
    box = make("div", { className: "group" });
  const kept = numbers.length < group.count ? ` (${grouped(numbers.length)} in this page)` : "";
  const title = `${bodies[group.a].name} × ${bodies[group.b].name}: ${counted(group.count, "pair")}${kept}`;
  const listed = numbers.slice(0, MOST_LISTED).map((pair) => pair.join(":"));
  const csv = () => ["a,b", ...numbers.map((pair) => pair.join(","))].join("\n");
  const copied = button("", "copy", `copy all ${grouped(numbers.length)} as a,b`, (made) => void copy(csv(), made));
  copied.className = "copy";
  const more = numbers.length > MOST_LISTED ? " …" : "";
  box.append(make("b", { textContent: title }), copied, make("p", { className: "pairs", textContent: listed.join("  ") + more }));
  return box;
}

function tellTriangles() {
  if (!fold?.open) return;
  const groups = touches[current];
  byId("numbers").replaceChildren(
    ...(groups.length ? groups.map(groupBox) : [make("p", { textContent: "nothing touches here" })]),
  );
}

fold?.addEventListener("toggle", tellTriangles);
fold?.querySelectorAll("code").forEach((code) => {
  const made = button("copy-command", "copy", "copy the command", () => void copy(code.textContent ?? "", made));
  made.className = "copy";
  code.after(made);
});
