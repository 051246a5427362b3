/** Number types, by the arrays that hold them. */
export type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** Attribute values: text, or numbers in the type in which they are written. */
export type Attributes = Record<string, string | Numbers>;

/** A variable to be written. */
export interface VariableToWrite {
  name: string;
  /** Names of the file's dimensions, slowest first; empty for a scalar. */
  dimensions: string[];
  attributes: Attributes;
  data: Numbers | Chunked;
}

/** A variable in packed chunks. */
export interface Chunked {
  /** Any array of the element type; its length is ignored. */
  type: Numbers;
  /** Length of a chunk along each dimension. */
  shape: number[];
  /** All chunks in row-major order, as `packChunk` returns them; edge chunks have full size. */
  chunks: Uint8Array[];
}

/** The contents of a NetCDF-4 file with a single group. */
export interface NetcdfToWrite {
  /** Lengths by name. A dimension without a variable of its name has no coordinates. */
  dimensions: Record<string, number>;
  attributes: Attributes;
  variables: VariableToWrite[];
}
