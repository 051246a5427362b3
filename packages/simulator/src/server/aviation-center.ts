import type { Observation } from '../observations/observation.ts';
import { metarTable } from '../observations/metar-table.ts';
import type { PageHost } from './pages.ts';

/** The Aviation Weather Center: the newest report of every station in one file. */
export function aviationCenter(observationsAt: (now: number) => Observation[]): PageHost {
  return {
    host: 'aviationweather.gov',
    maxAge: 60,
    routes: [
      {
        path: /^data\/cache\/metars\.cache\.csv(?:\.gz)?$/,
        page(_, _query, now) {
          const observations = observationsAt(now);
          return {
            type: 'text/csv',
            body: metarTable(observations),
            modified: Math.max(...observations.map(({ at }) => at)),
          };
        },
      },
    ],
    missing: () => ({ type: 'application/json', body: JSON.stringify({ status: 'error', error: 'Not found' }) }),
  };
}
