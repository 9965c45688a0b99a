// From frame to frame: by hand, by keys, from contact to contact, or playing.

let current = 0,
  playing = false;
const controls = byId("controls");
const slider = make("input", { type: "range", id: "slider", min: "0", max: String(scene.frames - 1), value: "0" });
slider.setAttribute("aria-label", noun);
const label = make("output", { id: "label" });
const play = button("play", "▶ Play", "play (space)", () => setPlaying(!playing));

/** Shows a frame. @param {number} frame */
function go(frame) {
  const wanted = Math.min(Math.max(Math.round(frame), 0), scene.frames - 1);
  slider.value = String(wanted);
  if (wanted === current) return;
  current = wanted;
  refreshFrame();
}

// All that depends on the frame that is shown.
function refreshFrame() {
  if (hasGl) makeLive(current);
  tell(current);
  lightFindings();
  tellTriangles();
  lightLine();
  renameTouching();
  pointAt();
  redraw();
}

/** What is said of a frame. @param {number} frame */
function tell(frame) {
  const many = scene.frames > 1;
  label.textContent = many
    ? `${nameOf(frame)} · ${grouped(frame + 1)} of ${grouped(scene.frames)}`
    : "";
  slider.setAttribute("aria-valuetext", nameOf(frame));
  byId("now").textContent = [touchingWords(frame), nearestWords(frame), frontWords(frame)]
    .filter((words) => words)
    .join(". ");
}

/** @param {number} frame */
function touchingWords(frame) {
  const groups = touches[frame],
    where = scene.frames > 1 ? ` at ${nameOf(frame)}` : "";
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  if (count && scene.is_one_of_many) return `One pair of triangles that touches is known${where}`;
  if (count && !listing) return `${counted(count, "pair")} of triangles touch${where}`;
  const isAsked = bodies.filter(isSurface).length > 1 && !listing && !scene.marks;
  return isAsked ? `Nothing touches${where || " here"}` : "";
}

/** How far apart the nearest points of a frame are. @param {number} frame */
function nearestWords(frame) {
  const points = nearest.get(frame);
  if (!points) return "";
  return `Nearest points are ${lengthWords(Math.hypot(...minus(points[0], points[1])))} apart`;
}

/** What is drawn of what is remembered. @param {number} frame */
function frontWords(frame) {
  if (!fronts.length) return "";
  const words = frontsAt(frame).map((front) => {
    const thinned = front.shown < front.all ? `${grouped(front.shown)} of ` : "";
    return `${thinned}${counted(front.all, "volume")} of ${bodies[front.body].name}`;
  });
  return words.length ? `remembered: ${words.join(", ")}` : "remembered volumes are not drawn here";
}

/** By hand: a flight that plays is stopped. @param {number} frame */
function goByHand(frame) {
  setPlaying(false);
  go(frame);
}

/** From here to the next frame at which to stop, if there is one.
 * @param {number} step @param {(frame: number) => boolean} isStop */
function next(step, isStop) {
  let frame = current + step;
  while (frame >= 0 && frame < scene.frames && !isStop(frame)) frame += step;
  return frame >= 0 && frame < scene.frames ? frame : null;
}

/** To the next frame that touches and whose neighbour on this side does not, and near to the place.
 * @param {number} step */
function toContact(step) {
  const frame = next(step, (frame) => isTouching(frame) && !isTouching(frame - step));
  if (frame === null) return Promise.resolve();
  goByHand(frame);
  return lookAtPlace();
}

function lookAtPlace() {
  const box = placeOf(current);
  return box ? flyTo(nearTo(box)) : Promise.resolve();
}

/** @param {number} step */
function toFront(step) {
  const frame = next(step, (frame) => frontsAt(frame).length > 0);
  if (frame !== null) goByHand(frame);
}

function jumps() {
  const list = [];
  if (hasContacts)
    list.push(
      button("last-contact", "◀ contact", "to the contact before, and near to it (↑)", () => toContact(-1)),
      button("next-contact", "contact ▶", "to the next contact, and near to it (↓)", () => toContact(1)),
    );
  if (fronts.length)
    list.push(
      button("last-front", "◀ front", "to the frame before that remembers volumes", () => toFront(-1)),
      button("next-front", "front ▶", "to the next frame that remembers volumes", () => toFront(1)),
    );
  return list;
}

// The frames that touch, as dark stretches above the slider.
function touchingStrip() {
  const strip = make("div", { id: "strip" });
  const pen = make("canvas", { width: 1000, height: 1 });
  const context = /** @type {CanvasRenderingContext2D} */ (pen.getContext("2d"));
  context.fillStyle = "#d23b3b";
  const wide = 1000 / scene.frames;
  for (let frame = 0; frame < scene.frames; frame++)
    if (isTouching(frame)) context.fillRect(frame * wide, 0, Math.max(wide, 1), 1);
  strip.append(pen);
  return strip;
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => goByHand(current - 1),
  ArrowRight: () => goByHand(current + 1),
  ArrowUp: () => void toContact(-1),
  ArrowDown: () => void toContact(1),
  Home: () => goByHand(0),
  End: () => goByHand(scene.frames - 1),
  " ": () => setPlaying(!playing),
  f: () => void flyTo(wholeScene()),
  c: () => void lookAtPlace(),
  m: () => measureToggle.click(),
  Escape: () => choose(-1),
};
const FREE = ["f", "c", "m", "escape"];

function listen() {
  document.addEventListener("keydown", (event) => {
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const target = /** @type {HTMLElement} */ (event.target);
    const isPress = event.key === " " && ["BUTTON", "SUMMARY"].includes(target.tagName);
    const isTyped = ["SELECT", "TEXTAREA", "INPUT"].includes(target.tagName) && target !== slider;
    const needsFrames = !FREE.includes(event.key.toLowerCase());
    if (!act || isPress || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    if (needsFrames && scene.frames < 2) return;
    event.preventDefault();
    act();
  });
}

const FLIGHT_MS = 40000,
  LEAST_FRAMES_PER_MS = 1 / 60;
let pace = 1;

async function run() {
  const speed = Math.max(
    scene.frames / FLIGHT_MS,
    Math.min(LEAST_FRAMES_PER_MS, scene.frames / 4000),
  );
  let place = current === scene.frames - 1 ? 0 : current,
    last = performance.now();
  while (playing) {
    const time = await new Promise(requestAnimationFrame);
    if (!playing) return;
    place += Math.max(time - last, 0) * speed * pace;
    last = time;
    go(Math.floor(Math.min(place, scene.frames - 1)));
    if (place >= scene.frames - 1) setPlaying(false);
  }
}

/** @param {boolean} on */
function setPlaying(on) {
  if (playing === on) return;
  playing = on;
  play.textContent = on ? "❚❚ Pause" : "▶ Play";
  if (on) run();
}

function makeControls() {
  if (scene.frames < 2) return controls.remove();
  slider.addEventListener("input", () => goByHand(Number(slider.value)));
  const track = make("div", { id: "track" });
  track.append(touchingStrip(), slider);
  /** @type {[string, string][]} */
  const paces = [["0.25", "¼ ×"], ["1", "1 ×"], ["4", "4 ×"]];
  const speed = choice("pace", "how fast it plays", paces, (value) => (pace = Number(value)));
  speed.value = "1";
  controls.append(play, speed, track, ...jumps(), label);
}
