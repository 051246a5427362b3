/** A range of octets in a file. */
export interface ByteRange {
  start: number;
  length: number;
}

/** Where the octets of a TIFF file come from. Callers never request octets beyond its length. */
export interface ByteSource {
  readonly length: number;
  /**
   * Octets, synchronously.
   *
   * @throws {PagesMissing} when they are not in memory; call it within `load`
   */
  slice(start: number, length: number): Uint8Array;
  /** Runs `work`, which calls `slice`. Fetches octets that it misses and runs it again; `work` must have no side effects. */
  load<T>(work: () => T | Promise<T>): Promise<T>;
  /** The octets of each range, one after the other. Ranges are in ascending order of their start. */
  fetch(ranges: ByteRange[]): AsyncIterable<Uint8Array>;
}

/** A file in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
  const slice = (start: number, length: number): Uint8Array => bytes.subarray(start, start + length);
  return {
    length: bytes.length,
    slice,
    load: async (work) => work(),
    async *fetch(ranges) {
      for (const { start, length } of ranges) yield slice(start, length);
    },
  };
}
