import { Grib2Error } from '../../error.ts';
import type { CodingStyle, CodestreamImage, Quantization } from './codestream.ts';
import { damaged } from './codestream.ts';
import { TagTree } from './tag-tree.ts';

/** A half-open rectangle in the coordinates of its container. */
export interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Passes of one run of the arithmetic or raw decoder. */
export interface Segment {
  passes: number;
  /** Maximum number of passes; the next pass starts another segment. */
  most: number;
  chunks: Uint8Array[];
}

/** An independently coded rectangle of coefficients, in coordinates of its band. */
export interface CodeBlock extends Rect {
  included: boolean;
  zeroPlanes: number;
  lengthBits: number;
  passes: number;
  segments: Segment[];
}

/** The code blocks of a band in a precinct, row by row. */
export interface Precinct {
  blocks: CodeBlock[];
  across: number;
  inclusion: TagTree;
  zeroPlanes: TagTree;
}

/** Coefficients of one orientation. */
export interface Band extends Rect {
  /** 0 LL, 1 HL (differences along rows), 2 LH, 3 HH. */
  orientation: number;
  /** Maximum number of magnitude bits. */
  planes: number;
  /** Quantization step; 1 if coefficients are integers. */
  step: number;
  precincts: Precinct[];
}

/** A resolution of the tile. */
export interface Resolution extends Rect {
  bands: Band[];
  /** Precincts of each band, and the origin of each on the reference grid. */
  places: { x: number; y: number }[];
}

const maxBlocks = 1_000_000; // an image of N × 1 has one per 64 samples

/** The rectangle of a tile on the reference grid, by index. */
export function tileRect(image: CodestreamImage, index: number): Rect {
  const { tileX0, tileY0, tileWidth, tileHeight } = image;
  const across = Math.ceil((image.x1 - tileX0) / tileWidth);
  const [left, top] = [tileX0 + (index % across) * tileWidth, tileY0 + Math.floor(index / across) * tileHeight];
  const rect = {
    x0: Math.max(left, image.x0),
    y0: Math.max(top, image.y0),
    x1: Math.min(left + tileWidth, image.x1),
    y1: Math.min(top + tileHeight, image.y1),
  };
  if (rect.y0 < rect.y1) return rect;
  throw damaged(`tile ${index} lies outside the image`);
}

/** Checks that every tile is present, so that all points of the image are set. */
export function tilesOf(image: CodestreamImage): number {
  const across = Math.ceil((image.x1 - image.tileX0) / image.tileWidth);
  return across * Math.ceil((image.y1 - image.tileY0) / image.tileHeight);
}

/**
 * The resolutions of a tile, smallest first, divided into bands, precincts and code blocks.
 *
 * @see ITU-T T.800 | ISO/IEC 15444-1, annex B.5 to B.7
 */
export function layOut(tile: Rect, style: CodingStyle, quantization: Quantization, precision: number): Resolution[] {
  const budget = { blocks: maxBlocks };
  return Array.from({ length: style.levels + 1 }, (_, r) => {
    const rect = reduced(tile, 2 ** (style.levels - r), 0, 0);
    const { x: px, y: py } = style.precincts[r];
    if (r > 0 && (px === 0 || py === 0)) throw damaged('precincts of 1 sample above the lowest resolution');
    const across = rect.x1 > rect.x0 ? Math.ceil(rect.x1 / 2 ** px) - Math.floor(rect.x0 / 2 ** px) : 0;
    const down = rect.y1 > rect.y0 ? Math.ceil(rect.y1 / 2 ** py) - Math.floor(rect.y0 / 2 ** py) : 0;
    spend(budget, across * down);
    const places = Array.from({ length: across * down }, (_place, index) => {
      const scale = 2 ** (style.levels - r);
      const column = Math.floor(rect.x0 / 2 ** px) + (index % across);
      const row = Math.floor(rect.y0 / 2 ** py) + Math.floor(index / across);
      return { x: Math.max(tile.x0, column * 2 ** px * scale), y: Math.max(tile.y0, row * 2 ** py * scale) };
    });
    const orientations = r === 0 ? [0] : [1, 2, 3];
    const bands = orientations.map((orientation) => {
      const band = bandOf(tile, style, quantization, precision, r, orientation);
      const origin = { column: Math.floor(rect.x0 / 2 ** px), row: Math.floor(rect.y0 / 2 ** py) };
      return { ...band, precincts: cut(band, style, r, origin, across, down, budget) };
    });
    return { ...rect, bands, places };
  });
}

