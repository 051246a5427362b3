import type { CenterBook } from '../center/book.ts';
import { discussionText } from '../center/discussions.ts';
import type { OutlookFiles } from '../center/outlooks.ts';
import { hour } from '../model/plane.ts';
import type { ReportBook } from '../reports/book.ts';
import { spcTables } from '../reports/lists.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

/** Period for which the daily tables are served. */
const tablesKept = 7 * 24 * hour;

/** Period for which the text of a discussion is served. */
const discussionsKept = 24 * hour;

/** The Storm Prediction Center: files that are replaced in place. */
export function stormCenter(reports: ReportBook, center: CenterBook, outlooks: OutlookFiles): PageHost {
  return {
    host: 'www.spc.noaa.gov',
    maxAge: 300,
    routes: [
      {
        path: /^climo\/reports\/(\d\d)(\d\d)(\d\d)_rpts\.csv$/,
        page: ([year, month, day], _query, now) =>
          tablesOf(reports, Date.UTC(2000 + Number(year), Number(month) - 1, Number(day), 12), now),
      },
      {
        path: /^products\/md\/(?:\d{4}\/)?md(\d{4})\.(txt|html)$/,
        page: ([number, form], _query, now) => discussionPage(center, Number(number), form, now),
      },
      {
        path: /^products\/(?:outlook\/day([1-3])otlk_|exper\/day4-8\/day([4-8]))([a-z]+)\.(?:no)?lyr\.geojson$/,
        page: ([near, far, name], _query, now) => {
          const file = outlooks.day(Number(near ?? far), name, now);
          return file && jsonPage('application/geo+json', file.body, file.issuedAt);
        },
      },
    ],
    missing: () => ({
      type: 'text/html',
      body: '<!DOCTYPE html>\n<html><head><title>Storm Prediction Center: Page Not Found</title></head></html>\n',
    }),
  };
}

/** The report tables of the day that begins at 12 UTC. */
function tablesOf(reports: ReportBook, begins: number, now: number): Page | undefined {
  if (begins > now || begins < now - tablesKept) return undefined;
  const told = reports.between(begins, begins + 24 * hour, now);
  const modified = told.reduce((latest, { toldAt }) => Math.max(latest, toldAt), begins);
  return { type: 'text/csv', body: spcTables(told), modified };
}

function discussionPage(center: CenterBook, number: number, form: string, now: number): Page | undefined {
  const found = center.discussions(now - discussionsKept, now).findLast((discussion) => discussion.number === number);
  if (!found) return undefined;
  const text = discussionText(found);
  const { issuedAt: modified } = found;
  if (form === 'txt') return { type: 'text/plain', body: text, modified };
  return { type: 'text/html', body: `<!DOCTYPE html>\n<html><body><pre>${text}</pre></body></html>\n`, modified };
}
