import type { Absent } from '../field.ts';
import type { Block } from './decode-block.ts';
import type { ValueLayout } from './layout.ts';
import { locatorOf, type Cell } from './locate.ts';

/** The value of a grid at a point, or the reason why there is none. */
export type Reading = { status: 'ok'; value: number } | { status: Absent['means'] | 'outside'; value: null };

const withoutValue: Record<Absent['means'] | 'outside', Reading> = {
  nothing: { status: 'nothing', value: null },
  missing: { status: 'missing', value: null },
  outside: { status: 'outside', value: null },
};

/** A point outside the grid. */
export const outside = withoutValue.outside;

/** Position of a cell: index of its block, and index in the block. */
interface Place {
  block: number;
  cell: number;
}

/** Converts points to positions and codes to readings, for one file. Results are reused: use them before the next call. */
export class Sampler {
  readonly #layout: ValueLayout;
  readonly #locate;
  readonly #cell: Cell = { column: 0, row: 0 };
  readonly #place: Place = { block: 0, cell: 0 };

  constructor(layout: ValueLayout) {
    this.#layout = layout;
    this.#locate = locatorOf(layout);
  }

  /** The position of the cell nearest to a point; undefined outside the grid. */
  placeOf(lon: number, lat: number): Place | undefined {
    if (!this.#locate(lon, lat, this.#cell)) return undefined;
    const { column, row } = this.#cell;
    const { across, side } = this.#layout;
    this.#place.block = Math.floor(row / side) * across + Math.floor(column / side);
    this.#place.cell = (row % side) * side + (column % side);
    return this.#place;
  }

  /** Reads a cell of a block; in a block of one element all cells are equal. */
  read(block: Block, cell: number): Reading {
    const { absent, offset, scale } = this.#layout;
    const code = block.length === 1 ? block[0] : block[cell];
    for (const entry of absent) if (entry.code === code) return withoutValue[entry.means];
    return { status: 'ok', value: offset + code * scale };
  }
}
