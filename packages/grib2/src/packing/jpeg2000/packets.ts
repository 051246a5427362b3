import { Grib2Error } from '../../error.ts';
import { damaged, type CodingStyle } from './codestream.ts';
import type { CodeBlock, Precinct, Resolution, Segment } from './layout.ts';
import type { Bits } from './tag-tree.ts';

/** Table A.19. */
export const bypassFlag = 0x01;
const terminateFlag = 0x04;

/** A layer of a precinct of a resolution. */
interface Packet {
  layer: number;
  resolution: number;
  precinct: number;
}

/**
 * Distributes the bytes of a tile to its code blocks.
 *
 * @throws {Grib2Error} `truncated` if packets are missing, `damaged` if lengths contradict the bytes
 * @see ITU-T T.800 | ISO/IEC 15444-1, annex B.9 to B.12
 */
export function readPackets(bytes: Uint8Array, style: CodingStyle, resolutions: Resolution[]): void {
  let at = 0;
  for (const { layer, resolution, precinct } of orders[style.progression](style.layers, resolutions)) {
    const precincts = resolutions[resolution].bands.map((band) => band.precincts[precinct]);
    at = readPacket(bytes, at, precincts, layer, style.blockStyle);
  }
}

type Order = (layers: number, resolutions: Resolution[]) => Generator<Packet>;

/** Packet orders by progression number; with a single component three of them are equal. */
const orders: Record<number, Order> = {
  *0(layers, resolutions) {
    for (let layer = 0; layer < layers; layer++) {
      for (let resolution = 0; resolution < resolutions.length; resolution++) {
        for (const precinct of resolutions[resolution].places.keys()) yield { layer, resolution, precinct };
      }
    }
  },
  *1(layers, resolutions) {
    for (let resolution = 0; resolution < resolutions.length; resolution++) {
      for (let layer = 0; layer < layers; layer++) {
        for (const precinct of resolutions[resolution].places.keys()) yield { layer, resolution, precinct };
      }
    }
  },
  *2(layers, resolutions) {
    for (let resolution = 0; resolution < resolutions.length; resolution++) {
      for (const precinct of resolutions[resolution].places.keys()) {
        for (let layer = 0; layer < layers; layer++) yield { layer, resolution, precinct };
      }
    }
  },
  3: byPlace,
  4: byPlace,
};

function* byPlace(layers: number, resolutions: Resolution[]): Generator<Packet> {
  const all = resolutions.flatMap(({ places }, resolution) =>
    places.map(({ x, y }, precinct) => ({ x, y, resolution, precinct })),
  );
  all.sort((a, b) => a.y - b.y || a.x - b.x || a.resolution - b.resolution || a.precinct - b.precinct);
  for (const { resolution, precinct } of all) {
    for (let layer = 0; layer < layers; layer++) yield { layer, resolution, precinct };
  }
}

/** Bits of a packet header; after an octet of 0xff, the next has only seven bits. */
class HeadBits implements Bits {
  at: number;
  readonly #bytes: Uint8Array;
  #octet = 0;
  #left = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  bit(): number {
    if (this.#left === 0) {
      if (this.at >= this.#bytes.length) {
        throw new Grib2Error(
          'truncated',
          `JPEG 2000: the ${this.#bytes.length} bytes of a tile end before its packets`,
        );
      }
      this.#left = this.#octet === 0xff ? 7 : 8;
      this.#octet = this.#bytes[this.at++];
    }
    this.#left--;
    return (this.#octet >> this.#left) & 1;
  }

  take(width: number): number {
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 2 + this.bit();
    return value;
  }

  /** End of the header. */
  end(): number {
    return this.#octet === 0xff ? this.at + 1 : this.at;
  }
}

interface Share {
  segment: Segment;
  length: number;
}

function readPacket(
  bytes: Uint8Array,
  start: number,
  precincts: Precinct[],
  layer: number,
  blockStyle: number,
): number {
  const head = new HeadBits(bytes, skipMarker(bytes, start, 0x91, 6));
  const shares: Share[] = [];
  if (head.bit() === 1) {
    for (const precinct of precincts) {
      precinct.blocks.forEach((block, index) => {
        if (isIncluded(head, precinct, block, index, layer)) readShares(head, block, blockStyle, shares);
      });
    }
  }
  let at = skipMarker(bytes, head.end(), 0x92, 2);
  for (const { segment, length } of shares) {
    if (length > bytes.length - at) {
      throw damaged(`a code block has ${length} bytes in a packet, ${bytes.length - at} are left of the tile`);
    }
    segment.chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return at;
}

/** Skips resynchronisation markers in packets. */
function skipMarker(bytes: Uint8Array, at: number, code: number, size: number): number {
  return bytes[at] === 0xff && bytes[at + 1] === code ? at + size : at;
}

function isIncluded(head: HeadBits, precinct: Precinct, block: CodeBlock, index: number, layer: number): boolean {
  if (block.included) return head.bit() === 1;
  const [x, y] = [index % precinct.across, Math.floor(index / precinct.across)];
  if (precinct.inclusion.read(x, y, layer + 1, head) > layer) return false;
  block.included = true;
  const maxPlanes = 64;
  block.zeroPlanes = precinct.zeroPlanes.read(x, y, maxPlanes, head);
  return true;
}

/** Number of passes and bytes of a code block in a packet, by segment. */
function readShares(head: HeadBits, block: CodeBlock, blockStyle: number, shares: Share[]): void {
  let passes = passesOf(head);
  while (head.bit() === 1) block.lengthBits++;
  if (block.lengthBits > 32) throw damaged(`lengths of ${block.lengthBits} bits`);
  while (passes > 0) {
    const segment = openSegment(block, blockStyle);
    const now = Math.min(passes, segment.most - segment.passes);
    const length = head.take(block.lengthBits + Math.floor(Math.log2(now)));
    shares.push({ segment, length });
    segment.passes += now;
    block.passes += now;
    passes -= now;
  }
}

/** The segment of the next pass. */
function openSegment({ segments }: CodeBlock, blockStyle: number): Segment {
  const last = segments.at(-1);
  if (last && last.passes < last.most) return last;
  const next = { passes: 0, most: capacity(last, blockStyle), chunks: [] };
  segments.push(next);
  return next;
}

/** Segment lengths with raw passes: ten arithmetic passes, then alternately two raw and one arithmetic pass. */
function capacity(last: Segment | undefined, blockStyle: number): number {
  if (blockStyle & terminateFlag) return 1;
  if (!(blockStyle & bypassFlag)) return Infinity;
  if (!last) return 10;
  return last.most === 2 ? 1 : 2;
}

/** Table B.4. */
function passesOf(head: HeadBits): number {
  if (head.bit() === 0) return 1;
  if (head.bit() === 0) return 2;
  const few = head.take(2);
  if (few < 3) return 3 + few;
  const more = head.take(5);
  return more < 31 ? 6 + more : 37 + head.take(7);
}
