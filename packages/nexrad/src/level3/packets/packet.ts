/** Codes on radials around the radar: `packed[radial * gates + gate]`. */
export interface RadialPacket {
  kind: 'radial';
  code: number;
  layer: number;
  radials: number;
  gates: number;
  /** Index of the first gate: the distance to its start in gate lengths. */
  firstGate: number;
  /** Start azimuth of each radial, clockwise from north, and its width. */
  startsDeg: Float32Array;
  widthsDeg: Float32Array;
  packed: Uint8Array | Uint16Array;
}

/** Codes on a square grid around the radar, northernmost row first: `packed[row * columns + column]`. */
export interface RasterPacket {
  kind: 'raster';
  code: number;
  layer: number;
  rows: number;
  columns: number;
  packed: Uint8Array;
}

/** Text at a place. */
export interface TextPacket {
  kind: 'text';
  code: number;
  layer: number;
  eastKm: number;
  northKm: number;
  text: string;
}

/** Symbols at places (storm cells, hail, rotation) with their attributes. */
export interface MarksPacket {
  kind: 'marks';
  code: number;
  layer: number;
  /** Name of the kind of symbol. */
  name: string;
  marks: Mark[];
}

/** One symbol: its position, and its attributes by name. */
export interface Mark {
  eastKm: number;
  northKm: number;
  [fact: string]: number | string;
}

/** Lines: storm tracks, contours, wind profiles. */
export interface LinesPacket {
  kind: 'lines';
  code: number;
  layer: number;
  /** Colour level, if the packet has one. */
  level?: number;
  /** East and north in km, or screen coordinates if the product is not a map: x, y, x, y, … */
  lines: Float32Array[];
}

/** A packet of packets: past or forecast positions of a storm. */
export interface GroupPacket {
  kind: 'group';
  code: number;
  layer: number;
  name: string;
  packets: Packet[];
}

/** A skipped packet. */
interface OtherPacket {
  kind: 'other';
  code: number;
  layer: number;
  bytes: number;
}

export type Packet = RadialPacket | RasterPacket | TextPacket | MarksPacket | LinesPacket | GroupPacket | OtherPacket;
