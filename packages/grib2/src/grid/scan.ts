import { Grib2Error } from '../error.ts';

/**
 * The order in which the points of a grid are stored (flag table 3.4). `i` counts columns and `j` rows from the first
 * stored point. The signs of the grid's steps give their directions on the map.
 */
export class Scan {
  /** The flags of the file. */
  readonly flags: number;
  readonly width: number;
  readonly height: number;
  /** Whether consecutive points are in one column; otherwise they are in one row. */
  readonly columnsFirst: boolean;
  /** Whether every second row (or column) is stored backwards. */
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

  /** 1 if columns run from west to east, -1 if from east to west. */
  get eastwards(): 1 | -1 {
    return this.flags & 0x80 ? -1 : 1;
  }

  /** 1 if rows run from south to north, -1 if from north to south. */
  get northwards(): 1 | -1 {
    return this.flags & 0x40 ? 1 : -1;
  }

  /** Column and row of the point at an index in stored order. */
  cellOf(index: number): { i: number; j: number } {
    const run = this.columnsFirst ? this.height : this.width;
    const line = Math.floor(index / run);
    const along = index % run;
    const step = this.alternating && line % 2 === 1 ? run - 1 - along : along;
    return this.columnsFirst ? { i: line, j: step } : { i: step, j: line };
  }

  /** The index in stored order of a column and row. */
  indexOf(i: number, j: number): number {
    const [run, line, step] = this.columnsFirst ? [this.height, i, j] : [this.width, j, i];
    return line * run + (this.alternating && line % 2 === 1 ? run - 1 - step : step);
  }
}
