import { service, type Family, type Legend, type PaletteName, type Status } from '../service.ts';
import type { View } from '../view.ts';

/** A picture for one time. */
export interface Frame {
  /** Tells it from all others, whatever way it is fetched. */
  key: string;
  /** Its time in links: `YYYYMMDDHHMM`. */
  stamp: string;
  at: Date;
  /** Of a forecast, when its run began: `YYYYMMDDHHMM`. */
  run?: string;
  /** A template with {z}, {x} and {y} for `Pictures`. */
  tiles: string;
  tileSize: 256 | 512;
  /** The deepest level that shows more than the one above it: beyond, its pixels are drawn larger. */
  deepest: number;
  /** West, south, east, north; nothing is asked for beyond. */
  bounds?: [number, number, number, number];
  /** How the time is spoken of, where it is not simply when it was seen. */
  note?: string;
}

export interface Place {
  lat: number;
  lon: number;
}

/** What is told of a place. */
export interface Reading {
  text: string;
  more?: string;
  /** As CSS writes it, of what has a colour instead of a value. */
  colour?: string;
}

/** Something that can be shown, moved through time and asked for its value at a point. */
export interface Layer {
  id: string;
  family: Family;
  group: string;
  name: string;
  about: string;
  palettes: PaletteName[];
  framesPerSecond: number;
  /** Oldest first; they end at `time` of the view where the newest ones do not hold it. */
  frames(view: View): Promise<Frame[]>;
  /** Which frame is now: the last one seen, or the forecast for this hour. */
  current(frames: Frame[], now: number): number;
  read(place: Place, frame: Frame, view: View): Promise<Reading>;
  legend(view: View): Promise<Legend>;
}

export const last = (frames: Frame[]): number => frames.length - 1;

/** The palette of the view where the layer has it. */
export function paletteOf({ palettes }: Pick<Layer, 'palettes'>, { palette }: View): PaletteName {
  return palettes.includes(palette) ? palette : 'standard';
}

export function legendOf(family: Family, id: string, palettes: PaletteName[]): Layer['legend'] {
  return (view) => service.legend(family, id, paletteOf({ palettes }, view));
}

/** A value in words, or why there is none. */
export function readingOf(
  { value, units, status }: { value: number | null; units: string | null; status: Status },
  absences: Partial<Record<Status, string>>,
): string {
  return value === null ? (absences[status] ?? 'No value here') : quantity(value, units);
}

function quantity(value: number, units: string | null): string {
  return `${Number(value.toFixed(1))} ${unitText(units)}`.trim();
}

const unitNames: Record<string, string> = {
  degC: '°C',
  'kg/m2': 'kg/m²',
  'm2/s2': 'm²/s²',
  '0.001/s': '× 10⁻³ /s',
};

/** Units as people read them. */
export function unitText(units: string | null): string {
  return unitNames[units ?? ''] ?? units ?? '';
}
