import type { OutlookType, Risk } from './row.ts';

type Colours = [line: string, fill: string];

/** Colours in the static files of SPC, by category. */
const ofCategory: Record<string, Colours> = {
  TSTM: ['#55BB55', '#C1E9C1'],
  MRGL: ['#005500', '#66A366'],
  SLGT: ['#DDAA00', '#FFE066'],
  ENH: ['#FF6600', '#FFA366'],
  MDT: ['#CC0000', '#E06666'],
  HIGH: ['#CC00CC', '#EE99EE'],
};

/** Colours by percentage. Tornadoes have a ladder of their own. */
const ofPercentage: Record<string, Colours> = {
  5: ['#8B4726', '#C5A392'],
  15: ['#FF9600', '#FFEB7F'],
  30: ['#FF0000', '#FF7F7F'],
  45: ['#FF00FF', '#FF80FF'],
  60: ['#912CEE', '#C896F7'],
};
const ofTornadoPercentage: Record<string, Colours> = {
  2: ['#1A731D', '#79BA7A'],
  5: ['#7F3F27', '#BD998A'],
  10: ['#FD8A2B', '#FFE481'],
  15: ['#FF0000', '#FF8080'],
  30: ['#FF00FF', '#FF80FF'],
  45: ['#912CEE', '#C896F7'],
  60: ['#104E8B', '#87A6C5'],
};
const hatched: Colours = ['#000000', '#888888'];

/** The colours that SPC uses for a risk; null if it has none. Text products have no colours. */
export function coloursOf(
  { risk, significant }: Risk,
  type: OutlookType,
): { colour: string | null; fill: string | null } {
  const ladder = type === 'tornado' ? ofTornadoPercentage : ofPercentage;
  const [colour, fill] = (significant ? hatched : (ofCategory[risk] ?? ladder[risk])) ?? [null, null];
  return { colour, fill };
}
