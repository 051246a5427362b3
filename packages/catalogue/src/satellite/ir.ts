import type { PaletteStop, RasterProduct } from '../product.ts';
import { sequentialColours } from '../colours.ts';
import { imagery, ramp } from './shared.ts';

/** The greys of the coldest tops have a blue tint, so that each colour stands for one temperature. */
const palette: PaletteStop[] = [
  ...ramp(-120, -90, 10, '#ffffff', '#f4d9f7'),
  ...ramp(-90, -80, 2, '#f4d9f7', '#b03ac0'),
  ...ramp(-80, -70, 2, '#4a4a52', '#0c0c14'),
  ...ramp(-70, -60, 2, '#7a0403', '#f01c10'),
  ...ramp(-60, -52, 2, '#ff5a00', '#ffee00'),
  ...ramp(-52, -44, 2, '#9bf000', '#0a9b1e'),
  ...ramp(-44, -32, 2, '#102c9c', '#58d6f2'),
  ...ramp(-32, 48, 1, '#e6e6e6', '#060606'),
  [48, '#060606'],
];

/** Number of steps below and above -32 °C: each range uses half of the colour-blind sequence. */
const cold = palette.filter(([from]) => from < -32).length;
const warm = palette.length - cold;
const sequence = (steps: number) => sequentialColours(2 * steps);

/** Brightness temperature in the clean window at 10.3 µm: grey above -32 °C, colours for colder cloud tops. */
export const ir: RasterProduct = {
  ...imagery,
  id: 'ir',
  name: 'Infrared, 10.3 µm',
  about: 'Brightness temperature of cloud tops and ground, by day and night (ABI band 13). Colours begin at -32 °C.',
  units: 'degC',
  min: -90,
  max: 50,
  source: { feed: 'goes', make: { band: 'C13', offset: -273.15, fileUnits: 'K' } },
  palette,
  colourBlind: [...sequence(cold).slice(cold).toReversed(), ...sequence(warm).slice(0, warm).toReversed()],
};
