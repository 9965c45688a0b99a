// Begins.

function begin() {
  if (scene.frames > 1) {
    slider.addEventListener("input", () => goByHand(Number(slider.value)));
    play.addEventListener("click", () => setPlaying(!playing));
    controls.append(play, slider, ...jumps(), label);
  } else {
    controls.remove();
  }
  listen();
  makeLayers();
  // A motion is shown where it first touches.
  if (at.some((place) => !Number.isInteger(place)))
    current = Math.max(
      touches.findIndex((groups) => groups.length > 0),
      0,
    );
  slider.value = current;
  tell(current);
  if (gl) {
    view.append(canvas, tip);
    makeShapes();
    makeLive(current);
    Object.assign(camera, wholeScene());
    handle();
    view.append(legend(), views());
    new ResizeObserver(drawNow).observe(view);
    drawNow();
    gl.finish();
  } else {
    view.append(
      make("p", {
        className: "none",
        textContent: "This browser has no WebGL 2: the scene cannot be drawn.",
      }),
    );
  }
  if (charts.length) makeCharts();
  else chartsView.remove();
  document.body.dataset.ready = "yes";
}

// What is drawn in a frame, as points: bodies that move, what touches, contacts, and what is
// remembered.
function drawn(frame) {
  const points = (list) =>
    Array.from({ length: list.length / 3 }, (_, k) => [...list.slice(3 * k, 3 * k + 3)]);
  const placed = (body, vertices) =>
    points(vertices).map((point) => carried(body, frame, ...point));
  const { a, b } = touchingIn(frame);
  const remembered = (side) => frontsAt(frame).filter((front) => sideOf(front) === side);
  return [
    bodies.filter((body) => body.is_moving).flatMap((body) => placed(body, body.vertices)),
    points(a),
    points(b),
    points([...(contacts.get(frame) ?? [])]),
    ...["stillFront", "movingFront"].map((side) =>
      remembered(side).flatMap(({ body, vertices }) => placed(bodies[body], vertices)),
    ),
  ];
}

// How many points of the picture have about this colour.
function painted(colour) {
  drawNow();
  const pixels = new Uint8Array(4 * canvas.width * canvas.height);
  gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const [r, g, b] = rgb(colour).map((part) => 255 * part);
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4)
    if (Math.abs(pixels[k] - r) + Math.abs(pixels[k + 1] - g) + Math.abs(pixels[k + 2] - b) < 24)
      count++;
  return count;
}

// For whoever looks at the page from outside.
window.closecall = {
  go,
  shown: () => current,
  drawn,
  painted,
  camera,
  everything,
  matrices,
  touches,
  bodies,
  fronts,
  nearest,
  partings,
  layers,
  charts: drawnCharts,
};
begin();
