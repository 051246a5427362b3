import { sequentialColours } from '../colours.ts';
import type { PaletteStop, RadarSource, RasterProduct } from '../product.ts';

/** Common properties of mosaics over the contiguous states. */
export const mosaic = {
  family: 'radar',
  everySeconds: 120,
  bounds: [-130, 20, -60, 55],
  maxPrerenderedZoom: 8,
  minSmoothZoom: 8,
  reduce: 'maximum', // storms remain visible at low zooms
} satisfies Partial<RasterProduct>;

/** Discipline of the mosaics in GRIB2, and what their numbers below zero mean: https://www.nssl.noaa.gov/projects/mrms/operational/tables.php */
export const mosaicFills = { discipline: 209, missing: [-999, -3], nothing: [-99, -1] };

/** The steps of 5 dBZ used in displays of the National Weather Service. */
export const reflectivityPalette: PaletteStop[] = [
  [5, '#04e9e7'],
  [10, '#019ff4'],
  [15, '#0300f4'],
  [20, '#02fd02'],
  [25, '#01c501'],
  [30, '#008e00'],
  [35, '#fdf802'],
  [40, '#e5bc00'],
  [45, '#fd9500'],
  [50, '#fd0000'],
  [55, '#d40000'],
  [60, '#bc0000'],
  [65, '#f800fd'],
  [70, '#9854c6'],
  [75, '#fdfdfd'],
];

export const reflectivityColourBlind: string[] = sequentialColours(reflectivityPalette.length);

/**
 * The source of a mosaic. Folder and record both have its level. The grid is read from each file.
 *
 * @param product of the folder
 * @param named   the parameter of the record, if it is spelt otherwise; the level, m above mean sea level
 */
export function mosaicSource(product: string, { parameter = product, levelM = 500 } = {}): RadarSource {
  const level = `${levelM} m above mean sea level`;
  // The provider has a parameter for each maximum of the last minutes, and no statistic in the file
  const records: RadarSource['records'] = [{ parameter, level, over: 'instant', made: 'observation' }];
  return { feed: 'mrms', folder: `${product}_${(levelM / 1000).toFixed(2).padStart(5, '0')}`, records };
}
