import { t } from '../language.ts';
import type { Point } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { bothTimes } from '../times.ts';
import { quantity } from '../units.ts';
import { colour, grown, rank } from './draw.ts';
import { boltName } from './images.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 5000;
const minutes = 15;

/** Colours by age. */
const ages = [
  { until: 5, kind: t`up to 5 minutes ago`, colour: '#fff75e', rank: 3 },
  { until: 10, kind: t`to 10 minutes`, colour: '#ff9b1a', rank: 2 },
  { until: Infinity, kind: t`to ${minutes} minutes`, colour: '#c2410c', rank: 1 },
];

/** Flashes observed by satellites. */
export const lightning: Overlay = {
  id: 'lightning',
  name: t`Lightning, ${minutes} minutes`,
  source: 'lightning',
  everySeconds: 20,
  inSight: true,
  moves: true,
  layers: [
    {
      id: 'lightning bolts',
      type: 'symbol',
      source: 'lightning',
      layout: {
        'icon-image': ['concat', boltName, colour],
        'icon-size': grown([3, 0.5], [6, 0.85], [9, 1.2]),
        'icon-overlap': 'always',
        'icon-ignore-placement': true,
        'symbol-sort-key': rank,
      },
    },
  ],
  load: async ({ bbox, now, asOf }) =>
    symbolsOf(await client.get('/lightning', { bbox, minutes, limit, as_of: asOf }), limit, (flash) =>
      flashSymbol(flash, now),
    ),
};

export function flashSymbol(
  { geometry, properties }: { geometry: unknown; properties: Schemas['Flash'] },
  now: number,
): MapSymbol {
  const { flash_time: time, energy_fj: energy, area_km2: area } = properties;
  const age = (now - Date.parse(time)) / 60_000;
  const { kind, colour, rank } = ages.find(({ until }) => age <= until)!;
  return {
    geometry: geometry as Point,
    startsAt: new Date(time),
    kind,
    colour,
    rank,
    title: t`Lightning`,
    lines: compact(
      bothTimes(time),
      compact(
        energy !== null && t`${Math.round(energy)} fJ of light`,
        area !== null && t`over ${quantity(area, 'km2')}`,
      ).join(' '),
    ),
  };
}
