import type { PaletteStop } from '../product.ts';

/** A Level II moment, by its name in the format. */
type MomentId = 'REF' | 'VEL' | 'SW' | 'ZDR' | 'RHO';

/** A product of a single radar, which is rendered and sampled. */
export interface SweepProduct {
  id: string;
  name: string;
  about: string;
  units: string | null;
  /** Range of the legend. */
  min: number;
  max: number;
  moment: MomentId;
  /** Factor from the values of the moment to `units`. */
  factor: number;
  /** Whether the storm motion is subtracted. */
  stormRelative: boolean;
  /** Smaller values are drawn transparent and reported as null. */
  threshold?: number;
  /** Selects the gate that a pixel shows, so that storms remain visible at low zooms. */
  reduce: 'maximum' | 'largest-magnitude';
  palette: PaletteStop[];
  /** Colours of the same stops for red-green colour blindness. */
  colourBlind: string[];
}

/** Colour of range-folded gates: echoes from beyond the unambiguous range. */
export const rangeFoldedColour = '#77007d';
