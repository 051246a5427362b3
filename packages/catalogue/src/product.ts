import type { Bounds } from '@severe/geo';
import type { Family } from './family.ts';

/** A palette stop: from this value upwards, until the next stop, this colour (`#rrggbb`). */
export type PaletteStop = [value: number, color: string];

/** The names of palettes: what weather people know, and one for those who see no red or no green. */
export const paletteNames = ['standard', 'colour-blind'] as const;
export type PaletteName = (typeof paletteNames)[number];

/** A field of values on a grid that we draw and sample: everything that is particular to it. */
export interface RasterProduct {
  /** Unique within its family; part of URLs and of storage keys. */
  id: string;
  family: Family;
  name: string;
  about: string;
  /** `null` where pixels have no unit. */
  units: string | null;
  /** The range of values that a legend shows. */
  min: number;
  max: number;
  /** How often the provider makes a new one. */
  everySeconds: number;
  /** What the grid covers, in degrees. */
  bounds: Bounds;
  source: RadarSource | HrrrSource | GoesSource;
  /** Values that say "looked, and found nothing": drawn clear, `below_threshold` at a point. */
  nothing: number[];
  /** Values that say "not looked": drawn clear, `no_data` at a point. */
  missing: number[];
  /** Weaker values are drawn clear and read as null. */
  threshold?: number;
  /** The deepest level drawn when the frame is made; deeper ones, to `maxZoom`, are drawn on first request. */
  maxPrerenderedZoom: number;
  /** What a coarser cell takes from the finer ones; missing values never take part. */
  reduce: 'maximum' | 'minimum' | 'largest-magnitude' | 'mean';
  palette: PaletteStop[];
  /** Colours of the same stops, in their order, for those who see no red or no green. */
  colourBlind?: string[];
  /** Kept as values for point answers; has no tiles of its own. */
  valuesOnly?: boolean;
}

/** The deepest level that is served, whoever draws it. */
export const maxZoom = 10;

export interface RadarSource {
  feed: 'mrms';
  /** Folder of the bucket, `{PRODUCT}_{LEVEL}`. */
  folder: string;
}

/** How bands of one file of the ABI make a field or a picture; bands are named as `C13`. */
export interface GoesSource {
  feed: 'goes';
  make: GoesBand | { rgb: GoesRgb } | { dayNight: GoesDayNight };
}

/** One band as a field: the units of the answer are `value * scale + offset` of the file's. */
export interface GoesBand {
  band: string;
  scale?: number;
  offset?: number;
}

/** Three channels as a picture. */
export interface GoesRgb {
  red: GoesChannel;
  green: GoesChannel;
  blue: GoesChannel;
}

/** A band, or a difference of two: `from` is dark, `to` bright, between them raised to 1 / gamma. In K, or parts of 1. */
export interface GoesChannel {
  band: string;
  minus?: string;
  from: number;
  to: number;
  gamma: number;
}

/** Natural colours by day, infrared by night. */
export interface GoesDayNight {
  red: string;
  blue: string;
  vegetation: string;
  infrared: string;
}

/** Whether a product consists of colours, without values behind them. */
export function isPicture({ source }: Pick<RasterProduct, 'source'>): boolean {
  return source.feed === 'goes' && !('band' in source.make);
}

/** How the records of one HRRR file make the field. */
export interface HrrrSource {
  feed: 'hrrr';
  /** One record, or the two components of a vector. */
  records: HrrrRecord[];
  derive: 'single' | 'magnitude' | 'direction-from';
  /** The units of the answer are `value * scale + offset` of the file's. */
  scale?: number;
  offset?: number;
  /** The resolution to which a derived field is kept. */
  step?: number;
  /** Only the analysis hour is fetched: the field does not change. */
  constant?: boolean;
}

/** A line of the `.idx` file: `VAR:LEVEL:FORECAST`. Record numbers differ between files; these do not. */
export interface HrrrRecord {
  parameter: string;
  level: string;
  /** At the hour, or over the hour before it (which the analysis hour does not have). */
  over: 'instant' | 'hour-max' | 'hour-sum';
}

/** The palettes that a product has. */
export function palettesOf({ colourBlind }: Pick<RasterProduct, 'colourBlind'>): PaletteName[] {
  return colourBlind ? [...paletteNames] : ['standard'];
}

/** The stops of a product in one of its palettes; undefined where it does not have that. */
export function stopsOf(
  { palette, colourBlind }: Pick<RasterProduct, 'palette' | 'colourBlind'>,
  name: PaletteName,
): PaletteStop[] | undefined {
  if (name === 'standard') return palette;
  return colourBlind && palette.map(([value], i) => [value, colourBlind[i]]);
}
