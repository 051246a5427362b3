import { localAir } from './ncep/local-air.ts';
import { localImages } from './ncep/local-images.ts';
import { localLand } from './ncep/local-land.ts';
import { localOcean } from './ncep/local-ocean.ts';
import { localWater } from './ncep/local-water.ts';
import type { ParameterTable } from './table.ts';

/** Local parameters of NCEP (numbers from 192), with the abbreviations of its inventories. */
export const ncep: ParameterTable = { 0: localAir, 1: localWater, 2: localLand, 3: localImages, 10: localOcean };
