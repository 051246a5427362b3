import { hourMs } from '../model/plane.ts';
import type { ReportArchive } from '../reports/archive.ts';
import { spotterReports, spotterRow } from '../reports/public-reports.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

/** Age of the oldest report in the list. */
const listedMs = 6 * hourMs;

/** Reports of the Spotter Network, for a POST with some application id. */
export function spotterNetwork(seed: number, reports: ReportArchive): PageHost {
  return {
    host: 'www.spotternetwork.org',
    maxAge: 0,
    routes: [
      {
        method: 'POST',
        path: /^reports$/,
        page(_, _query, now, sent) {
          if (!hasId(sent?.body ?? '')) return refused;
          const found = spotterReports(seed, reports.between(now - listedMs, now, now), now);
          return jsonPage('application/json', { reports: found.map(spotterRow) });
        },
      },
    ],
    missing: () => ({ type: 'text/html', body: '<!DOCTYPE html><title>404</title><h1>Not Found</h1>\n' }),
  };
}

const refused: Page = { ...jsonPage('application/json', { errors: ['No application id'] }), status: 401 };

function hasId(body: string): boolean {
  try {
    const { id } = JSON.parse(body) as { id?: unknown };
    return typeof id === 'string' && id !== '';
  } catch {
    return false;
  }
}
