import { hourMs, minuteMs } from '../model/plane.ts';
import type { ReportArchive } from '../reports/archive.ts';
import { mpingReports, mpingRow } from '../reports/public-reports.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

const host = 'mping.ou.edu';
const path = 'mping/api/v2/reports';
/** Reports of one page. */
const pageSize = 200;
/** Longest period of a list. */
const maxMs = 72 * hourMs;
/** An observer's minute differs from that of the event at most by this. */
const slackMs = 5 * minuteMs;

/** Reports of the public through the app mPING. Every request needs some key. */
export function mping(seed: number, reports: ReportArchive): PageHost {
  return {
    host,
    maxAge: 0,
    routes: [
      {
        path: new RegExp(`^${path}$`),
        page: (_, query, now, sent) =>
          /^Token \S+$/.test(sent?.authorization ?? '') ? listed(seed, reports, query, now) : refused,
      },
    ],
    missing: () => jsonPage('application/json', { detail: 'Not found.' }),
  };
}

const refused: Page = {
  ...jsonPage('application/json', { detail: 'Authentication credentials were not provided.' }),
  status: 401,
};

function listed(seed: number, reports: ReportArchive, query: URLSearchParams, now: number): Page {
  const text = query.get('obtime_gte') ?? '';
  const from = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : NaN;
  // As at the provider, a time in another form matches nothing.
  const events = Number.isNaN(from) ? [] : reports.between(Math.max(from, now - maxMs) - slackMs, now, now);
  const found = mpingReports(seed, events, now).filter(({ at }) => at >= from);
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const next = new URLSearchParams(query);
  next.set('page', String(page + 1));
  return jsonPage('application/json', {
    count: found.length,
    next: found.length > page * pageSize ? `https://${host}/${path}?${next.toString()}` : null,
    previous: null,
    results: found.slice((page - 1) * pageSize, page * pageSize).map(mpingRow),
  });
}
