// WebGL 2: three programs, for surfaces, for lines as wide as asked for, and for points.

const canvas = make("canvas", { id: "canvas", tabIndex: 0 });
canvas.setAttribute("role", "img");
// `#flat` in the address asks for the picture of browsers without WebGL.
const wanted = location.hash.includes("flat")
  ? null
  : canvas.getContext("webgl2", { antialias: true, alpha: false });
const gl = /** @type {WebGL2RenderingContext} */ (wanted);
const hasGl = wanted !== null;

const HEAD = "#version 300 es\nprecision highp float;\n";
const SOURCES = {
  // The normal of a face is known where it is drawn: no mesh needs normals.
  surface: [
    `uniform mat4 clip, look, model; in vec3 place; out vec3 seen, inScene;
     void main() {
       vec4 there = model * vec4(place, 1);
       inScene = there.xyz;
       seen = (look * there).xyz;
       gl_Position = clip * there;
     }`,
    `uniform vec4 colour, cut; uniform float shine; in vec3 seen, inScene; out vec4 drawn;
     void main() {
       if (dot(cut.xyz, inScene) > cut.w) discard;
       vec3 across = cross(dFdx(seen), dFdy(seen));
       float size = length(across);
       float light = size > 0.0 ? abs(dot(across / size, vec3(-0.27, 0.45, 0.85))) : 1.0;
       drawn = vec4(colour.rgb * mix(1.0, 0.42 + 0.62 * light, shine), colour.a);
     }`,
  ],
  line: [
    `uniform mat4 clip, model; uniform vec2 size; uniform float width; uniform vec4 colour, other;
     in vec3 from, to; in float which; out vec4 paint; out vec3 inScene;
     void main() {
       vec4 p = model * vec4(from, 1), q = model * vec4(to, 1);
       inScene = (gl_VertexID & 1) == 0 ? p.xyz : q.xyz;
       vec4 a = clip * p, b = clip * q;
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
    `uniform vec4 cut; in vec4 paint; in vec3 inScene; out vec4 drawn;
     void main() { if (dot(cut.xyz, inScene) > cut.w) discard; drawn = paint; }`,
  ],
  point: [
    `uniform mat4 clip, model; uniform float width; in vec3 place; out vec3 inScene;
     void main() {
       inScene = (model * vec4(place, 1)).xyz;
       gl_Position = clip * vec4(inScene, 1);
       gl_PointSize = width;
     }`,
    `uniform vec4 colour, other, cut; in vec3 inScene; out vec4 drawn;
     void main() {
       if (dot(cut.xyz, inScene) > cut.w) discard;
       float from = 2.0 * length(gl_PointCoord - 0.5);
       if (from > 1.0) discard;
       drawn = from > 0.72 ? other : colour;
     }`,
  ],
};

/** @param {string[]} sources of the vertices and of the fragments @returns {Program} */
function program([vertex, fragment]) {
  const made = gl.createProgram();
  /** @type {[number, string][]} */
  const kinds = [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ];
  for (const [kind, source] of kinds) {
    const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
    gl.shaderSource(shader, HEAD + source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(made) ?? "");
  /** @type {Program["at"]} */
  const at = {};
  for (let k = 0; k < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); k++) {
    const name = gl.getActiveUniform(made, k)?.name ?? "";
    at[name] = gl.getUniformLocation(made, name);
  }
  return { made, at, attribute: (name) => gl.getAttribLocation(made, name) };
}

/** @type {Record<string, Program>} */
const programs = hasGl
  ? Object.fromEntries(Object.entries(SOURCES).map(([name, source]) => [name, program(source)]))
  : {};

/** @param {number} kind @param {BufferSource} data */
function buffer(kind, data) {
  const made = gl.createBuffer();
  gl.bindBuffer(kind, made);
  gl.bufferData(kind, data, gl.STATIC_DRAW);
  return made;
}

/** @param {Program} own @param {string} name @param {number} count @param {number} stride
 * @param {number} offset */
function attribute(own, name, count, stride, offset) {
  const place = own.attribute(name);
  gl.enableVertexAttribArray(place);
  gl.vertexAttribPointer(place, count, gl.FLOAT, false, stride, offset);
}

/** A surface: vertices, and the corners of triangles; without these, vertex after vertex.
 * @param {Float32Array<any>} vertices @param {Uint32Array<any>} [triangles] @returns {Shape} */
function surfaceShape(vertices, triangles) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  const held = [buffer(gl.ARRAY_BUFFER, vertices)];
  attribute(programs.surface, "place", 3, 0, 0);
  if (triangles) held.push(buffer(gl.ELEMENT_ARRAY_BUFFER, triangles));
  const count = triangles ? triangles.length : vertices.length / 3;
  const draw = () =>
    triangles
      ? gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0)
      : gl.drawArrays(gl.TRIANGLES, 0, count);
  return { kind: "surface", array, count, draw, held };
}

/** Lines: seven numbers each, both ends and which colour it has. Every line is four vertices that
 * have all of them: a processor takes far longer for as many instances of one quad.
 * @param {Float32Array<any>} segments @returns {Shape} */
function lineShape(segments) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  const lines = segments.length / 7;
  const vertices = new Float32Array(4 * segments.length),
    corners = new Uint32Array(6 * lines);
  for (let k = 0; k < lines; k++) {
    const own = segments.subarray(7 * k, 7 * k + 7);
    for (let copy = 0; copy < 4; copy++) vertices.set(own, 28 * k + 7 * copy);
    corners.set([4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 2, 4 * k + 1, 4 * k + 3], 6 * k);
  }
  const held = [buffer(gl.ARRAY_BUFFER, vertices)];
  attribute(programs.line, "from", 3, 28, 0);
  attribute(programs.line, "to", 3, 28, 12);
  attribute(programs.line, "which", 1, 28, 24);
  held.push(buffer(gl.ELEMENT_ARRAY_BUFFER, corners));
  const draw = () => gl.drawElements(gl.TRIANGLES, corners.length, gl.UNSIGNED_INT, 0);
  return { kind: "line", array, count: corners.length, draw, held };
}

/** @param {Float32Array<any>} places @returns {Shape} */
function pointShape(places) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  const held = [buffer(gl.ARRAY_BUFFER, places)];
  attribute(programs.point, "place", 3, 0, 0);
  const count = places.length / 3;
  return { kind: "point", array, count, draw: () => gl.drawArrays(gl.POINTS, 0, count), held };
}

/** @param {Shape} shape */
function dropShape({ array, held }) {
  gl.deleteVertexArray(array);
  held.forEach((one) => gl.deleteBuffer(one));
}
