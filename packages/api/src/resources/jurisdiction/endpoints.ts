import { countyName, fipsOfZone, slugOfCounty } from '@severe/catalogue';
import { geometryText } from '@severe/geo/on-earth';
import type { TypeOf } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { createReply } from '../../shared/collection.ts';
import { featureText, geoJson } from '../../shared/feature.ts';
import { detailedBoundary, detailedSource } from './detailed-boundary.ts';
import { checkCountyQuery, findCounty, countyParameters, type FoundCounty } from './find-county.ts';
import { type boundaryProperties, boundaryShape } from './schema.ts';

const seconds = 86_400;
/** Source of the bundled shapes. */
const bundled = 'us-atlas 10m, from the cartographic boundary files of the Census Bureau';
/** Source of shapes that are fetched with alerts. */
const fetched = 'NOAA/National Weather Service';

/** GET /jurisdiction/boundary */
export const getBoundary = endpoint({
  path: '/jurisdiction/boundary',
  summary: 'The boundary of a county.',
  description:
    'Selected by FIPS code, or by state and name. Parishes, boroughs, municipios and independent cities count as ' +
    'counties. If a county and a city share a name, the slug without a suffix selects the county. Connecticut has ' +
    'both counties and planning regions after the import of the Census Bureau file.',
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
        const { ugc, simplified } = found.county;
        const detailed = simplified ? await detailedBoundary(fipsOfZone(ugc)!) : undefined;
        const [{ shape }] = await context.db.zones.withShapes([ugc]);
        const properties = await presentBoundary(context, found, detailed !== undefined);
        const geometry = detailed ? geometryText(detailed) : shape;
        return createReply(featureText(properties.fips, geometry, properties), geoJson, sets);
      },
    });
  },
});

async function presentBoundary(
  { db }: ApiContext,
  { county, siblings }: FoundCounty,
  isDetailed: boolean,
): Promise<TypeOf<typeof boundaryProperties>> {
  const { ugc, wfo } = county;
  const simplified = county.simplified && !isDetailed;
  return {
    fips: fipsOfZone(ugc)!,
    name: countyName(county),
    state: ugc.slice(0, 2),
    slug: slugOfCounty(siblings, county),
    wfo,
    simplified,
    source: isDetailed ? detailedSource : simplified ? bundled : ((await db.places.edition('counties')) ?? fetched),
  };
}
