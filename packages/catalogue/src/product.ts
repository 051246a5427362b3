import { StartError } from '@severe/base';
import type { Bounds } from '@severe/geo';
import type { Family } from './family.ts';

/** A palette stop: the colour (`#rrggbb`) of values from this one up to the next stop. */
export type PaletteStop = [value: number, color: string];

/** Palette names: the usual colours of meteorology, and colours for red-green colour blindness. */
export const paletteNames = ['standard', 'colour-blind'] as const;
export type PaletteName = (typeof paletteNames)[number];

/** A gridded field that is rendered and sampled. */
export interface RasterProduct {
  /** Unique within its family; part of URLs and of storage keys. */
  id: string;
  family: Family;
  name: string;
  about: string;
  /** Null if pixels have no unit. */
  units: string | null;
  /** Range of the legend. */
  min: number;
  max: number;
  /** Interval of the provider. */
  everySeconds: number;
  /** Extent of the grid, in degrees. */
  bounds: Bounds;
  source: RadarSource | ModelSource | GoesSource | NowcastSource;
  /** Values that mean "observed, no signal": drawn transparent, `below_threshold` at a point. */
  nothing: number[];
  /** Values that mean "not observed": drawn transparent, `no_data` at a point. */
  missing: number[];
  /** Smaller values are drawn transparent and reported as null. */
  threshold?: number;
  /** Maximum zoom of tiles rendered with the frame, −1 for none; higher zooms, up to `maxZoom`, are rendered on request. */
  maxPrerenderedZoom: number;
  /** The lowest zoom at which all pixels are smaller than cells, so that tiles can be smoothed. */
  minSmoothZoom: number;
  /** How overviews combine cells; missing values are ignored. */
  reduce: 'maximum' | 'minimum' | 'largest-magnitude' | 'mean';
  palette: PaletteStop[];
  /** Colours of the same stops for red-green colour blindness. */
  colourBlind?: string[];
  /** Stored as values for point queries only, without tiles. */
  valuesOnly?: boolean;
}

/** Maximum zoom of tiles. */
export const maxZoom = 10;

/**
 * A GRIB2 record by what it holds; parameter and level as `wgrib2` names them. Record numbers differ between files; these do
 * not. A file of another statistic, interval or kind of process is refused, and so are ensembles and probabilities.
 */
export interface GribRecord {
  parameter: string;
  level: string;
  /** At the valid time, or over the hour before it (not available in the analysis hour of a model). */
  over: 'instant' | 'hour-max' | 'hour-sum';
  /** Whether a model computed the values, or instruments measured them. */
  made: 'model' | 'observation';
}

export interface RadarSource {
  feed: 'mrms';
  /** Folder of the bucket, `{PRODUCT}_{LEVEL}`. */
  folder: string;
  records: [GribRecord];
}

/** Makes a field or a composite from bands of one ABI file; band names have the form `C13`. */
export interface GoesSource {
  feed: 'goes';
  make: GoesBand | { rgb: GoesRgb } | { dayNight: GoesDayNight };
}

/** One band as a field: `value * scale + offset` converts the units of the file. */
export interface GoesBand {
  band: string;
  scale?: number;
  offset?: number;
  /** Units of the file, if they are converted. */
  fileUnits?: string;
}

/** A composite of three channels. */
interface GoesRgb {
  red: GoesChannel;
  green: GoesChannel;
  blue: GoesChannel;
}

/** A band, or the difference of two, from dark to bright with exponent 1 / gamma. In K, or reflectance from 0 to 1. */
interface GoesChannel {
  band: string;
  minus?: string;
  from: number;
  to: number;
  gamma: number;
}

/** Natural colours by day, infrared by night. */
interface GoesDayNight {
  red: string;
  blue: string;
  vegetation: string;
  infrared: string;
}

/** Whether a product is a composite image without values. */
export function isComposite({ source }: Pick<RasterProduct, 'source'>): boolean {
  return source.feed === 'goes' && !('band' in source.make);
}

/**
 * The products with these ids, and those that are always there; all without any.
 *
 * @throws {StartError} for an id that none has
 */
export function productsNamed(
  products: readonly RasterProduct[],
  ids: readonly string[],
  always: readonly string[] = [],
): RasterProduct[] {
  const unknown = ids.filter((id) => !products.some((product) => product.id === id));
  if (unknown.length > 0) {
    const known = products.map(({ id }) => id).join(', ');
    throw new StartError(`no product is named ${unknown.join(', ')}; products are ${known}`);
  }
  return products.filter(({ id }) => ids.length === 0 || ids.includes(id) || always.includes(id));
}

/** Makes a field from records of one file of a model. */
export interface ModelSource {
  feed: 'model';
  /** One record, or the two components of a vector. */
  records: GribRecord[];
  derive: 'single' | 'magnitude' | 'direction-from';
  /** `value * scale + offset` converts the units of the file. */
  scale?: number;
  offset?: number;
  /** Units of the file, if they are converted. */
  fileUnits?: string;
  /** Resolution of the stored values of a derived field. */
  step?: number;
  /** The field does not change: only the analysis hour is fetched. */
  constant?: boolean;
}

/** Moves the newest frame of a mosaic along the motion of its echoes. */
interface NowcastSource {
  feed: 'nowcast';
  /** Id of the mosaic. */
  base: string;
  /** The product is the probability of this value or a greater one. */
  atLeast?: number;
}

/** Palettes of a product. */
export function palettesOf({ colourBlind }: Pick<RasterProduct, 'colourBlind'>): PaletteName[] {
  return colourBlind ? [...paletteNames] : ['standard'];
}

/** The stops of a product in a palette; undefined if the product does not have it. */
export function stopsOf(
  { palette, colourBlind }: Pick<RasterProduct, 'palette' | 'colourBlind'>,
  name: PaletteName,
): PaletteStop[] | undefined {
  if (name === 'standard') return palette;
  return colourBlind && palette.map(([value], i) => [value, colourBlind[i]]);
}
