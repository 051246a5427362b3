import { sequentialColours } from '../colours.ts';
import type { PaletteStop, RasterProduct } from '../product.ts';
import { baseReflectivity } from '../radar/base-reflectivity.ts';
import { compositeReflectivity } from '../radar/composite-reflectivity.ts';
import { nowcast } from './nowcast.ts';

/** Tiles of every zoom are drawn from values on request: of most runs few are looked at. */
const drawnOnRequest = {
  maxPrerenderedZoom: -1,
  everySeconds: 120,
  family: 'nowcast',
} satisfies Partial<RasterProduct>;

/** Cells of 2 km: smaller echoes live shorter than the first lead time. */
function extrapolated(mosaic: RasterProduct): RasterProduct {
  const { id, name, about } = mosaic;
  return {
    ...mosaic,
    ...drawnOnRequest,
    minSmoothZoom: 7,
    name: `${name}, extrapolated`,
    about: `${about} Extrapolated along the motion of the echoes: they move as they are, and do not grow or decay.`,
    source: { feed: 'nowcast', base: id },
  };
}

const probabilityPalette: PaletteStop[] = [
  [5, '#dbe9f6'],
  [10, '#bad6eb'],
  [20, '#89bedc'],
  [30, '#539ecd'],
  [40, '#2b7bba'],
  [50, '#0b559f'],
  [60, '#5b3f98'],
  [70, '#7f2a86'],
  [80, '#a3126f'],
  [90, '#c70039'],
];

/** Cells of 4 km, those in which motion is found. */
function probability(dbz: number): RasterProduct {
  return {
    ...drawnOnRequest,
    id: `probability-${dbz}dbz`,
    name: `Probability of ${dbz} dBZ`,
    about: `Probability of a composite reflectivity of at least ${dbz} dBZ: the share of such echoes around where the echoes come from.`,
    units: '%',
    min: 0,
    max: 100,
    bounds: compositeReflectivity.bounds,
    source: { feed: 'nowcast', base: compositeReflectivity.id, atLeast: dbz },
    nothing: [],
    missing: [],
    threshold: 5,
    minSmoothZoom: 6,
    reduce: 'maximum',
    palette: probabilityPalette,
    colourBlind: sequentialColours(probabilityPalette.length),
  };
}

export const nowcastProducts: RasterProduct[] = [
  extrapolated(compositeReflectivity),
  extrapolated(baseReflectivity),
  ...nowcast.levels.map(probability),
];
