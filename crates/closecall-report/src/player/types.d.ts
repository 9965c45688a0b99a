// The types of the page's data and of what the scripts hand to each other. Only the type checker
// reads this file: no page has it.

type Vec = number[];
type Numbers = Float32Array | Float64Array | number[];
type Box = { low: Vec; high: Vec };
type Mood = "clear" | "collision" | "undecided" | "plain";
type LookName = "surface" | "glass" | "volumes" | "line" | "rapid" | "wrong";

interface FindingData {
  kind: string;
  mood: Mood;
  name: string;
  frames: [number, number];
  bodies: number[];
  group: string | null;
  place: Vec | null;
  weight: number | null;
}

interface ChartData {
  title: string;
  unit: string;
  stacked: boolean;
  map: MapData | null;
  series: { name: string; values: string }[];
}

interface MapData {
  axes: { name: string; ends: [number, number] }[];
  columns: number;
  others: { name: string; values: number[] }[];
  classes: [string, string][];
  tiles: number[];
}

interface PageData {
  scene: {
    origin: Vec;
    frames: number;
    bodies: BodyData[];
    pairs: string;
    fronts: { frame: number; body: number; shown: number; all: number; vertices: string; triangles: string }[];
    nearest: { frame: number; points: [Vec, Vec] }[];
    partings: { frame: number; points: [Vec, Vec] }[];
    only: [number, [number, number][]][];
    is_one_of_many: boolean;
    marks: string | null;
    contacts: { frame: number; ends: string; of: [[number, number] | null, number][] }[];
    most_pairs: number | null;
  };
  rows: { noun: string; at: number[]; names: string[]; along: { name: string; unit: string; values: string }[] };
  unit: string;
  findings: FindingData[];
  listing: { name: string; text: string } | null;
  charts: ChartData[];
}

interface BodyData {
  name: string;
  look: LookName;
  is_moving: boolean;
  is_whole: boolean;
  poses: string;
  vertices: string;
  triangles: string;
  touched: { numbers: string; vertices: string; triangles: string };
}

interface Surface {
  vertices: Float32Array;
  triangles: Uint32Array;
}

interface SceneBody extends Surface {
  name: string;
  /** The frames that it is there in; in all without. */
  only?: [number, number][];
  look: LookName;
  is_moving: boolean;
  is_whole: boolean;
  poses: Float64Array;
  touched: Surface & { numbers: Uint32Array };
  box: Box;
  colour: string;
  layer: Layer;
}

interface Front extends Surface {
  frame: number;
  body: number;
  shown: number;
  all: number;
}

interface Group {
  a: number;
  b: number;
  count: number;
  pairs: Uint32Array;
}

interface Layer {
  key: string;
  name: string;
  colours: string[];
  visible: boolean;
  clear: boolean;
  canBeClear: boolean;
  bodies?: SceneBody[];
  words?: () => string;
}

interface Shape {
  kind: "surface" | "line" | "point";
  array: WebGLVertexArrayObject;
  count: number;
  draw: () => void;
  held: WebGLBuffer[];
}

interface Item {
  layer: Layer;
  shape: Shape;
  body?: SceneBody;
  width?: number;
  other?: string;
  alpha?: number;
  onTop?: boolean;
}

interface Program {
  made: WebGLProgram;
  at: Record<string, WebGLUniformLocation | null>;
  attribute: (name: string) => number;
}

interface Line {
  name: string;
  values: Float64Array;
  colour: string;
  visible: boolean;
}

interface Chart {
  title: string;
  stacked: boolean;
  isLength: boolean;
  map: MapData | null;
  /** The first tile that is drawn, of several maps. */
  first?: number;
  lines: Line[];
  canvas: HTMLCanvasElement;
  pen: CanvasRenderingContext2D;
  reading: HTMLElement;
  note?: HTMLElement;
  width: number;
  height: number;
  picture?: ImageData;
}

interface Ray {
  from: Vec;
  direction: Vec;
}

interface Picked {
  triangle: number;
  time: number;
  body: SceneBody;
  point: Vec;
}

interface Window {
  closecall: Record<string, unknown>;
}

interface Uint8ArrayConstructor {
  fromBase64?: (text: string) => Uint8Array;
}
