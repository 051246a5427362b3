import { mpsPerKnot } from '@severe/geo';
import { divergingColours } from '../colours.ts';
import type { PaletteStop } from '../product.ts';
import type { SweepProduct } from './product.ts';

/** Knots per metre per second. */
export const knots = 1 / mpsPerKnot;

/** Green towards the radar, red away from it, brighter with speed. */
const velocityPalette: PaletteStop[] = [
  [-200, '#00e0ff'],
  [-100, '#0088ff'],
  [-80, '#0040d0'],
  [-64, '#00fb90'],
  [-50, '#00ff00'],
  [-36, '#00d800'],
  [-26, '#00b000'],
  [-20, '#008800'],
  [-10, '#006000'],
  [-1, '#767676'],
  [1, '#600000'],
  [10, '#880000'],
  [20, '#b00000'],
  [26, '#d80000'],
  [36, '#ff0000'],
  [50, '#ff7f50'],
  [64, '#ffb000'],
  [80, '#ffe060'],
  [100, '#fff8d0'],
];

const wind = {
  units: 'kt',
  min: -100,
  max: 100,
  moment: 'VEL',
  factor: knots,
  reduce: 'largest-magnitude',
  palette: velocityPalette,
  colourBlind: divergingColours(velocityPalette.map(([from], i) => (from + (velocityPalette[i + 1]?.[0] ?? 200)) / 2)),
} satisfies Partial<SweepProduct>;

export const velocity: SweepProduct = {
  ...wind,
  id: 'velocity',
  name: 'Radial velocity',
  about: 'Speed of the air away from the radar (positive) or towards it (negative).',
  stormRelative: false,
};

export const srm: SweepProduct = {
  ...wind,
  id: 'srm',
  name: 'Storm-relative velocity',
  about: 'Radial velocity relative to the motion of the storm.',
  stormRelative: true,
};
