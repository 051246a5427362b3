/** What the user wants to know of each field. */
export interface Question {
  /** Places, in degrees, at which the nearest cell is wanted. */
  at: { lat: number; lon: number }[];
  /** Positions in the stored order. */
  indices: number[];
  /** Values that stand for nothing or for missing in the product that the file holds. */
  absent: number[];
  /** Whether the time for one file is used up; asked between fields. */
  isLate(): boolean;
}

/** A file, one entry a field (or band, variable, moment), in file order. */
export interface FileReport {
  format: string;
  messages: MessageReport[];
}

/** What was learnt of a field; `error` where it was refused, with whatever was read before. */
export interface MessageReport {
  index: number;
  error?: string;
  name?: string;
  /** Place of a radar's sweep in its volume, and its elevation in degrees. */
  sweep?: number;
  elevation?: number;
  units?: string | null;
  level?: string;
  time?: string;
  grid?: GridReport;
  packing?: string;
  count?: number;
  missing?: number;
  min?: number | null;
  max?: number | null;
  mean?: number | null;
  points?: PointReport[];
}

/** How cells lie: in columns and rows, with smaller copies perhaps, or in gates on radials around a radar. */
export type GridReport =
  | { template: string; width: number; height: number; overviews?: [width: number, height: number][]; mapping?: string }
  | { template: string; radials: number; gates: number; firstGateM?: number; gateM?: number };

/** A cell: asked for by place, or by position in the stored order. */
export interface PointReport {
  index?: number;
  lat?: number;
  lon?: number;
  /** As in the file, before scale and offset; of a complex number both parts. */
  stored?: number | [number, number];
  value: number | null;
  /** The place or position is not on this grid. */
  outside?: true;
}

/** A file that is refused as a whole: the message is the one line that the user sees. */
export class Refusal extends Error {}
