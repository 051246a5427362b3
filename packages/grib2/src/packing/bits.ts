/**
 * Reads unsigned integers of `width` bits (0 to 32), packed one after another, highest bit first.
 *
 * @param bytes must have all of them; the caller checks
 * @param at    of the octet in which the first begins
 * @param bias  subtracted from each, so that 32 bits fit an `Int32Array`
 */
export function readBits(bytes: Uint8Array, at: number, width: number, into: Int32Array, bias = 0): void {
  if (width === 0) {
    into.fill(-bias);
    return;
  }
  // The 32 bits from the octet in which a value starts contain all of it, if there are four octets
  const octetsLeft = bytes.length - at - 4;
  const narrow = width <= 25 ? Math.max(0, Math.min(into.length, Math.floor((octetsLeft * 8) / width))) : 0;
  if (narrow > 0) readNarrow(bytes, at, width, into.subarray(0, narrow), bias);
  const rest = narrow * width;
  readWide(bytes, at + Math.floor(rest / 8), rest % 8, width, into.subarray(narrow), bias);
}

function readNarrow(bytes: Uint8Array, start: number, width: number, into: Int32Array, bias: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
  const drop = 32 - width;
  let at = 0; // octets and bits are separate, since a count of bits can exceed 31 bits
  let bit = 0;
  for (let i = 0; i < into.length; i++) {
    into[i] = ((view.getUint32(at) << bit) >>> drop) - bias;
    bit += width;
    at += bit >>> 3;
    bit &= 7;
  }
}

/** Reads octet by octet in floating point, which represents 32 + 7 bits exactly. */
function readWide(bytes: Uint8Array, at: number, skip: number, width: number, into: Int32Array, bias: number): void {
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

/** An unsigned integer of `octets` octets, at most 4. */
export function readOctets(bytes: Uint8Array, at: number, octets: number): number {
  let value = 0;
  for (let i = 0; i < octets; i++) value = value * 256 + bytes[at + i];
  return value;
}
