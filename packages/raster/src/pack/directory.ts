import { gunzipSync, gzipSync } from 'node:zlib';
import { DataError, messageOf } from '@severe/base';

/**
 * A directory of tiles, ascending by id, as columns of equal length. Entry i covers the tiles `ids[i]` to
 * `ids[i] + runs[i] - 1`, which share one content; a run of 0 is a leaf directory that begins with that id.
 * Offsets count from the start of the tile data, or of the leaf directories.
 */
export interface Directory {
  ids: Float64Array;
  runs: Float64Array;
  lengths: Float64Array;
  offsets: Float64Array;
}

/** A directory of `count` empty entries. */
export function emptyDirectory(count: number): Directory {
  const column = () => new Float64Array(count);
  return { ids: column(), runs: column(), lengths: column(), offsets: column() };
}

/** The entries from `start` up to, not including, `end`. */
export function partOf({ ids, runs, lengths, offsets }: Directory, start: number, end: number): Directory {
  const part = (column: Float64Array) => column.subarray(start, end);
  return { ids: part(ids), runs: part(runs), lengths: part(lengths), offsets: part(offsets) };
}

/**
 * Columns of variable-length integers: the count, ids as differences, runs, lengths, offsets (0: right after the
 * entry before, else one more than the offset).
 *
 * @see PMTiles specification version 3, section 4.2
 */
export function encodeDirectory({ ids, runs, lengths, offsets }: Directory): Uint8Array {
  const out = new VarintWriter(8 + ids.length * 16);
  out.put(ids.length);
  for (let i = 0; i < ids.length; i++) out.put(ids[i] - (i > 0 ? ids[i - 1] : 0));
  for (const run of runs) out.put(run);
  for (const length of lengths) out.put(length);
  for (let i = 0; i < offsets.length; i++) {
    const follows = i > 0 && offsets[i] === offsets[i - 1] + lengths[i - 1];
    out.put(follows ? 0 : offsets[i] + 1);
  }
  return out.bytes();
}

/** @throws {DataError} `pmtiles-directory` when the bytes end early or the ids do not ascend */
export function decodeDirectory(bytes: Uint8Array): Directory {
  const input = new VarintReader(bytes);
  const count = input.take();
  // An entry takes at least one byte in each of the four columns: a wrong count is refused before it allocates memory.
  if (count * 4 > bytes.length) refuse(`declares ${count} entries, but has ${bytes.length} bytes`);
  const { ids, runs, lengths, offsets } = emptyDirectory(count);
  for (let i = 0, id = 0; i < count; i++) {
    const step = input.take();
    if (i > 0 && step === 0) refuse(`has the id ${id} twice`);
    ids[i] = id += step;
  }
  for (let i = 0; i < count; i++) runs[i] = input.take();
  for (let i = 0; i < count; i++) lengths[i] = input.take();
  for (let i = 0; i < count; i++) {
    const stored = input.take();
    if (stored === 0 && i === 0) refuse('has no offset for its first entry');
    offsets[i] = stored === 0 ? offsets[i - 1] + lengths[i - 1] : stored - 1;
  }
  return { ids, runs, lengths, offsets };
}

/** The index of the entry that covers an id, or of the leaf that would; -1 when there is none. */
export function findEntry({ ids, runs }: Directory, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle] <= id) low = middle + 1;
    else high = middle;
  }
  const entry = low - 1; // the last one that begins at or before the id
  return entry >= 0 && (runs[entry] === 0 || id < ids[entry] + runs[entry]) ? entry : -1;
}

/** Integers of seven bits a byte, lowest first, the high bit set on all bytes but the last. */
class VarintWriter {
  #bytes: Uint8Array;
  #at = 0;

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected);
  }

  put(value: number): void {
    if (this.#at + 8 > this.#bytes.length) this.#grow();
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#at++] = (rest % 128) | 128;
    this.#bytes[this.#at++] = rest;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2 + 8);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 50; scale *= 128) {
      if (this.#at >= this.#bytes.length) refuse(`ends after ${this.#bytes.length} bytes, inside its entries`);
      const byte = this.#bytes[this.#at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return refuse(`has a number that is longer than 8 bytes, at ${this.#at}`);
  }
}

function refuse(problem: string): never {
  throw new DataError('pmtiles-directory', `a directory of the tile archive ${problem}`);
}

/** Limit of unpacked directories and metadata; real ones are much smaller. */
const largestUnpacked = 16 << 20;

/** Reproducible gzip: the operating system in its header is "unknown". */
export function gzip(bytes: Uint8Array): Uint8Array {
  const packed = gzipSync(bytes, { level: 9 });
  packed[9] = 255;
  return packed;
}

/** @throws {DataError} `pmtiles-gzip` when it is damaged or unreasonably large */
export function gunzip(bytes: Uint8Array, what: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: largestUnpacked });
  } catch (cause) {
    throw new DataError('pmtiles-gzip', `the ${what} of the tile archive cannot be unpacked: ${messageOf(cause)}`, {
      cause,
    });
  }
}
