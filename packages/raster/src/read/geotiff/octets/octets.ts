/** Octets beside each other in a file. */
export interface Stretch {
  start: number;
  length: number;
}

/** What a TIFF file is read from. Nobody asks for octets behind its length. */
export interface Octets {
  readonly length: number;
  /**
   * Octets at once.
   *
   * @throws {Absent} when they are not at hand: so it is called within `reading`
   */
  take(start: number, length: number): Uint8Array;
  /** Does what takes octets, and does it again when those that were absent have been fetched: it must have no effects. */
  reading<T>(work: () => T | Promise<T>): Promise<T>;
  /** The octets of each stretch, one after the other. Stretches are given in the order in which they begin. */
  fetch(stretches: Stretch[]): AsyncIterable<Uint8Array>;
}

/** Octets of a file that is in memory. */
export function octetsInMemory(bytes: Uint8Array): Octets {
  const take = (start: number, length: number): Uint8Array => bytes.subarray(start, start + length);
  return {
    length: bytes.length,
    take,
    reading: async (work) => work(),
    async *fetch(stretches) {
      for (const { start, length } of stretches) yield take(start, length);
    },
  };
}
