import { Grib2Error } from '../error.ts';

/**
 * The order in which the points of a grid are stored (flag table 3.4). `i` counts columns and `j` rows from the first
 * stored point; which way they lead on the map is in the signs of the grid's steps.
 */
export class Scan {
  /** The flags as they stand in the file. */
  readonly flags: number;
  readonly width: number;
  readonly height: number;
  /** Consecutive points are of one column, not of one row. */
  readonly columnsFirst: boolean;
  /** Every second row (or column) is stored backwards. */
  readonly alternating: boolean;

  constructor(flags: number, width: number, height: number) {
    if (flags & 0x0f) {
      throw new Grib2Error('unsupported', `scanning mode ${flags} shifts rows or columns; such grids are not read`);
    }
    this.flags = flags;
    this.width = width;
    this.height = height;
    this.columnsFirst = (flags & 0x20) !== 0;
    this.alternating = (flags & 0x10) !== 0;
  }

  /** +1 when columns run from west to east. */
  get eastwards(): 1 | -1 {
    return this.flags & 0x80 ? -1 : 1;
  }

  /** +1 when rows run from south to north. */
  get northwards(): 1 | -1 {
    return this.flags & 0x40 ? 1 : -1;
  }

  cellOf(index: number): { i: number; j: number } {
    const run = this.columnsFirst ? this.height : this.width;
    const line = Math.floor(index / run);
    const along = index % run;
    const step = this.alternating && line % 2 === 1 ? run - 1 - along : along;
    return this.columnsFirst ? { i: line, j: step } : { i: step, j: line };
  }

  indexOf(i: number, j: number): number {
    const [run, line, step] = this.columnsFirst ? [this.height, i, j] : [this.width, j, i];
    return line * run + (this.alternating && line % 2 === 1 ? run - 1 - step : step);
  }
}
