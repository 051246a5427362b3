import { blockSize } from '@severe/tiff/container';
import type { Absent } from '../field.ts';
import type { Block } from './decode-block.ts';
import type { ValueLayout } from './layout.ts';
import { locatorOf, type Cell } from './locate.ts';

/** What a grid says at a point: a value, or why there is none. */
export type Reading = { status: 'ok'; value: number } | { status: Absent['means'] | 'outside'; value: null };

const withoutValue: Record<Absent['means'] | 'outside', Reading> = {
  nothing: { status: 'nothing', value: null },
  missing: { status: 'missing', value: null },
  outside: { status: 'outside', value: null },
};

/** Outside of the grid. */
export const outside = withoutValue.outside;

/** A cell's place: number of its block, and its index there. */
export interface Place {
  block: number;
  cell: number;
}

/** Points to places, and codes to readings, for one file. It reuses its results: use them before the next call. */
export class Sampler {
  readonly #layout: ValueLayout;
  readonly #locate;
  readonly #cell: Cell = { column: 0, row: 0 };
  readonly #place: Place = { block: 0, cell: 0 };

  constructor(layout: ValueLayout) {
    this.#layout = layout;
    this.#locate = locatorOf(layout.geometry);
  }

  /** Where the nearest cell of a point lies, undefined outside the grid. */
  placeOf(lon: number, lat: number): Place | undefined {
    const { width, height, across } = this.#layout;
    this.#locate(lon, lat, this.#cell);
    const { column, row } = this.#cell;
    if (!(column >= 0 && column < width && row >= 0 && row < height)) return undefined;
    this.#place.block = Math.floor(row / blockSize) * across + Math.floor(column / blockSize);
    this.#place.cell = (row % blockSize) * blockSize + (column % blockSize);
    return this.#place;
  }

  /** What a cell of a block says; blocks of one element stand for all their cells. */
  read(block: Block, cell: number): Reading {
    const { absent, offset, scale } = this.#layout;
    const code = block.length === 1 ? block[0] : block[cell];
    for (const entry of absent) if (entry.code === code) return withoutValue[entry.means];
    return { status: 'ok', value: offset + code * scale };
  }
}
