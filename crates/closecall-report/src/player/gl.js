// WebGL 2: three programs, for surfaces, for lines as wide as asked for, and for points.

const canvas = make("canvas", { id: "canvas", tabIndex: 0 });
canvas.setAttribute("aria-label", "the scene: drag to turn, shift and drag to move, wheel to zoom");
const gl = canvas.getContext("webgl2", { antialias: true, alpha: false });

const HEAD = "#version 300 es\nprecision highp float;\n";
const SOURCES = {
  // The normal of a face is known where it is drawn: no mesh needs normals.
  surface: [
    `uniform mat4 clip, look; in vec3 place; out vec3 seen;
     void main() { seen = (look * vec4(place, 1)).xyz; gl_Position = clip * vec4(place, 1); }`,
    `uniform vec4 colour; uniform float shine; in vec3 seen; out vec4 drawn;
     void main() {
       vec3 across = cross(dFdx(seen), dFdy(seen));
       float size = length(across);
       float light = size > 0.0 ? abs(dot(across / size, vec3(-0.27, 0.45, 0.85))) : 1.0;
       drawn = vec4(colour.rgb * mix(1.0, 0.42 + 0.62 * light, shine), colour.a);
     }`,
  ],
  line: [
    `uniform mat4 clip; uniform vec2 size; uniform float width; uniform vec4 colour, other;
     in vec3 from, to; in float which; out vec4 paint;
     void main() {
       vec4 a = clip * vec4(from, 1), b = clip * vec4(to, 1);
       float near = 1e-6 * max(abs(a.w), abs(b.w));
       if (a.w < near && b.w > near) a = mix(b, a, (b.w - near) / (b.w - a.w));
       if (b.w < near && a.w > near) b = mix(a, b, (a.w - near) / (a.w - b.w));
       vec2 way = (b.xy / b.w - a.xy / a.w) * size;
       vec2 unit = dot(way, way) > 0.0 ? normalize(way) : vec2(1, 0);
       vec4 end = (gl_VertexID & 1) == 0 ? a : b;
       float side = (gl_VertexID & 2) == 0 ? 1.0 : -1.0;
       end.xy += side * width * vec2(-unit.y, unit.x) / size * end.w;
       paint = which > 0.5 ? other : colour;
       gl_Position = end;
     }`,
    `in vec4 paint; out vec4 drawn; void main() { drawn = paint; }`,
  ],
  point: [
    `uniform mat4 clip; uniform float width; in vec3 place;
     void main() { gl_Position = clip * vec4(place, 1); gl_PointSize = width; }`,
    `uniform vec4 colour; out vec4 drawn;
     void main() {
       float from = 2.0 * length(gl_PointCoord - 0.5);
       if (from > 1.0) discard;
       drawn = from > 0.72 ? vec4(1, 1, 1, colour.a) : colour;
     }`,
  ],
};

function program([vertex, fragment]) {
  const made = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, HEAD + source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  const at = {};
  for (let k = 0; k < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); k++) {
    const { name } = gl.getActiveUniform(made, k);
    at[name] = gl.getUniformLocation(made, name);
  }
  return { made, at, attribute: (name) => gl.getAttribLocation(made, name) };
}

const programs =
  gl &&
  Object.fromEntries(Object.entries(SOURCES).map(([name, source]) => [name, program(source)]));

function buffer(kind, data) {
  const made = gl.createBuffer();
  gl.bindBuffer(kind, made);
  gl.bufferData(kind, data, gl.STATIC_DRAW);
  return made;
}

function attribute(own, name, count, stride, offset, every) {
  const place = own.attribute(name);
  gl.enableVertexAttribArray(place);
  gl.vertexAttribPointer(place, count, gl.FLOAT, false, stride, offset);
  gl.vertexAttribDivisor(place, every);
}

// A surface: vertices, and the corners of triangles; without these, vertex after vertex.
function surfaceShape(vertices, triangles) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  const held = [buffer(gl.ARRAY_BUFFER, vertices)];
  attribute(programs.surface, "place", 3, 0, 0, 0);
  if (triangles) held.push(buffer(gl.ELEMENT_ARRAY_BUFFER, triangles));
  const count = triangles ? triangles.length : vertices.length / 3;
  const draw = () =>
    triangles
      ? gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0)
      : gl.drawArrays(gl.TRIANGLES, 0, count);
  return { kind: "surface", array, count, draw, held };
}

// Lines: seven numbers each, both ends and which colour it has.
function lineShape(segments) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  const held = [buffer(gl.ARRAY_BUFFER, segments)];
  attribute(programs.line, "from", 3, 28, 0, 1);
  attribute(programs.line, "to", 3, 28, 12, 1);
  attribute(programs.line, "which", 1, 28, 24, 1);
  const count = segments.length / 7;
  return {
    kind: "line",
    array,
    count,
    draw: () => gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count),
    held,
  };
}

function pointShape(places) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  const held = [buffer(gl.ARRAY_BUFFER, places)];
  attribute(programs.point, "place", 3, 0, 0, 0);
  return {
    kind: "point",
    array,
    count: places.length / 3,
    draw: () => gl.drawArrays(gl.POINTS, 0, places.length / 3),
    held,
  };
}

function dropShape({ array, held }) {
  gl.deleteVertexArray(array);
  held.forEach((one) => gl.deleteBuffer(one));
}
