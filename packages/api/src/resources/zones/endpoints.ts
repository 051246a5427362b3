import { currentCounties, fipsOfZone, zoneOfFips } from '@severe/catalogue';
import { zoneKinds, type Zone } from '@severe/db';
import { alsoCalled, required, shape } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { hintFor, otherNames } from '../../shared/other-names.ts';
import { words } from '../../shared/query.ts';

const zoneProperties = shape.named(
  'Zone',
  shape.object({
    id: shape.text({ example: 'OKC027' }),
    kind: shape.oneOf(zoneKinds, { about: 'County, forecast zone or fire weather zone.' }),
    name: shape.text({ example: 'Cleveland' }),
    state: shape.nullable(shape.text({ example: 'OK' })),
    wfo: shape.nullable(shape.text({ example: 'OUN' })),
    simplified: shape.boolean({ about: 'Whether a part of the shape is generalised for small maps.' }),
    source: shape.nullable(
      shape.text({ about: 'Source of the shape; null if not known.', example: 'NOAA/National Weather Service' }),
    ),
    as_of: shape.nullable(shape.text({ about: 'Date of the shape in the source.', example: '2025-03-18' })),
  }),
);

/** Zones change a few times a year. */
const seconds = 86_400;
/** Cache time if a zone is missing, because it may be loaded soon. */
const unknownSeconds = 60;

/** GET /zones */
export const listZones = endpoint({
  path: '/zones',
  summary: 'Shapes of zones, to draw alerts that have no polygon.',
  description:
    'Zones are selected by Universal Geographic Code (UGC). A forecast zone and a fire zone may share a code; ' +
    'both are returned. An abolished county stands for those that replaced it. Unknown zones, and zones whose shape is not ' +
    'yet loaded, are omitted.',
  tag: 'Alerts',
  query: {
    ids: alsoCalled(
      required(
        words({ pattern: '[^,\\s]', about: 'UGC codes in any case, separated by commas.', example: 'OKC027,OKZ029' }),
      ),
      ['id', 'zone', 'zones', 'ugc', 'county', 'fips'],
    ),
  },
  foreign: hintFor(
    ['bbox', 'point', 'radius', 'state', 'wfo', 'start', 'end', ...otherNames.state, ...otherNames.point, 'type'],
    'Zones are selected by ids only, such as the affected_zones of an alert',
  ),
  response: featureCollectionOf('Zone', zoneProperties, {}, shape.text({ example: 'county/OKC027' })),
  cache: { seconds },
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const codes = [...new Set(call.query.ids.flatMap((id) => currentZones(id.toUpperCase())))];
    const everything = { limit: 3 * codes.length, offset: 0 }; // at most three kinds per code
    return replyWithCollection({ ...call, query: everything }, context, {
      path: '/zones',
      dataSets: ['zones'],
      seconds,
      async find(_, db) {
        const rows = await db.zones.withShapes(codes);
        const found = new Set(rows.map(({ ugc }) => ugc));
        const clientSeconds = codes.every((code) => found.has(code)) ? seconds : unknownSeconds;
        return { rows, matched: rows.length, clientSeconds };
      },
      feature: ({ shape: geometry, ...zone }) => featureText(`${zone.kind}/${zone.ugc}`, geometry, presentZone(zone)),
    });
  },
});

function presentZone({ ugc, kind, name, state, wfo, simplified, source, asOf }: Zone) {
  return { id: ugc, kind, name, state, wfo, simplified, source, as_of: asOf };
}

/** The code itself, or those of the counties that replaced an abolished one. */
function currentZones(ugc: string): string[] {
  const fips = fipsOfZone(ugc);
  return fips === undefined ? [ugc] : currentCounties(fips).map((each) => zoneOfFips(each)!);
}
