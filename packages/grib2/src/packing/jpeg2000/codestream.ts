import { Grib2Error } from '../../error.ts';

/** The image and its tiles, in points of the reference grid. */
export interface CodestreamImage {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  tileWidth: number;
  tileHeight: number;
  tileX0: number;
  tileY0: number;
  /** Bits per sample. */
  precision: number;
  signed: boolean;
}

/** Coding parameters of a tile (markers COD and COC). */
export interface CodingStyle {
  /** Table A.16: 0 layer, 1 resolution, 2 resolution and position, 3 position, 4 component. */
  progression: number;
  layers: number;
  /** Number of decomposition levels. */
  levels: number;
  /** Exponents of 2 of the sides of a code block. */
  blockWidth: number;
  blockHeight: number;
  /** Flags of table A.19. */
  blockStyle: number;
  /** Integers and the 5-3 filter; otherwise floating point and the 9-7 filter. */
  reversible: boolean;
  /** Exponents of 2 of the sides of a precinct, by resolution. */
  precincts: { x: number; y: number }[];
}

/** Quantization step sizes (markers QCD and QCC). */
export interface Quantization {
  guardBits: number;
  /** By subband: LL, then HL, LH, HH of each resolution. If there is only one, the others are derived from it. */
  steps: { exponent: number; mantissa: number }[];
  derived: boolean;
}

/** A tile and the packets of all its parts. */
export interface Tile {
  index: number;
  style: CodingStyle;
  quantization: Quantization;
  parts: Uint8Array[];
}

const sizMarker = 0xff51;
const codMarker = 0xff52;
const cocMarker = 0xff53;
const qcdMarker = 0xff5c;
const qccMarker = 0xff5d;
const sotMarker = 0xff90;
const sodMarker = 0xff93;
const eocMarker = 0xffd9;

/** Unsupported markers that change the decoding; GRIB encoders do not write them. */
const unreadMarkers: Record<number, string> = {
  0xff5e: 'regions of interest',
  0xff5f: 'changes of progression',
  0xff60: 'packed packet headers',
  0xff61: 'packed packet headers',
};

const maxLevels = 32;

