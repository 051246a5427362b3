import { invalid, RequestError } from '@severe/base';
import { abolishedCounty, countyChanges, countyOfSlug, slugOf, zoneOfFips, type CountyChange } from '@severe/catalogue';
import type { Zone } from '@severe/db';
import { oneOf, text } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { fips, stateCodes } from '../../shared/query.ts';

/** Parameters that select a county: its FIPS code, or its state and the slug of its name. */
export const countyParameters = {
  fips: { ...fips, about: 'FIPS code of the county, five digits; alternative to `state` and `slug`.' },
  state: oneOf(stateCodes, {
    anyCase: true,
    about: 'State or territory, two letters, any case; requires `slug`.',
    example: 'OK',
  }),
  slug: text({
    minLength: 1,
    maxLength: 100,
    about: 'Name of the county, `cleveland` or `cleveland-county`, in any case; requires `state`.',
    example: 'cleveland',
  }),
};

/** Values of `countyParameters`. */
interface CountyQuery {
  fips?: string | undefined;
  state?: string | undefined;
  slug?: string | undefined;
}

/** The selected county. `siblings` are all counties of its state, itself included. */
export interface FoundCounty {
  county: Zone;
  siblings: Zone[];
}

/** @throws {RequestError} 422 if the parameters that select a county are incomplete */
export function checkCountyQuery({ fips: code, state, slug }: CountyQuery): void {
  if (code !== undefined || (state !== undefined && slug !== undefined)) return;
  const missing = slug === undefined && state !== undefined ? 'slug' : slug !== undefined ? 'state' : 'fips';
  throw invalid(['query', missing], 'Field required: fips, or state and slug', 'missing', { input: null });
}

/**
 * Finds the selected county.
 *
 * @throws {RequestError} 404 if it does not exist, with the counties that replaced an abolished one; 422 if FIPS code and
 *   name select different counties
 */
export async function findCounty({ zones }: ApiContext['db'], query: CountyQuery): Promise<FoundCounty> {
  const ugc = query.fips === undefined ? undefined : zoneOfFips(query.fips);
  const state = ugc?.slice(0, 2) ?? (query.fips === undefined ? query.state : undefined);
  const siblings = state === undefined ? [] : await zones.counties(state);
  const bySlug = query.slug === undefined ? undefined : countyOfSlug(siblings, query.slug);
  const county = query.fips === undefined ? bySlug : siblings.find((each) => each.ugc === ugc);
  if (!county) throw new RequestError(404, `County not found${replacement(query)}`);
  if ((query.state ?? county.state) !== county.state || (query.slug !== undefined && bySlug !== county)) {
    throw invalid(
      ['query', 'fips'],
      'Input should be the FIPS code of the county that state and slug select',
      'value_error',
      {
        input: query.fips,
      },
    );
  }
  return { county, siblings };
}

/** What replaced an abolished county that a query selects; empty for other counties. */
function replacement({ fips: code, state, slug }: CountyQuery): string {
  const change = code === undefined ? abolishedBySlug(state, slug) : abolishedCounty(code);
  return change ? `: ${change.fips} was divided into ${change.successors.join(' and ')} in ${change.year}` : '';
}

function abolishedBySlug(state: string | undefined, slug = ''): CountyChange | undefined {
  return countyChanges.find(
    ({ fips: code, name, inUse }) =>
      !inUse && zoneOfFips(code)?.slice(0, 2) === state && slugOf(slug).startsWith(slugOf(name)),
  );
}

/** The boundary of a county as GeoJSON text; undefined if there is none. @param ugc `OKC027` */
export async function countyShape({ zones }: ApiContext['db'], ugc: string): Promise<string | undefined> {
  const found = await zones.withShapes([ugc]);
  return found.find(({ kind }) => kind === 'county')?.shape;
}
