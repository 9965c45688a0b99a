"use strict";
const sections = [...document.querySelectorAll("section[id]")];
const openTarget = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target?.querySelector("details");
  if (!fold) return;
  fold.open = true;
  target.scrollIntoView();
};
window.addEventListener("hashchange", openTarget);
openTarget();
const find = document.getElementById("find");
find.addEventListener("input", () => {
  const word = find.value.trim().toLowerCase();
  let shown = 0;
  for (const section of sections) {
    const isFound = section.textContent.toLowerCase().includes(word) || section.id.includes(word);
    section.hidden = !isFound;
    shown += Number(isFound);
  }
  document.getElementById("found").textContent = word ? `${shown} of ${sections.length}` : "";
});
