import { invalid, plainly, RequestError } from '@severe/base';
import { facilityKindOf, facilityKinds, type FacilityKind } from '@severe/catalogue';
import type { FacilityRow, AffectedFacility } from '@severe/db';
import { placeOnEarth } from '@severe/geo/on-earth';
import { alsoCalled, integer, parsed, required, shape, text, type TypeOf } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection, createReply } from '../../shared/collection.ts';
import { featureCollectionOf, featureText, perhapsUncounted } from '../../shared/feature.ts';
import { hintFor, otherNames } from '../../shared/other-names.ts';
import { areaOf, foreignFilters, noOffice, spatial } from '../../shared/query.ts';
import { facilityProperties, impactShape } from './schema.ts';

const seconds = 86_400;
const impactSeconds = 5;
/** Maximum number of facilities. There is no second page; a larger box is not useful. */
const limit = 5000;
const tag = 'Places';

const truncated = shape.boolean({ about: 'Whether there are more than 5,000. If true, request a smaller box.' });

/** GET /facilities */
export const listFacilities = endpoint({
  path: '/facilities',
  summary: 'Facilities in a box: hospitals, nursing homes, mobile-home parks, schools and others.',
  description:
    'Facilities come from the lists that the operator imports. Without an import the result is empty, except in a ' +
    'simulated data set, whose facilities are fictitious. At most 5,000 are returned; `truncated` reports whether ' +
    'there are more.',
  tag,
  query: {
    ...spatial,
    bbox: required(spatial.bbox),
    kind: alsoCalled(
      parsed(
        text({
          minLength: 1,
          about: `Kinds in any case, separated by commas; plurals and hyphens are accepted: ${facilityKinds.join(', ')}. Default: all.`,
          example: 'hospital,nursing_home',
        }),
        kindsIn,
      ),
      ['kinds', 'type', 'types', 'category'],
    ),
  },
  foreign: {
    ...foreignFilters(),
    ...noOffice(),
    ...hintFor(['start', 'end', ...otherNames.start, ...otherNames.end], 'Facilities have no time'),
  },
  response: perhapsUncounted(featureCollectionOf('Facility', facilityProperties, { truncated })),
  cache: { seconds },
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { kind: kinds, state } = call.query;
    const area = areaOf(call.query)!;
    return replyWithCollection({ ...call, query: { limit } }, context, {
      path: '/facilities',
      dataSets: ['facilities'],
      seconds,
      async find(_, db) {
        const { rows, more } = await db.facilities.search({ area, state, kinds, limit });
        return { rows, more, members: { truncated: more } };
      },
      feature: (facility) => featureText(facility.id, facility.geometry, presentFacility(facility)),
    });
  },
});

/** Parses facility kinds. @throws {RequestError} 422 for an unknown kind */
function kindsIn(given: string): string[] {
  return given.split(',').map((word) => {
    const kind = facilityKindOf(word);
    if (kind) return kind;
    const expected = facilityKinds.map((each) => `'${each}'`).join(', ');
    throw invalid(['query', 'kind'], `Input should be ${expected}`, 'enum', {
      input: plainly(word),
      ctx: { expected },
    });
  });
}

/** GET /facilities/impact */
export const getImpact = endpoint({
  path: '/facilities/impact',
  summary: 'Facilities within the polygon of an alert.',
  tag,
  query: { alert_id: required(integer({ about: 'The id of the alert.', example: 48213 })) },
  response: impactShape,
  cache: { seconds: impactSeconds },
  errors: { 404: 'No such alert.', 503: 'The database is unavailable.' },
  handle(call, context) {
    const { alert_id: alertId } = call.query;
    const { alerts, facilities } = context.db;
    return context.replyFromCache({
      key: `/facilities/impact?${alertId}`,
      dataSets: ['alerts', 'facilities'],
      seconds: impactSeconds,
      async make(sets) {
        const alert = await alerts.find(alertId);
        if (!alert) throw new RequestError(404, 'Alert not found');
        const hit = alert.geometry === null ? undefined : await facilities.inAlert(alertId, limit);
        return createReply(JSON.stringify(presentImpact(alertId, hit)), 'application/json', sets);
      },
    });
  },
});

/** Properties of a facility feature. */
function presentFacility(facility: FacilityRow): TypeOf<typeof facilityProperties> {
  const { id, kind, name, address, city, state, fips, capacity } = facility;
  return { id, kind: kind as FacilityKind, name, address, city, state, fips, capacity };
}

/** Facilities within an alert. `hit` is undefined for an alert without a polygon. */
function presentImpact(
  alertId: number,
  hit: { counts: Record<string, number>; facilities: AffectedFacility[] } | undefined,
): TypeOf<typeof impactShape> {
  const { counts, facilities } = hit ?? { counts: {}, facilities: [] };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    alert_id: alertId,
    has_polygon: hit !== undefined,
    total,
    counts: Object.fromEntries(facilityKinds.map((kind) => [kind, counts[kind] ?? 0])) as Record<FacilityKind, number>,
    truncated: total > facilities.length,
    facilities: facilities.map(({ id, kind, name, lat, lon }) => ({
      id,
      kind: kind as FacilityKind,
      name,
      ...placeOnEarth({ lat, lon }),
    })),
  };
}
