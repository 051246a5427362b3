import { t } from '../language.ts';
import type { Point } from '@severe/geo';
import { client, dataOf, paletteParam, type Family, type PaletteName, type Schemas } from '../service.ts';
import { momentOf } from '../times.ts';
import { quantity } from '../units.ts';
import type { View } from '../view.ts';

/** A link to a time shows the nearest frame within this distance. */
const nearMs = 30 * 60_000;

/** An image of one time. */
export interface Frame {
  /** Unique, however the frame is fetched. */
  key: string;
  /** Its time in links: `YYYYMMDDHHMM`. */
  stamp: string;
  at: Date;
  /** Start of the run of a model or of the nowcast: `YYYYMMDDHHMM`. */
  run?: string;
  /** Whether it shows where the echoes of a measured image will be, if they move on. */
  isExtrapolated?: boolean;
  /** URL template with {z}, {x} and {y}: of its tiles or, with its time behind a `#`, of the bundles that have them. */
  tiles: string;
  tileSize: 256 | 512;
  /** The deepest level with detail of its own; beyond it the map enlarges pixels. */
  deepest: number;
  /** West, south, east, north; no tiles are requested beyond. */
  bounds?: [number, number, number, number];
  /** Shown beside the time. */
  note?: string;
}

/** A place on the map. */
export type Place = Point;

/** The value at a place, as shown. */
export interface Reading {
  text: string;
  more?: string;
  /** CSS colour, of an image without values. */
  colour?: string;
}

/** Something that can be displayed, moved through time and queried for its value at a point. */
export interface Layer {
  id: string;
  family: Family;
  group: string;
  name: string;
  about: string;
  palettes: PaletteName[];
  /** Whether it has values, which can be smoothed; composites have colours only. */
  hasValues: boolean;
  /** Interval between new frames, in seconds, where the service reports one. */
  cadenceSeconds?: number;
  framesPerSecond: number;
  /** Oldest first. They end at `time` of the view if the newest ones do not contain it. */
  frames(view: View): Promise<Frame[]>;
  /** The index of the current frame: the newest observation, or the forecast for this hour. */
  current(frames: Frame[], now: number): number;
  read(place: Place, frame: Frame, view: View): Promise<Reading>;
  legend(view: View): Promise<Schemas['Legend']>;
}

/** Current clouds must not be drawn below a forecast or below other clouds. */
export const mayHaveClouds = ({ family }: Pick<Layer, 'family'>): boolean => family === 'radar' || family === 'nexrad';

/** The index of the newest measured frame. */
export const last = (frames: Frame[]): number => frames.findLastIndex(({ isExtrapolated }) => !isExtrapolated);

/** The newest measured frame of measured layers, and the last hour of a model. */
export const newestOf = (frames: Frame[]): Frame | undefined => frames[last(frames)];

/** The newest frame that is not later than the other one. */
export function newestBy(frames: Frame[], other: Frame | undefined): Frame | undefined {
  return frames.findLast(({ at }) => !other || at <= other.at) ?? frames[0];
}

/** The index of the frame nearest to the time of a link, `YYYYMMDDHHMM` or empty; undefined if none is within half an hour. */
export function nearestTo(frames: Frame[], time: string): number | undefined {
  const wanted = time ? momentOf(time).getTime() : NaN;
  const distances = frames.map(({ at }) => Math.abs(at.getTime() - wanted));
  const least = Math.min(...distances);
  return least <= nearMs ? distances.indexOf(least) : undefined;
}

/** The palette of the view if the layer has it. */
export function paletteOf({ palettes }: Pick<Layer, 'palettes'>, { palette }: View): PaletteName {
  return palettes.includes(palette) ? palette : 'standard';
}

/** Whether the view wants smoothed images, and the layer has them. */
export function isSmooth({ hasValues }: Pick<Layer, 'hasValues'>, { smooth }: View): boolean {
  return hasValues && smooth === 'on';
}

/** The query parameter of smoothed images; without it there is one URL for each image. */
export function smoothParam(smooth: boolean): true | undefined {
  return smooth || undefined;
}

export function legendOf(family: Family, product: string, palettes: PaletteName[]): Layer['legend'] {
  return (view) => {
    const palette = paletteParam(paletteOf({ palettes }, view));
    return dataOf(client.get(`/${family}/legend/{product}.json`, { product, palette }));
  };
}

/** A value in the chosen units, or the reason why there is none. */
export function readingOf<Status extends string>(
  { value, units, status }: { value: number | null; units: string | null; status: Status },
  absences: Partial<Record<Status, string>>,
): string {
  return value === null ? (absences[status] ?? t`No value here`) : quantity(value, units);
}
