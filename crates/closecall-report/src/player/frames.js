// From frame to frame: by hand, by keys, from contact to contact, or playing.

let current = 0,
  playing = false;
const controls = document.getElementById("controls");
const slider = make("input", {
  type: "range",
  id: "slider",
  min: 0,
  max: scene.frames - 1,
  value: 0,
});
slider.setAttribute("aria-label", noun);
const label = make("output", { id: "label" });
const play = make("button", { id: "play", textContent: "▶ Play" });

// Shows a frame.
function go(frame) {
  const wanted = Math.min(Math.max(Math.round(frame), 0), scene.frames - 1);
  slider.value = wanted;
  if (wanted === current) return;
  current = wanted;
  if (gl) makeLive(current);
  tell(current);
  pointAt(current);
  redraw();
}

// By hand: a flight that plays is stopped.
function goByHand(frame) {
  setPlaying(false);
  go(frame);
}

// From here to the next frame at which to stop, if there is one.
function next(step, isStop) {
  let frame = current + step;
  while (frame >= 0 && frame < scene.frames && !isStop(frame)) frame += step;
  return frame >= 0 && frame < scene.frames ? frame : null;
}

// To the next frame that touches and whose neighbour on this side does not, and near to the place.
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

function toFront(step) {
  const frame = next(step, (frame) => frontsAt(frame).length > 0);
  if (frame !== null) goByHand(frame);
}

function button(id, textContent, title, act) {
  const made = make("button", { id, type: "button", textContent, title });
  made.addEventListener("click", act);
  return made;
}

function jumps() {
  const list = [];
  if (hasContacts)
    list.push(
      button("last-contact", "◀ contact", "to the contact before, and near to it (↑)", () =>
        toContact(-1),
      ),
      button("next-contact", "contact ▶", "to the next contact, and near to it (↓)", () =>
        toContact(1),
      ),
    );
  if (fronts.length)
    list.push(
      button("last-front", "◀ front", "to the frame before that remembers volumes", () =>
        toFront(-1),
      ),
      button("next-front", "front ▶", "to the next frame that remembers volumes", () => toFront(1)),
    );
  return list;
}

// In the corner of the picture.
function views() {
  const box = make("div", { id: "views" });
  const all = button("whole", "whole scene", "the whole scene in the picture (F)", () =>
    flyTo(wholeScene()),
  );
  const near = button(
    "near",
    "zoom to contact",
    "near to the place of this frame (C)",
    lookAtPlace,
  );
  const hasPlaces = hasContacts || nearest.size > 0;
  if (!hasContacts) near.textContent = "zoom to nearest points";
  box.append(...(hasPlaces ? [near] : []), all);
  return box;
}

const KEYS = {
  ArrowLeft: () => goByHand(current - 1),
  ArrowRight: () => goByHand(current + 1),
  ArrowUp: () => toContact(-1),
  ArrowDown: () => toContact(1),
  Home: () => goByHand(0),
  End: () => goByHand(scene.frames - 1),
  " ": () => setPlaying(!playing),
  f: () => flyTo(wholeScene()),
  c: lookAtPlace,
};

function listen() {
  document.addEventListener("keydown", (event) => {
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const isPress = event.key === " " && event.target.tagName === "BUTTON";
    const needsFrames = !"fc".includes(event.key.toLowerCase());
    if (
      !act ||
      isPress ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (needsFrames && scene.frames < 2)
    )
      return;
    event.preventDefault();
    act();
  });
}

const FLIGHT_MS = 40000,
  LEAST_FRAMES_PER_MS = 1 / 60;

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
    place += Math.max(time - last, 0) * speed;
    last = time;
    go(Math.floor(Math.min(place, scene.frames - 1)));
    if (place >= scene.frames - 1) setPlaying(false);
  }
}

function setPlaying(on) {
  if (playing === on) return;
  playing = on;
  play.textContent = on ? "❚❚ Pause" : "▶ Play";
  if (on) run();
}
