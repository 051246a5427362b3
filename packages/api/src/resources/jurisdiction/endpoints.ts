import { countyName, fipsOfZone, slugOfCounty, successorsOf } from '@severe/catalogue';
import type { TypeOf } from '@severe/http';
import { endpoint } from '../../context.ts';
import { createReply } from '../../shared/collection.ts';
import { featureText, geoJson } from '../../shared/feature.ts';
import { checkCountyQuery, countyShape, findCounty, countyParameters, type FoundCounty } from './find-county.ts';
import { type boundaryProperties, boundaryShape } from './schema.ts';

const seconds = 86_400;
/** Source of shapes that were stored without one: the weather service. */
const fetched = 'NOAA/National Weather Service';

/** GET /jurisdiction/boundary */
export const getBoundary = endpoint({
  path: '/jurisdiction/boundary',
  summary: 'The boundary of a county.',
  description:
    'Selected by FIPS code, or by state and name. Parishes, boroughs, municipios and independent cities count as ' +
    'counties. If a county and a city share a name, the slug without a suffix selects the county. Connecticut has ' +
    'both its counties, for which the weather service issues alerts, and its planning regions of 2022. A county that was ' +
    'divided and is not in use any more is 404, with the codes of its successors. All searches use the same boundaries.',
  tag: 'Places',
  query: countyParameters,
  response: boundaryShape,
  cache: { seconds },
  errors: { 404: 'No such county.', 503: 'The database is unavailable.' },
  handle(call, context) {
    checkCountyQuery(call.query);
    return context.replyFromCache({
      key: `/jurisdiction/boundary?${call.canonicalQuery()}`,
      dataSets: ['zones'],
      seconds,
      async make(sets) {
        const found = await findCounty(context.db, call.query);
        const { ugc } = found.county;
        const shape = (await countyShape(context.db, ugc))!;
        const properties = presentBoundary(found);
        return createReply(featureText(properties.fips, shape, properties), geoJson, sets);
      },
    });
  },
});

function presentBoundary({ county, siblings }: FoundCounty): TypeOf<typeof boundaryProperties> {
  const { ugc, wfo, simplified, source, asOf } = county;
  const fips = fipsOfZone(ugc)!;
  return {
    fips,
    name: countyName(county),
    state: ugc.slice(0, 2),
    slug: slugOfCounty(siblings, county),
    wfo,
    simplified,
    source: source ?? fetched,
    as_of: asOf,
    successors: successorsOf(fips),
  };
}
