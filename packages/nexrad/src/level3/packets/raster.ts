import { NexradError } from '../../error.ts';
import { limits } from '../../limits.ts';
import type { Octets } from '../../octets.ts';
import type { RasterPacket } from './packet.ts';
import type { Read } from './radial.ts';
import { expandNibbles, expandPairs } from './run-length.ts';

type Expand = (bytes: Uint8Array, into: Uint8Array, start: number, end: number) => number;

/**
 * Reads packets BA07 and BA0F: rows of sixteen levels, run-length coded. The number of columns is that of the longest
 * row.
 *
 * @throws {NexradError} `truncated`, `too-large`
 * @see ICD 2620001, RPG/Class 1 User, figure 3-11, Raster Data Packet
 */
export function readRaster(data: Octets, at: number, layer: number): Read<RasterPacket> {
  const rows = checkedSide(data.u16(at + 18), 'rows');
  return readRows(data, at, layer, { rows, rowsAt: at + 22, columns: undefined, expand: expandNibbles });
}

/**
 * Reads packet 17: rows of 256 levels, run-length coded, on a quarter of the limited-area fine mesh.
 *
 * @see ICD 2620001, RPG/Class 1 User, figure 3-11a, Digital Precipitation Data Array Packet
 */
export function readPrecipitationArray(data: Octets, at: number, layer: number): Read<RasterPacket> {
  const columns = checkedSide(data.u16(at + 6), 'columns');
  const rows = checkedSide(data.u16(at + 8), 'rows');
  return readRows(data, at, layer, { rows, rowsAt: at + 10, columns, expand: expandPairs });
}

/**
 * Reads packet 18: like packet 17 with sixteen levels.
 *
 * @see ICD 2620001, RPG/Class 1 User, figure 3-11b, Precipitation Rate Data Array Packet
 */
export function readRateArray(data: Octets, at: number, layer: number): Read<RasterPacket> {
  const columns = checkedSide(data.u16(at + 6), 'columns');
  const rows = checkedSide(data.u16(at + 8), 'rows');
  return readRows(data, at, layer, { rows, rowsAt: at + 10, columns, expand: expandNibbles });
}

function checkedSide(side: number, name: string): number {
  if (side <= limits.rasterSide) return side;
  throw new NexradError('too-large', `a raster has ${side} ${name}, at most ${limits.rasterSide} are read`);
}

interface Rows {
  rows: number;
  rowsAt: number;
  columns: number | undefined;
  expand: Expand;
}

function readRows(
  data: Octets,
  at: number,
  layer: number,
  { rows, rowsAt, columns, expand }: Rows,
): Read<RasterPacket> {
  const parts: Uint8Array[] = [];
  let next = rowsAt;
  for (let row = 0; row < rows; row++) {
    const bytes = data.u16(next);
    parts.push(data.slice(next + 2, bytes));
    next += 2 + bytes;
  }
  const width = columns ?? widest(parts, expand);
  const packed = new Uint8Array(rows * width);
  parts.forEach((runs, row) => expand(runs, packed, row * width, (row + 1) * width));
  return { packet: { kind: 'raster', code: data.u16(at), layer, rows, columns: width, packed }, length: next - at };
}

function widest(parts: Uint8Array[], expand: Expand): number {
  const row = new Uint8Array(limits.rasterSide);
  return parts.reduce((width, runs) => Math.max(width, expand(runs, row, 0, row.length)), 0);
}
