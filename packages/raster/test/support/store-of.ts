/** A store that holds one object and notes what is read from it. */
export function storeOf(bytes: Uint8Array) {
  const reads: [start: number, length: number][] = [];
  const read = (start: number, length: number) => {
    reads.push([start, length]);
    return Promise.resolve(bytes.subarray(start, start + length));
  };
  return { read, reads };
}
