import { hour } from '../model/plane.ts';
import type { ReportBook } from '../reports/book.ts';
import { lsrFeature } from '../reports/lists.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

/** How far back a list of reports may reach, hours. */
const mostHours = 72;

/** The Iowa Environmental Mesonet. */
export function mesonet(reports: ReportBook): PageHost {
  return {
    host: 'mesonet.agron.iastate.edu',
    maxAge: 30,
    routes: [
      {
        path: /^geojson\/lsr\.geojson$/,
        page: (_, query, now) => localReports(reports, Number(query.get('hours') ?? 4), now),
      },
    ],
    missing: () => ({
      type: 'text/html',
      body: '<!DOCTYPE html><title>404</title><h1>Requested file not found</h1>\n',
    }),
  };
}

function localReports(reports: ReportBook, hours: number, now: number): Page | undefined {
  if (!(hours > 0 && hours <= mostHours)) return undefined;
  const told = reports.between(now - hours * hour, now, now);
  return jsonPage('application/vnd.geo+json', { type: 'FeatureCollection', features: told.map(lsrFeature) });
}
