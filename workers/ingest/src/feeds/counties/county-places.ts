import { countyName } from '@severe/catalogue';
import { termsOf, type BundledCounty, type PlaceWithTerms } from '@severe/db';

/** Counties as places that are found by name: `Cleveland County`. A county without a point inside is left out. */
export function countyPlaces(
  counties: Pick<BundledCounty, 'ugc' | 'name'>[],
  points: { ugc: string; lat: number; lon: number }[],
): PlaceWithTerms[] {
  const pointOf = new Map(points.map(({ ugc, lat, lon }) => [ugc, { lat, lon }]));
  return counties.flatMap((county) => {
    const point = pointOf.get(county.ugc);
    if (!point) return [];
    const name = countyName(county);
    return {
      id: `county/${county.ugc}`,
      kind: 'county',
      name,
      town: null,
      state: county.ugc.slice(0, 2),
      country: 'us',
      population: 0,
      ...point,
      terms: termsOf([name, county.name]),
    };
  });
}
