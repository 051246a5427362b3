import type { PaletteStop } from '../product.ts';

/** A moment of Level II, by the format's own name. */
export type MomentId = 'REF' | 'VEL' | 'SW' | 'ZDR' | 'RHO';

/** What is drawn and sampled of a single radar: everything that is particular to it. */
export interface SweepProduct {
  id: string;
  name: string;
  about: string;
  units: string | null;
  /** The range of values that a legend shows. */
  min: number;
  max: number;
  moment: MomentId;
  /** Values are those of the moment times this. */
  factor: number;
  /** The storm's own motion is taken away first. */
  stormRelative: boolean;
  /** Weaker values are drawn clear and read as null. */
  threshold?: number;
  /** Which of the gates under a pixel it shows, so that nothing vanishes when the map zooms out. */
  reduce: 'maximum' | 'largest-magnitude';
  palette: PaletteStop[];
  /** Colours of the same stops, in their order, for those who see no red or no green. */
  colourBlind: string[];
}

/** How gates are drawn that echo from further away than the radar can tell. */
export const rangeFoldedColour = '#77007d';
