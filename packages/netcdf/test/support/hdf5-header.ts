import { put } from '@severe/testing/hostile/put';

/** Kinds of messages in an object's header. @see HDF5 File Format Specification, version 3.0, IV.A.2 */
export const kinds = { dataspace: 1, type: 3, fill: 5, layout: 8, filters: 11, attribute: 12, more: 16 } as const;

interface Header {
  start: number;
  /** Where the messages begin, and the checksum behind them. */
  messages: number;
  end: number;
  /** Octets of each message before its own. */
  prefix: number;
}

function headersOf(bytes: Buffer): Header[] {
  const headers: Header[] = [];
  for (let start = bytes.indexOf('OHDR'); start >= 0; start = bytes.indexOf('OHDR', start + 4)) {
    const flags = bytes[start + 5];
    const sizeAt = start + 6 + (flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0);
    const sizeOctets = 1 << (flags & 3);
    const messages = sizeAt + sizeOctets;
    headers.push({ start, messages, end: messages + bytes.readUIntLE(sizeAt, sizeOctets), prefix: flags & 4 ? 6 : 4 });
  }
  return headers;
}

/**
 * Changes a number in the last message of a kind that has it, and mends the checksum of its header: so the library
 * believes it.
 *
 * @param at octets from the start of the message's own
 */
export function inMessage(bytes: Uint8Array, kind: number, at: number, value: number, octets: number): Uint8Array {
  const copy = Buffer.from(bytes);
  let changed: Uint8Array | undefined;
  for (const { start, messages, end, prefix } of headersOf(copy)) {
    for (let next = messages; next + prefix <= end; next += prefix + copy.readUInt16LE(next + 1)) {
      const size = copy.readUInt16LE(next + 1);
      if (copy[next] !== kind || at + octets > size) continue;
      const unsummed = put(copy, next + prefix + at, value, octets, 'little');
      changed = put(unsummed, end, checksum(unsummed.subarray(start, end)), 4, 'little');
    }
  }
  if (changed) return changed;
  throw new Error(`no message of kind ${kind} has ${at + octets} octets`);
}

/** The same for the superblock. */
export function inSuperblock(bytes: Uint8Array, at: number, value: number, octets: number): Uint8Array {
  const changed = put(bytes, at, value, octets, 'little');
  return put(changed, 44, checksum(changed.subarray(0, 44)), 4, 'little');
}

const turned = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** The checksum of HDF5's metadata: Bob Jenkins' lookup3. @see http://burtleburtle.net/bob/c/lookup3.c */
function checksum(bytes: Uint8Array): number {
  let [a, b, c] = Array<number>(3).fill((0xdeadbeef + bytes.length) | 0);
  const padded = Buffer.alloc(Math.max(12, Math.ceil(bytes.length / 12) * 12));
  padded.set(bytes);
  for (let at = 0; at < padded.length; at += 12) {
    a = (a + padded.readInt32LE(at)) | 0;
    b = (b + padded.readInt32LE(at + 4)) | 0;
    c = (c + padded.readInt32LE(at + 8)) | 0;
    if (at + 12 >= padded.length) break;
    a = ((a - c) | 0) ^ turned(c, 4);
    c = (c + b) | 0;
    b = ((b - a) | 0) ^ turned(a, 6);
    a = (a + c) | 0;
    c = ((c - b) | 0) ^ turned(b, 8);
    b = (b + a) | 0;
    a = ((a - c) | 0) ^ turned(c, 16);
    c = (c + b) | 0;
    b = ((b - a) | 0) ^ turned(a, 19);
    a = (a + c) | 0;
    c = ((c - b) | 0) ^ turned(b, 4);
    b = (b + a) | 0;
  }
  c = ((c ^ b) - turned(b, 14)) | 0;
  a = ((a ^ c) - turned(c, 11)) | 0;
  b = ((b ^ a) - turned(a, 25)) | 0;
  c = ((c ^ b) - turned(b, 16)) | 0;
  a = ((a ^ c) - turned(c, 4)) | 0;
  b = ((b ^ a) - turned(a, 14)) | 0;
  c = ((c ^ b) - turned(b, 24)) | 0;
  return c >>> 0;
}
