import { named, t } from '../language.ts';
import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { untilTime } from '../times.ts';
import { quantity } from '../units.ts';
import { lookOf } from '@severe/catalogue/alert-colours';
import { areas } from './draw.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 100;

const kinds = { TOR: 'Tornado Watch', SVR: 'Severe Thunderstorm Watch', other: 'Severe Weather Watch' };

/** Watch areas of the Storm Prediction Center. */
export const watches: Overlay = {
  id: 'watches',
  name: t`Watches`,
  source: 'watches',
  everySeconds: 60,
  moves: true,
  layers: areas('watches', { fill: 0.08, width: 1.3 }),
  load: async ({ asOf }) => symbolsOf(await client.get('/watches', { limit, as_of: asOf }), limit, watchSymbol),
};

export function watchSymbol({
  geometry,
  properties,
}: {
  geometry: unknown;
  properties: Schemas['Watch'];
}): MapSymbol | undefined {
  const { type, number, pds, expires, max_hail_in: hail, max_wind_kt: wind, states, probabilities } = properties;
  const kind = kinds[type ?? 'other'];
  if (!geometry) return undefined;
  const chance = probabilities?.tornado_2_or_more;
  return {
    geometry: geometry as Geometry,
    id: number,
    place: states.join(', '),
    endsAt: new Date(expires),
    kind: named(kind),
    ...lookOf(kind),
    title: `${pds ? t`PDS ` : ''}${named(kind)} ${number}`,
    lines: compact(
      t`Until ${untilTime(expires)}`,
      compact(hail && t`hail to ${quantity(hail, 'in')}`, wind && t`gusts to ${quantity(wind, 'kt', 0)}`).join(', '),
      typeof chance === 'number' && t`Chance of two tornadoes or more: ${chance} %`,
      states.join(', '),
    ),
  };
}
