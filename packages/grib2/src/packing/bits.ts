/**
 * Reads unsigned integers of `width` bits (0 to 32), packed one after another, highest bit first.
 *
 * @param bytes holds all of them; the caller has checked
 * @param bit   where the first begins, counted from the start of `bytes`
 * @param bias  is subtracted from each, so that 32 bits fit an `Int32Array`
 */
export function readBits(
  bytes: Uint8Array,
  bit: number,
  width: number,
  into: Uint16Array | Int32Array,
  bias = 0,
): void {
  if (width === 0) into.fill(-bias);
  else if (width <= 24) readNarrow(bytes, Math.floor(bit / 8), bit % 8, width, into, bias);
  else readWide(bytes, Math.floor(bit / 8), bit % 8, width, into, bias);
}

function readNarrow(
  bytes: Uint8Array,
  at: number,
  skip: number,
  width: number,
  into: Uint16Array | Int32Array,
  bias: number,
): void {
  const mask = 2 ** width - 1;
  let buffer = skip === 0 ? 0 : bytes[at++]; // the last 32 bits read; the mask hides those already used
  let unread = skip === 0 ? 0 : 8 - skip; // how many low bits of `buffer` are still to be used
  for (let i = 0; i < into.length; i++) {
    while (unread < width) {
      buffer = (buffer << 8) | bytes[at++];
      unread += 8;
    }
    unread -= width;
    into[i] = ((buffer >>> unread) & mask) - bias;
  }
}

/** Octet by octet in floating point, which holds 32 + 7 bits exactly. */
function readWide(
  bytes: Uint8Array,
  at: number,
  skip: number,
  width: number,
  into: Uint16Array | Int32Array,
  bias: number,
): void {
  let buffer = skip === 0 ? 0 : bytes[at++] % 2 ** (8 - skip);
  let unread = skip === 0 ? 0 : 8 - skip;
  for (let i = 0; i < into.length; i++) {
    while (unread < width) {
      buffer = buffer * 256 + bytes[at++];
      unread += 8;
    }
    unread -= width;
    const value = Math.floor(buffer / 2 ** unread);
    buffer -= value * 2 ** unread;
    into[i] = value - bias;
  }
}

/** One unsigned integer of `octets` octets, at most 4. */
export function readOctets(bytes: Uint8Array, at: number, octets: number): number {
  let value = 0;
  for (let i = 0; i < octets; i++) value = value * 256 + bytes[at + i];
  return value;
}
