import { BlockDecoder } from './code-block.ts';
import { damaged, readTiles, type Picture, type Tile } from './codestream.ts';
import { layOut, tileRect, tilesOf, type Band, type Rect, type Resolution } from './layout.ts';
import { readPackets } from './packets.ts';
import { undo53, undo97 } from './wavelet.ts';

/**
 * Decodes a codestream of one component.
 *
 * @param picture its head, which the caller has read and judged
 * @param into    a sample for each point of the picture, row by row
 * @throws {Grib2Error} `truncated`, `damaged` or `unsupported`
 */
export function decodeCodestream(bytes: Uint8Array, picture: Picture, into: Int32Array): void {
  const tiles = readTiles(bytes);
  const needed = tilesOf(picture);
  if (tiles.length !== needed) throw damaged(`${tiles.length} tiles, the picture has ${needed}`);
  const decoder = new BlockDecoder();
  for (const tile of tiles) {
    const rect = tileRect(picture, tile.index);
    copyTile(decodeTile(tile, rect, picture, decoder), rect, picture, into);
  }
}

function decodeTile(tile: Tile, rect: Rect, { precision }: Picture, decoder: BlockDecoder): Int32Array | Float32Array {
  const { style, quantization, parts } = tile;
  const resolutions = layOut(rect, style, quantization, precision);
  readPackets(parts.length === 1 ? parts[0] : Buffer.concat(parts), style, resolutions);
  const [make, undo] = style.reversible ? [ints, undo53] : [floats, undo97];
  return resolutions.reduce((smaller: Int32Array | Float32Array, resolution, r) => {
    const [width, height] = [resolution.x1 - resolution.x0, resolution.y1 - resolution.y0];
    const samples = make(width * height);
    if (r > 0) spread(smaller, resolutions[r - 1], resolution, samples);
    for (const band of resolution.bands) placeBand(band, r > 0 ? 2 : 1, resolution, samples, decoder, style.blockStyle);
    if (r > 0)
      undo({ samples: samples as Int32Array & Float32Array, x0: resolution.x0, y0: resolution.y0, width, height });
    return samples;
  }, ints(0));
}

const ints = (length: number): Int32Array | Float32Array => new Int32Array(length);
const floats = (length: number): Int32Array | Float32Array => new Float32Array(length);

/** The samples of the next smaller resolution stand at the even coordinates. */
function spread(from: Int32Array | Float32Array, smaller: Rect, larger: Rect, into: Int32Array | Float32Array): void {
  const [across, width] = [smaller.x1 - smaller.x0, larger.x1 - larger.x0];
  for (let y = smaller.y0; y < smaller.y1; y++) {
    const row = (2 * y - larger.y0) * width - larger.x0;
    const source = (y - smaller.y0) * across - smaller.x0;
    for (let x = smaller.x0; x < smaller.x1; x++) into[row + 2 * x] = from[source + x];
  }
}

/** Decodes the code blocks of a band into the place that their coefficients have between those of the others. */
function placeBand(
  band: Band,
  apart: number,
  resolution: Resolution,
  into: Int32Array | Float32Array,
  decoder: BlockDecoder,
  style: number,
): void {
  const width = resolution.x1 - resolution.x0;
  const [offX, offY] = [(band.orientation & 1) - resolution.x0, (band.orientation >> 1) - resolution.y0];
  for (const { blocks } of band.precincts) {
    for (const block of blocks) {
      if (block.passes === 0) continue;
      decoder.decode(block, band.orientation, band.planes, style);
      let index = 0;
      for (let y = block.y0; y < block.y1; y++) {
        const row = (apart * y + offY) * width + offX;
        const { x0, x1 } = block;
        if (into instanceof Int32Array) placeWhole(decoder.values, index, into, row + apart * x0, apart, x1 - x0);
        else placeScaled(decoder.values, index, into, row + apart * x0, apart, x1 - x0, band.step / 2);
        index += x1 - x0;
      }
    }
  }
}

/** Half of a doubled coefficient, cut off towards zero. */
function placeWhole(from: Int32Array, at: number, into: Int32Array, to: number, apart: number, count: number): void {
  for (let i = 0; i < count; i++) into[to + i * apart] = (from[at + i] / 2) | 0;
}

function placeScaled(
  from: Int32Array,
  at: number,
  into: Float32Array,
  to: number,
  apart: number,
  count: number,
  step: number,
): void {
  for (let i = 0; i < count; i++) into[to + i * apart] = from[at + i] * step;
}

/** Rounds, turns what was shifted to lie around zero back, and cuts off what quantization drove out of range. */
function copyTile(samples: Int32Array | Float32Array, rect: Rect, picture: Picture, into: Int32Array): void {
  const half = 2 ** (picture.precision - 1);
  const shift = picture.signed ? 0 : half;
  const [least, most] = picture.signed ? [-half, half - 1] : [0, 2 * half - 1];
  const [across, width] = [rect.x1 - rect.x0, picture.x1 - picture.x0];
  for (let y = rect.y0; y < rect.y1; y++) {
    const row = (y - picture.y0) * width + rect.x0 - picture.x0;
    const source = (y - rect.y0) * across;
    for (let x = 0; x < across; x++) {
      const sample = Math.round(samples[source + x]) + shift;
      into[row + x] = sample < least ? least : sample > most ? most : sample;
    }
  }
}
