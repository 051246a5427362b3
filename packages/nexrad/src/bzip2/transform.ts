/**
 * Converts the last column of the sorted rotations to a chain: the low byte of an entry is a byte of the text, the
 * upper 24 bits are the index of the next entry.
 *
 * @param column bytes in the low 8 bits of the first `count` entries; changed in place
 * @see Burrows and Wheeler, A Block-sorting Lossless Data Compression Algorithm, 1994
 */
export function chain(column: Uint32Array, count: number): void {
  const next = new Uint32Array(256);
  for (let i = 0; i < count; i++) next[column[i] & 255]++;
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    const occurrences = next[byte];
    next[byte] = sum;
    sum += occurrences;
  }
  for (let i = 0; i < count; i++) column[next[column[i] & 255]++] |= i << 8;
}