function spend(budget: { blocks: number }, count: number): void {
  budget.blocks -= count;
  if (budget.blocks >= 0) return;
  throw new Grib2Error('too-large', `JPEG 2000 in more than ${maxBlocks} code blocks; at most so many are read`);
}

function reduced({ x0, y0, x1, y1 }: Rect, by: number, offX: number, offY: number): Rect {
  const shrink = (at: number, off: number): number => Math.ceil((at - off) / by);
  return { x0: shrink(x0, offX), y0: shrink(y0, offY), x1: shrink(x1, offX), y1: shrink(y1, offY) };
}

function bandOf(
  tile: Rect,
  { levels, reversible }: CodingStyle,
  { guardBits, steps, derived }: Quantization,
  precision: number,
  r: number,
  orientation: number,
): Omit<Band, 'precincts'> {
  const depth = r === 0 ? levels : levels - r + 1;
  const half = 2 ** (depth - 1);
  const rect =
    r === 0
      ? reduced(tile, 2 ** levels, 0, 0)
      : reduced(tile, 2 ** depth, (orientation & 1) * half, (orientation >> 1) * half);
  const at = r === 0 ? 0 : 3 * (r - 1) + orientation;
  const given = derived ? steps[0] : steps[at];
  if (!given) throw damaged(`${steps.length} steps of quantization, subband ${at} has none`);
  const exponent = derived && r > 0 ? given.exponent - (r - 1) : given.exponent;
  const gain = orientation === 0 ? 0 : orientation === 3 ? 2 : 1;
  const step = reversible ? 1 : 2 ** (precision + gain - exponent) * (1 + given.mantissa / 2048);
  return { ...rect, orientation, planes: guardBits + exponent - 1, step };
}

function cut(
  band: Rect,
  style: CodingStyle,
  r: number,
  origin: { column: number; row: number },
  across: number,
  down: number,
  budget: { blocks: number },
): Precinct[] {
  const shift = r === 0 ? 0 : 1; // precinct sizes refer to the resolution, of which bands are half the size
  const [px, py] = [style.precincts[r].x - shift, style.precincts[r].y - shift];
  const [bw, bh] = [2 ** Math.min(style.blockWidth, px), 2 ** Math.min(style.blockHeight, py)];
  return Array.from({ length: across * down }, (_, index) => {
    const [left, top] = [
      (origin.column + (index % across)) * 2 ** px,
      (origin.row + Math.floor(index / across)) * 2 ** py,
    ];
    const area = {
      x0: Math.max(band.x0, left),
      y0: Math.max(band.y0, top),
      x1: Math.min(band.x1, left + 2 ** px),
      y1: Math.min(band.y1, top + 2 ** py),
    };
    return precinctOf(area, bw, bh, budget);
  });
}

function precinctOf(area: Rect, bw: number, bh: number, budget: { blocks: number }): Precinct {
  const empty = area.x1 <= area.x0 || area.y1 <= area.y0;
  const [firstColumn, firstRow] = [Math.floor(area.x0 / bw), Math.floor(area.y0 / bh)];
  const across = empty ? 0 : Math.ceil(area.x1 / bw) - firstColumn;
  const down = empty ? 0 : Math.ceil(area.y1 / bh) - firstRow;
  spend(budget, across * down);
  const blocks = Array.from({ length: across * down }, (_, index): CodeBlock => {
    const [left, top] = [(firstColumn + (index % across)) * bw, (firstRow + Math.floor(index / across)) * bh];
    return {
      x0: Math.max(area.x0, left),
      y0: Math.max(area.y0, top),
      x1: Math.min(area.x1, left + bw),
      y1: Math.min(area.y1, top + bh),
      included: false,
      zeroPlanes: 0,
      lengthBits: 3,
      passes: 0,
      segments: [],
    };
  });
  return { blocks, across, inclusion: new TagTree(across, down), zeroPlanes: new TagTree(across, down) };
}
