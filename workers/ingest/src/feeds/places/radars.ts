import { radarSites } from '@severe/catalogue';
import { termsOf, type PlaceWithTerms } from '@severe/db';

/** The weather radars of the states and territories, found by their identifier, with and without its first letter: `KTLX`, `TLX`. */
export function radarPlaces(): PlaceWithTerms[] {
  return radarSites.flatMap(({ id, name, state, lat, lon }) =>
    state === null
      ? []
      : {
          id: `radar/${id}`,
          kind: 'radar',
          name: `${id} radar, ${name}`,
          town: null,
          state,
          country: 'us',
          population: 0,
          lat,
          lon,
          terms: termsOf([`${id} radar`, id, id.slice(1)]),
        },
  );
}
