// Matrices of four columns, column by column, and vectors.

/** @param {Numbers} a @param {Numbers} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Numbers} a @param {Numbers} b */
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @param {Numbers} u @param {Numbers} w */
const cross = (u, w) => [
  u[1] * w[2] - u[2] * w[1],
  u[2] * w[0] - u[0] * w[2],
  u[0] * w[1] - u[1] * w[0],
];
/** @param {Numbers} a @param {Numbers} b @param {number} t */
const along = (a, b, t) => [a[0] + b[0] * t, a[1] + b[1] * t, a[2] + b[2] * t];
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** @param {Numbers} a @param {Numbers} b */
function times(a, b) {
  const product = new Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      product[4 * column + row] = sum;
    }
  return product;
}

/** @param {number} tangent @param {number} aspect @param {number} near @param {number} far */
function perspective(tangent, aspect, near, far) {
  const depth = 1 / (near - far);
  // prettier-ignore
  return [
    1 / (tangent * aspect), 0, 0, 0,
    0, 1 / tangent, 0, 0,
    0, 0, (far + near) * depth, -1,
    0, 0, 2 * far * near * depth, 0,
  ];
}
