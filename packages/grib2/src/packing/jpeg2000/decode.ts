import { BlockDecoder } from './code-block.ts';
import { damaged, readTiles, type CodestreamImage, type Tile } from './codestream.ts';
import { layOut, tileRect, tilesOf, type Band, type Rect, type Resolution } from './layout.ts';
import { readPackets } from './packets.ts';
import { undo53, undo97, type Plane } from './wavelet.ts';

/**
 * Decodes a codestream of one component.
 *
 * @param image its header, which the caller has read and checked
 * @param into    a sample per point of the image, row by row
 * @throws {Grib2Error} `truncated`, `damaged` or `unsupported`
 */
export function decodeCodestream(bytes: Uint8Array, image: CodestreamImage, into: Int32Array): void {
  const tiles = readTiles(bytes);
  const needed = tilesOf(image);
  if (tiles.length !== needed) throw damaged(`${tiles.length} tiles, the image has ${needed}`);
  const decoder = new BlockDecoder();
  for (const tile of tiles) {
    const rect = tileRect(image, tile.index);
    copyTile(decodeTile(tile, rect, image, decoder), rect, image, into);
  }
}

type Samples = Int32Array | Float32Array;

/** Memory for samples, and the inverse of a transformation step. */
interface Filter {
  room(length: number): Samples;
  undo(plane: Plane<Samples>): void;
}

const reversible: Filter = {
  room: (length) => new Int32Array(length),
  undo: (plane) => undo53(plane as Plane<Int32Array>),
};
const irreversible: Filter = {
  room: (length) => new Float32Array(length),
  undo: (plane) => undo97(plane as Plane<Float32Array>),
};

/** Reconstructs the resolutions from the smallest to the largest, which is the tile. */
function decodeTile(tile: Tile, rect: Rect, { precision }: CodestreamImage, decoder: BlockDecoder): Samples {
  const { style, quantization, parts } = tile;
  const resolutions = layOut(rect, style, quantization, precision);
  readPackets(parts.length === 1 ? parts[0] : Buffer.concat(parts), style, resolutions);
  const filter = style.reversible ? reversible : irreversible;
  return resolutions.reduce<Samples>((smaller, resolution, r) => {
    const { x0, y0, x1, y1, bands } = resolution;
    const [width, height] = [x1 - x0, y1 - y0];
    const samples = filter.room(width * height);
    const apart = r === 0 ? 1 : 2;
    if (r > 0) spread(smaller, resolutions[r - 1], resolution, samples);
    for (const band of bands) placeBand(band, apart, resolution, samples, decoder, style.blockStyle);
    if (r > 0) filter.undo({ samples, x0, y0, width, height });
    return samples;
  }, filter.room(0));
}

/** Places the samples of the next smaller resolution at even coordinates. */
function spread(from: Samples, smaller: Rect, larger: Rect, into: Samples): void {
  const [across, width] = [smaller.x1 - smaller.x0, larger.x1 - larger.x0];
  for (let y = smaller.y0; y < smaller.y1; y++) {
    const row = (2 * y - larger.y0) * width - larger.x0;
    const source = (y - smaller.y0) * across - smaller.x0;
    for (let x = smaller.x0; x < smaller.x1; x++) into[row + 2 * x] = from[source + x];
  }
}

/** Decodes the code blocks of a band into their interleaved positions. */
function placeBand(
  band: Band,
  apart: number,
  resolution: Resolution,
  into: Samples,
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

/** Half of a doubled coefficient, truncated towards zero. */
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

/** Rounds, reverses the level shift, and clamps values that quantization moved out of range. */
function copyTile(samples: Samples, rect: Rect, image: CodestreamImage, into: Int32Array): void {
  const half = 2 ** (image.precision - 1);
  const shift = image.signed ? 0 : half;
  const [least, most] = image.signed ? [-half, half - 1] : [0, 2 * half - 1];
  const [across, width] = [rect.x1 - rect.x0, image.x1 - image.x0];
  for (let y = rect.y0; y < rect.y1; y++) {
    const row = (y - image.y0) * width + rect.x0 - image.x0;
    const source = (y - rect.y0) * across;
    for (let x = 0; x < across; x++) {
      const sample = Math.round(samples[source + x]) + shift;
      into[row + x] = sample < least ? least : sample > most ? most : sample;
    }
  }
}
