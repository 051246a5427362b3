/** Codes on radials around the radar: `packed[radial * gates + gate]`. */
export interface RadialPacket {
  kind: 'radial';
  code: number;
  layer: number;
  radials: number;
  gates: number;
  /** Number of the first gate: it begins at this many gates' lengths. */
  firstGate: number;
  /** Where each radial begins, clockwise from north, and how wide it is. */
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

/** Letters at a place. */
export interface TextPacket {
  kind: 'text';
  code: number;
  layer: number;
  eastKm: number;
  northKm: number;
  text: string;
}

/** Things at places: storm cells, hail, rotation, with the numbers that belong to each. */
export interface MarksPacket {
  kind: 'marks';
  code: number;
  layer: number;
  /** What the marks stand for. */
  name: string;
  marks: Mark[];
}

/** One mark; what else is known of it is under its own name. */
export interface Mark {
  eastKm: number;
  northKm: number;
  [fact: string]: number | string;
}

/** Lines: of storm tracks, contours, wind profiles. */
export interface LinesPacket {
  kind: 'lines';
  code: number;
  layer: number;
  /** Colour level, where the packet has one. */
  level?: number;
  /** East and north in km, or in screen units where the product is no map: x, y, x, y, … */
  lines: Float32Array[];
}

/** A packet whose data are packets: the past or the forecast positions of a storm. */
export interface GroupPacket {
  kind: 'group';
  code: number;
  layer: number;
  name: string;
  packets: Packet[];
}

/** A packet that is passed over: its code and length. */
export interface OtherPacket {
  kind: 'other';
  code: number;
  layer: number;
  bytes: number;
}

export type Packet = RadialPacket | RasterPacket | TextPacket | MarksPacket | LinesPacket | GroupPacket | OtherPacket;
