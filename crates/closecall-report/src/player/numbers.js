// Numbers as people read them, and in full where the pointer rests.

const grouped = (/** @type {number} */ number) => number.toLocaleString("en-US");
/** @param {number} number @param {string} one @param {string} [more] */
const counted = (number, one, more = `${one}s`) =>
  `${grouped(number)} ${number === 1 ? one : more}`;

/** Four figures that count. @param {number} number */
const digits = (number) =>
  Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(4)));
/** A length with its unit. @param {number} number */
const lengthWords = (number) => (unit ? `${digits(number)} ${unit}` : digits(number));
/** @param {number} frame */
const nameOf = (frame) =>
  data.rows.names[frame] ?? `${noun} ${at.length ? digits(at[frame]) : frame}`;

/** A place as the files have it, and what is noise beside the scene's size as 0. @param {Vec} point */
function placeWords(point) {
  const step = sceneSize * 1e-5;
  const decimals = Math.min(Math.max(Math.ceil(-Math.log10(step)), 0), 12);
  const words = point
    .map((value, axis) => value + scene.origin[axis])
    .map((value) => (Math.abs(value) < step ? "0" : String(Number(value.toFixed(decimals)))));
  return words.join(" ");
}

/** The same in full. @param {Vec} point */
const placeInFull = (point) =>
  point.map((value, axis) => value + scene.origin[axis]).join(" ");
