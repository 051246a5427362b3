/** Bit writer in the order of DEFLATE: the first bit is the lowest of its byte. */

/** Address of the next byte; after `flush`, the end of the bytes. */
export let at: usize = 0;
/** Bits that are not written yet, and their number. */
export let hold: u64 = 0;
export let held: u32 = 0;

export function begin(into: usize): void {
  at = into;
  hold = 0;
  held = 0;
}

/** Sets the state after a loop that kept it in locals. */
export function resume(into: usize, bits: u64, count: u32): void {
  at = into;
  hold = bits;
  held = count;
}

/** @param count at most 16 */
export function write(value: u32, count: u32): void {
  hold |= (<u64>value) << held;
  held += count;
  if (held >= 32) {
    store<u32>(at, <u32>hold);
    at += 4;
    hold >>= 32;
    held -= 32;
  }
}

/** Fills the last byte with zeros. */
export function flush(): void {
  store<u32>(at, <u32>hold);
  at += (held + 7) >> 3;
}
