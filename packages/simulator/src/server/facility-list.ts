import { facilitiesOf, facilityTable } from '../facilities/list.ts';
import type { PageHost } from './pages.ts';

/** A list of facilities to import. No provider publishes one, so the host is in the reserved domain `.invalid`. */
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
