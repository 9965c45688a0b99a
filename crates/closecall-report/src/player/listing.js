// The program beside the scene: the line that is shown is lit, and a click on a line goes there.
// Only the lines in sight are in the page.

const LINE_HIGH = 20;
const program_ = listing?.text.split("\n") ?? [];
const sheet = make("div", { id: "sheet", tabIndex: 0 });
const paper_ = make("div", { className: "paper" });
/** The moods of the lines on which something was found. @type {Map<number, Mood>} */
const moodOfLine = new Map();

/** The frame of a line: its first, or the last before it. @param {number} line */
function frameOfLine(line) {
  const own = findings.find(({ frames }) => at[frames[0]] === line);
  if (own) return own.frames[0];
  const first = at.indexOf(line);
  if (first >= 0) return first;
  const before = at.findLastIndex((known) => known <= line);
  return Math.max(before, 0);
}

/** @param {number} number from 1 */
function lineBox(number) {
  const box = make("div", { className: "code" });
  box.dataset.line = String(number);
  box.style.top = `${(number - 1) * LINE_HIGH}px`;
  const mood = moodOfLine.get(number);
  if (mood) box.classList.add(mood);
  if (number === at[current]) box.setAttribute("aria-current", "true");
  box.append(make("i", { textContent: String(number) }), program_[number - 1]);
  return box;
}

function drawLines() {
  const first = Math.max(Math.floor(sheet.scrollTop / LINE_HIGH) - 5, 0),
    last = Math.min(first + Math.ceil(sheet.clientHeight / LINE_HIGH) + 10, program_.length);
  const numbers = Array.from({ length: Math.max(last - first, 0) }, (_, k) => first + k + 1);
  paper_.replaceChildren(...numbers.map(lineBox));
}

// Lights the line of the frame that is shown, and brings it into sight.
function lightLine() {
  if (!listing) return;
  const top = (at[current] - 1) * LINE_HIGH,
    isInSight = top >= sheet.scrollTop && top + LINE_HIGH <= sheet.scrollTop + sheet.clientHeight;
  if (!isInSight) sheet.scrollTop = top - sheet.clientHeight / 2;
  drawLines();
}

/** @param {number} line */
function goToLine(line) {
  const frame = frameOfLine(line);
  const found = findings.findIndex(({ frames }) => at[frames[0]] === line);
  if (found >= 0) return choose(found);
  goByHand(frame);
}

function makeListing() {
  if (!listing) return;
  sheet.setAttribute("aria-label", `program ${listing.name}`);
  sheet.setAttribute("role", "region");
  for (const { frames, mood } of findings.slice().reverse()) moodOfLine.set(at[frames[0]], mood);
  paper_.style.height = `${program_.length * LINE_HIGH}px`;
  sheet.append(paper_);
  sheet.addEventListener("scroll", drawLines);
  sheet.addEventListener("click", (event) => {
    const box = /** @type {HTMLElement} */ (event.target).closest(".code");
    if (box) goToLine(Number(/** @type {HTMLElement} */ (box).dataset.line));
  });
  sheet.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const frame = next(step, (frame) => at[frame] !== at[current]);
    if (frame !== null) goByHand(frame);
  });
  byId("beside").append(make("h2", { textContent: listing.name }), sheet);
  new ResizeObserver(drawLines).observe(sheet);
}
