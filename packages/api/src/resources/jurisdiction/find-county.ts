import { invalid, RequestError } from '@severe/base';
import { countyOfSlug, zoneOfFips } from '@severe/catalogue';
import type { Zone } from '@severe/db';
import { oneOf, text } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { fips, spatial } from '../../shared/query.ts';

/** Parameters that select a county: its FIPS code, or its state and the slug of its name. */
export const jurisdiction = {
  fips: { ...fips, about: 'FIPS code of the county, five digits; alternative to `state` and `slug`.' },
  state: oneOf(spatial.state.json.enum as string[], {
    anyCase: true,
    about: 'State or territory, two letters, any case; requires `slug`.',
    example: 'OK',
  }),
  slug: text({
    minLength: 1,
    maxLength: 100,
    about: 'Name of the county, `cleveland` or `cleveland-county`; requires `state`.',
    example: 'cleveland',
  }),
};

/** The selection from the query. */
export interface CountyQuery {
  fips?: string | undefined;
  state?: string | undefined;
  slug?: string | undefined;
}

/** A county and all counties of its state. */
export interface FoundCounty {
  county: Zone;
  siblings: Zone[];
}

/** Checks that the query selects a county. @throws {RequestError} 422 */
export function checkCountyQuery({ fips: number, state, slug }: CountyQuery): void {
  if (number !== undefined || (state !== undefined && slug !== undefined)) return;
  const missing = slug === undefined && state !== undefined ? 'slug' : slug !== undefined ? 'state' : 'fips';
  throw invalid(['query', missing], 'A county is needed: fips, or state and slug', 'missing', { input: null });
}

/**
 * Finds the selected county.
 *
 * @throws {RequestError} 404 if there is none; 422 if code and name select different counties
 */
export async function findCounty({ zones }: ApiContext['db'], query: CountyQuery): Promise<FoundCounty> {
  const ugc = query.fips === undefined ? undefined : zoneOfFips(query.fips);
  const state = ugc?.slice(0, 2) ?? (query.fips === undefined ? query.state : undefined);
  const siblings = state === undefined ? [] : await zones.counties(state);
  const bySlug = query.slug === undefined ? undefined : countyOfSlug(siblings, query.slug);
  const county = query.fips === undefined ? bySlug : siblings.find((each) => each.ugc === ugc);
  if (!county) throw new RequestError(404, 'County not found');
  if ((query.state ?? county.state) !== county.state || (query.slug !== undefined && bySlug !== county)) {
    throw invalid(['query', 'fips'], 'Input should be the county of state and slug', 'value_error', {
      input: query.fips,
    });
  }
  return { county, siblings };
}
