import type { NewStormCell } from '@severe/db';
import type { FlashRates, TrackerState } from '@severe/storms';

/** State of tracking after a frame, as it is stored with the scan. */
export interface StormState {
  tracker: TrackerState;
  /** By track. */
  flashRates: Record<string, FlashRates>;
}

/** Values of a storm cell that other products have, by their field. */
export const attributeProducts = {
  meshMm: 'mesh-30min',
  vilKgm2: 'vil',
  echoTopKm: 'echo-tops',
  rotation: 'rotation-30min',
} as const;
export type Attribute = keyof typeof attributeProducts;

/** A frame in which storm cells are looked for. */
export interface StormTask {
  /** Valid time of the frame. */
  frameAt: Date;
  /** Value file of the composite. */
  valuesKey: string;
  /** Value files of other products near that time. */
  attributes: Partial<Record<Attribute, string>>;
  /** State after the frame before; null for the first. */
  state: StormState | null;
  /** Flashes of the five minutes up to `end`, see `Lightning.recent`; null if the lightning data end before. */
  flashes: { end: Date; text: string } | null;
}

/** Storm cells of a frame, and the state for the next. */
export interface StormReport {
  state: StormState;
  cells: NewStormCell[];
}
