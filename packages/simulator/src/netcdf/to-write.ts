/** Types of numbers, by the arrays that hold them. */
export type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** Text, or numbers in the type in which they are written. */
export type Attributes = Record<string, string | Numbers>;

/** A variable to be written. */
export interface VariableToWrite {
  name: string;
  /** Names of dimensions of the file, slowest first; none for a single number. */
  dimensions: string[];
  attributes: Attributes;
  data: Numbers | Chunked;
}

/** A variable in chunks that are packed already. */
export interface Chunked {
  /** An array of the type of the numbers, of any length. */
  type: Numbers;
  /** Cells of a chunk along each dimension. */
  shape: number[];
  /** All chunks in row-major order, as `packChunk` gives them; those at the rim are whole too. */
  chunks: Uint8Array[];
}

/** A NetCDF-4 file of a single group. */
export interface NetcdfToWrite {
  /** Lengths by name; one without a variable of its name has no coordinates. */
  dimensions: Record<string, number>;
  attributes: Attributes;
  variables: VariableToWrite[];
}
