import { radarSites, type RadarSite } from '@severe/catalogue';
import { shape } from '@severe/http';
import { tiltsOf } from '@severe/raster/polar';
import type { TileContext } from '../context.ts';
import { endpoint, stampShape } from './shared.ts';

/** A radar without a newer volume is offline: three times the duration of a volume. */
const offlineAfterMs = 15 * 60_000;

export const listNexradSites = endpoint({
  path: '/nexrad/sites',
  summary: 'Weather radars of the network and their status.',
  description:
    '`status` is `online` if a volume of the last 15 minutes is available. Radars that this service does not ' +
    'follow are `offline`. `tilts` are the elevation cuts of the newest volume.',
  tag: 'Radar',
  response: shape.named(
    'NexradSites',
    shape.object({
      sites: shape.arrayOf(
        shape.object({
          id: shape.text({ example: 'KTLX' }),
          name: shape.text({ example: 'Oklahoma City' }),
          state: shape.nullable(shape.text({ example: 'OK' })),
          lat: shape.number(),
          lon: shape.number(),
          elevation_m: shape.integer({ about: 'Elevation of the ground in metres above sea level.' }),
          type: shape.oneOf(['WSR-88D'], { about: 'Kind of radar.' }),
          status: shape.oneOf(['online', 'offline'], { about: '`online` if recent volumes are available.' }),
          latest: shape.nullable(stampShape),
          tilts: shape.arrayOf(shape.number(), { about: 'Elevation angles in degrees, ascending.' }),
        }),
      ),
    }),
  ),
  cache: { seconds: 60 },
  handle: async (_call, context) => ({ sites: await Promise.all(radarSites.map((site) => present(site, context))) }),
});

async function present(site: RadarSite, context: TileContext) {
  const { id, name, state, lat, lon, elevationM, type } = site;
  const newest = context.index.newest('nexrad', id);
  const age = newest ? context.clock().getTime() - newest.validAt.getTime() : Infinity;
  return {
    id,
    name,
    state,
    lat,
    lon,
    elevation_m: elevationM,
    type,
    status: age <= offlineAfterMs ? ('online' as const) : ('offline' as const),
    latest: newest?.stamp ?? null,
    tilts: newest ? await tiltsAt(context, newest) : [],
  };
}

/** Empty while the object store is unavailable: the list of radars is useful without tilts. */
async function tiltsAt(
  { volumes }: TileContext,
  frame: Parameters<TileContext['volumes']['open']>[0],
): Promise<number[]> {
  try {
    return tiltsOf((await volumes.open(frame)).pages);
  } catch {
    return [];
  }
}
