import type { FieldIdentity } from '@severe/grib2';
import type { SitePosition } from '@severe/nexrad';

/** The query of the user. */
export interface Question {
  /** Name of the file, without its folder. */
  name?: string;
  /** Position of the radar, instead of that in the volume. */
  site?: SitePosition;
  /** Places, in degrees, whose nearest cell is reported. */
  at: { lat: number; lon: number }[];
  /** Positions in the stored order. */
  indices: number[];
  /** No-data values of the product. */
  absent: number[];
  /** Why to stop, if the file has used up its processor time; asked between fields and blocks. */
  stop(): string | undefined;
}

/** A file: one entry per field (or band, variable, moment), in file order. */
export interface FileReport {
  format: string;
  messages: MessageReport[];
}

/** A field; `error` if it was refused, with the parts that were read before. */
export interface MessageReport extends Partial<Omit<FieldIdentity, 'units' | 'interval'>> {
  index: number;
  error?: string;
  name?: string;
  /** Index of a radar sweep in its volume, and its elevation in degrees. */
  sweep?: number;
  elevation?: number;
  units?: string | null;
  level?: string;
  /** The valid time, or the end of the interval. */
  time?: string;
  /** The template of section 4 of a GRIB2 field, such as `4.8`. */
  productTemplate?: string;
  /** The interval of a statistic; null if the file does not tell. */
  interval?: { start: string; end: string } | null;
  grid?: GridReport;
  packing?: string;
  /** What to know of the positions of the cells. */
  note?: string;
  count?: number;
  missing?: number;
  min?: number | null;
  max?: number | null;
  mean?: number | null;
  points?: PointReport[];
}

/** Arrangement of cells: columns and rows, possibly with overviews, or gates on radials around a radar. */
export type GridReport =
  | { template: string; width: number; height: number; overviews?: [width: number, height: number][]; mapping?: string }
  | { template: string; radials: number; gates: number; firstGateM?: number; gateM?: number };

/** A requested cell, by place or by position in the stored order. */
export interface PointReport {
  index?: number;
  lat?: number;
  lon?: number;
  /** The raw value before scale and offset; both parts of a complex number. */
  stored?: number | [number, number];
  value: number | null;
  /** The place or position is outside of the grid. */
  outside?: true;
}

/** A file that cannot be read at all; the message is shown to the user. */
export class Refusal extends Error {}
