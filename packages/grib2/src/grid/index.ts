import type { GridTemplate } from './grid.ts';
import { lambert } from './lambert.ts';
import { latlon } from './latlon.ts';

/** Every grid that can be read, by the number of its template in table 3.1. */
export const grids: Record<number, GridTemplate> = {
  0: latlon,
  30: lambert,
};
