import { facilitiesOf, facilityTable } from '../facilities/list.ts';
import type { PageHost } from './pages.ts';

/** A list of facilities to import. No provider has one: the host is of a domain in which there can be none. */
export function facilityList(seed: number): PageHost {
  return {
    host: 'simulated.invalid',
    maxAge: 86_400,
    routes: [
      { path: /^facilities\.csv$/, page: () => ({ type: 'text/csv', body: facilityTable(facilitiesOf(seed)) }) },
    ],
    missing: () => ({ type: 'text/plain', body: 'Not found\n' }),
  };
}
