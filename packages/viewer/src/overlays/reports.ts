import { t } from '../language.ts';
import type { Point } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { bothTimes } from '../times.ts';
import { quantity } from '../units.ts';
import { grown, rank } from './draw.ts';
import { dotName } from './images.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 1000;
const windowHours = 6;

/** Colours of the Storm Prediction Center, and letters for colour-blind readers. */
const looks: Record<
  Schemas['Report']['type'],
  { kind: string; colour: string; rank: number; label: string; title: string }
> = {
  tornado: { kind: t`T tornado`, colour: '#e60000', rank: 4, label: 'T', title: t`Report of a tornado` },
  hail: { kind: t`H hail`, colour: '#0a8f2a', rank: 3, label: 'H', title: t`Report of hail` },
  wind: { kind: t`W wind`, colour: '#2f6fff', rank: 2, label: 'W', title: t`Report of wind` },
  flood: { kind: t`F flood`, colour: '#0b7d86', rank: 1, label: 'F', title: t`Report of a flood` },
};

/** Storm reports of the last hours. */
export const reports: Overlay = {
  id: 'reports',
  name: t`Storm reports, ${windowHours} hours`,
  source: 'reports',
  everySeconds: 60,
  moves: true,
  layers: [
    {
      id: 'reports dots',
      type: 'symbol',
      source: 'reports',
      layout: {
        'icon-image': ['get', 'dot'],
        'icon-size': grown([3, 0.45], [6, 0.8], [9, 1.1]),
        'icon-overlap': 'always',
        'icon-ignore-placement': true,
        'symbol-sort-key': rank,
      },
    },
  ],
  async load({ now, asOf }) {
    const tenMinutes = 600_000;
    const start = new Date(Math.floor(now / tenMinutes) * tenMinutes - windowHours * 3_600_000).toISOString();
    return symbolsOf(await client.get('/reports', { start, limit, as_of: asOf }), limit, reportSymbol);
  },
};

export function reportSymbol({
  geometry,
  properties,
}: {
  geometry: unknown;
  properties: Schemas['Report'];
}): MapSymbol {
  const { id, type, magnitude, units, time, place, county, state, remarks, qualifier } = properties;
  const { label, title, ...look } = looks[type];
  const size = magnitude === null ? '' : units === 'EF' ? `EF${magnitude}` : quantity(magnitude, units);
  return {
    geometry: geometry as Point,
    id,
    startsAt: new Date(time),
    place: compact(place, state).join(', '),
    ...look,
    title: compact(title, compact(size, qualifier).join(' ')).join(': '),
    lines: compact(bothTimes(time), compact(place, county && t`${county} County`, state).join(', '), remarks),
    drawn: { dot: dotName(label, look.colour) },
  };
}