/** Reads big-endian numbers of a codestream; reading past its end is an error. */
class Cursor {
  at = 0;
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  /** A cursor on the marker segment after a marker. */
  segment(): Cursor {
    const length = this.u16();
    if (length < 2) throw damaged(`a marker segment of ${length} bytes`);
    return new Cursor(this.bytes.subarray(this.#take(length - 2), this.at));
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  #take(size: number): number {
    if (this.left < size) {
      const found = `the codestream ends at byte ${this.bytes.length}`;
      throw new Grib2Error('truncated', `${found}, byte ${this.at + size} was needed`);
    }
    this.at += size;
    return this.at - size;
  }
}

export function damaged(found: string): Grib2Error {
  return new Grib2Error('damaged', `JPEG 2000: ${found}`);
}

function unsupported(found: string): Grib2Error {
  return new Grib2Error('unsupported', `JPEG 2000 with ${found}; codestreams of one component without that are read`);
}

/**
 * Reads only the image header, so that the caller can check the size first.
 *
 * @see ITU-T T.800 | ISO/IEC 15444-1, annex A
 */
export function readImageHeader(bytes: Uint8Array): CodestreamImage {
  return imageOf(new Cursor(bytes));
}

function imageOf(cursor: Cursor): CodestreamImage {
  if (cursor.u16() !== 0xff4f || cursor.u16() !== sizMarker) throw damaged('the data does not begin as a codestream');
  const siz = cursor.segment();
  siz.u16(); // capabilities
  const [x1, y1, x0, y0] = [siz.u32(), siz.u32(), siz.u32(), siz.u32()];
  const [tileWidth, tileHeight, tileX0, tileY0] = [siz.u32(), siz.u32(), siz.u32(), siz.u32()];
  const components = siz.u16();
  const [depth, stepX, stepY] = [siz.u8(), siz.u8(), siz.u8()];
  if (components !== 1) throw unsupported(`${components} components`);
  if (stepX !== 1 || stepY !== 1) throw unsupported(`samples ${stepX} × ${stepY} points apart`);
  const precision = (depth & 0x7f) + 1;
  if (precision > 28) throw unsupported(`samples of ${precision} bits (at most 28)`);
  const fits = x0 < x1 && y0 < y1 && tileX0 <= x0 && tileY0 <= y0;
  if (!fits || tileWidth === 0 || tileHeight === 0 || tileX0 + tileWidth <= x0 || tileY0 + tileHeight <= y0) {
    throw damaged(`an image from ${x0},${y0} to ${x1},${y1} in tiles of ${tileWidth} × ${tileHeight}`);
  }
  const signed = (depth & 0x80) !== 0;
  return { x0, y0, x1, y1, tileWidth, tileHeight, tileX0, tileY0, precision, signed };
}

/** State of a header while it is read; tile headers start with a copy of the main header. */
interface Header {
  style?: CodingStyle;
  quantization?: Quantization;
  /** COC and QCC apply to the component and override COD and QCD of the same header. */
  ownStyle?: boolean;
  ownQuantization?: boolean;
}

/** Reads all markers of a codestream and sorts its packets by tile. */
export function readTiles(bytes: Uint8Array): Tile[] {
  const cursor = new Cursor(bytes);
  imageOf(cursor);
  const main: Header = {};
  let marker = readHeader(cursor, main, sotMarker);
  const tiles = new Map<number, Tile>();
  while (marker === sotMarker) {
    readTilePart(cursor, main, tiles);
    marker = cursor.left >= 2 ? cursor.u16() : eocMarker;
  }
  if (marker !== eocMarker) throw damaged(`marker ${marker.toString(16)} where a tile or the end was needed`);
  return [...tiles.values()];
}

function readTilePart(cursor: Cursor, main: Header, tiles: Map<number, Tile>): void {
  const start = cursor.at - 2;
  const sot = cursor.segment();
  const [index, length] = [sot.u16(), sot.u32()];
  const known = tiles.get(index);
  const header: Header = known ? { ...known } : { style: main.style, quantization: main.quantization };
  readHeader(cursor, header, sodMarker);
  const { style, quantization } = header;
  if (!style || !quantization) throw damaged('a tile before its coding style and its quantization');
  const end = length === 0 ? endOfPackets(cursor.bytes) : start + length;
  if (end < cursor.at || end > cursor.bytes.length) {
    const found = `a part of tile ${index} up to byte ${end}`;
    throw new Grib2Error('truncated', `JPEG 2000: ${found}, the codestream has ${cursor.bytes.length}`);
  }
  const tile = known ?? { index, style, quantization, parts: [] };
  tile.parts.push(cursor.bytes.subarray(cursor.at, end));
  tiles.set(index, tile);
  cursor.at = end;
}

/** A last tile part of length 0 extends to the end marker. */
function endOfPackets(bytes: Uint8Array): number {
  const { length } = bytes;
  return bytes[length - 2] === eocMarker >> 8 && bytes[length - 1] === (eocMarker & 0xff) ? length - 2 : length;
}

/** Reads marker segments into `header` up to the marker `end` or the end of the codestream. */
function readHeader(cursor: Cursor, header: Header, end: number): number {
  for (;;) {
    const marker = cursor.u16();
    if (marker === end || marker === eocMarker) return marker;
    if (unreadMarkers[marker]) throw unsupported(unreadMarkers[marker]);
    if (marker < 0xff4f) throw damaged(`marker ${marker.toString(16)} in a header`);
    const segment = cursor.segment();
    if (marker === codMarker) readStyle(segment, header);
    else if (marker === cocMarker) readOwnStyle(segment, header);
    else if (marker === qcdMarker && !header.ownQuantization) header.quantization = quantizationOf(segment);
    else if (marker === qccMarker) {
      segment.u8();
      Object.assign(header, { quantization: quantizationOf(segment), ownQuantization: true });
    }
  }
}

function readStyle(segment: Cursor, header: Header): void {
  const flags = segment.u8();
  const order = { progression: segment.u8(), layers: segment.u16() };
  segment.u8(); // multiple component transformation
  if (order.progression > 4) throw damaged(`progression ${order.progression}`);
  const own = header.ownStyle && header.style ? header.style : blocksOf(segment, (flags & 1) !== 0);
  header.style = { ...own, ...order };
}

function readOwnStyle(segment: Cursor, header: Header): void {
  segment.u8(); // component index: there is only one
  const flags = segment.u8();
  const { progression, layers } = header.style ?? { progression: 0, layers: 1 };
  header.style = { ...blocksOf(segment, (flags & 1) !== 0), progression, layers };
  header.ownStyle = true;
}

function blocksOf(segment: Cursor, sized: boolean): Omit<CodingStyle, 'progression' | 'layers'> {
  const levels = segment.u8();
  const [blockWidth, blockHeight] = [(segment.u8() & 0x0f) + 2, (segment.u8() & 0x0f) + 2];
  const [blockStyle, transformation] = [segment.u8(), segment.u8()];
  if (levels > maxLevels) throw damaged(`${levels} levels of resolution`);
  if (blockWidth > 10 || blockHeight > 10 || blockWidth + blockHeight > 12) {
    throw damaged(`code blocks of ${2 ** blockWidth} × ${2 ** blockHeight}, at most 4096 samples were needed`);
  }
  if (blockStyle & 0xc0) throw unsupported(`code blocks of style ${blockStyle}`);
  if (transformation > 1) throw unsupported(`transformation ${transformation}`);
  const precincts = Array.from({ length: levels + 1 }, () => {
    const size = sized ? segment.u8() : 0xff;
    return { x: size & 0x0f, y: size >> 4 };
  });
  return { levels, blockWidth, blockHeight, blockStyle, reversible: transformation === 1, precincts };
}

function quantizationOf(segment: Cursor): Quantization {
  const style = segment.u8();
  const kind = style & 0x1f;
  if (kind > 2) throw damaged(`quantization ${kind}`);
  const steps: Quantization['steps'] = [];
  while (segment.left >= (kind === 0 ? 1 : 2)) {
    const bits = kind === 0 ? segment.u8() << 8 : segment.u16();
    steps.push({ exponent: bits >> 11, mantissa: bits & 0x7ff });
  }
  if (steps.length === 0) throw damaged('quantization without steps');
  return { guardBits: style >> 5, steps, derived: kind === 1 };
}
