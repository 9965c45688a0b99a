// From frame to frame: by hand, from contact to contact, or playing.

let current = 0,
  wanted = 0,
  drawing = null,
  playing = false;
const controls = document.getElementById("controls");
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
const slider = make("input", { type: "range", id: "slider", min: 0, max: scene.frames - 1, value: 0 });
const label = make("output", { id: "label" });
const frontWords = make("span", { id: "front-words" });
const play = make("button", { id: "play", textContent: "▶ Play" });
const button = (textContent, step, isStop) => {
  const made = make("button", { textContent });
  made.addEventListener("click", () => jumpFrom(step, isStop));
  return made;
};

async function draw(frame) {
  const now = frameOf(frame),
    keys = ["x", "y", "z", "i", "j", "k"];
  const update = {};
  for (const key of keys) update[key] = LIVE.map((name) => now[name][key]);
  const ended = [
    Plotly.restyle(
      view,
      update,
      LIVE.map((_, at) => at),
    ),
  ];
  if (charts.length) ended.push(Plotly.relayout(chartsView, { "shapes[0].x0": frame, "shapes[0].x1": frame }));
  tell(frame);
  await Promise.all(ended);
  current = frame;
}

// Asks for a frame. While one is drawn only the last that was asked for is remembered.
function go(frame) {
  wanted = Math.min(Math.max(Math.round(frame), 0), scene.frames - 1);
  slider.value = wanted;
  drawing ??= (async () => {
    while (current !== wanted) await draw(wanted);
  })().finally(() => (drawing = null));
  return drawing;
}

// From here to the next frame at which to stop, if there is one.
function jumpFrom(step, isStop) {
  let frame = wanted + step;
  while (frame >= 0 && frame < scene.frames && !isStop(frame)) frame += step;
  if (frame >= 0 && frame < scene.frames) go(frame);
}

// To frames that touch and whose neighbours on this side do not, and to those with a front.
function jumps() {
  const touching = (frame) => touches[frame]?.length > 0;
  const starting = (step) => (frame) => touching(frame) && !touching(frame - step);
  const withFront = (frame) => frontsAt(frame).length > 0;
  const toContacts = [button("◀ contact", -1, starting(-1)), button("contact ▶", 1, starting(1))];
  const toFronts = [button("◀ front", -1, withFront), button("front ▶", 1, withFront)];
  return [...(touches.some((list) => list.length) ? toContacts : []), ...(fronts.length ? toFronts : [])];
}

const FLIGHT_MS = 40000,
  LEAST_FRAMES_PER_MS = 1 / 60;

async function run() {
  const speed = Math.max(scene.frames / FLIGHT_MS, Math.min(LEAST_FRAMES_PER_MS, scene.frames / 4000));
  let place = wanted === scene.frames - 1 ? 0 : wanted,
    last = performance.now();
  while (playing) {
    const time = await new Promise(requestAnimationFrame);
    place += Math.max(time - last, 0) * speed;
    last = time;
    await go(Math.min(place, scene.frames - 1));
    if (place >= scene.frames - 1) setPlaying(false);
    else if (Math.abs(wanted - place) > 1) place = wanted;
  }
}

function setPlaying(on) {
  playing = on;
  play.textContent = on ? "❚❚ Pause" : "▶ Play";
  if (on) run();
}
