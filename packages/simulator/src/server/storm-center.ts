import type { CenterArchive } from '../center/archive.ts';
import { discussionText } from '../center/discussions.ts';
import type { OutlookFiles } from '../center/outlooks.ts';
import { hourMs } from '../model/plane.ts';
import type { ReportArchive } from '../reports/archive.ts';
import { spcTables } from '../reports/lists.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

/** Period for which the daily tables are served. */
const tablesServedMs = 7 * 24 * hourMs;

/** Period for which the text of a discussion is served. */
const discussionsServedMs = 24 * hourMs;

/** The Storm Prediction Center: files that are replaced in place. */
export function stormCenter(reports: ReportArchive, center: CenterArchive, outlooks: OutlookFiles): PageHost {
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
      {
        path: /^products\/outlook\/archive\/\d{4}\/day1otlk_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)_([a-z]+)\.(?:no)?lyr\.geojson$/,
        page: ([year, month, day, hour, minute, name], _query, now) => {
          const issued = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
          const file = issued <= now ? outlooks.day(1, name, issued) : undefined;
          return file?.issuedAt === issued ? jsonPage('application/geo+json', file.body, issued) : undefined;
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
function tablesOf(reports: ReportArchive, startsAt: number, now: number): Page | undefined {
  if (startsAt > now || startsAt < now - tablesServedMs) return undefined;
  const ofDay = reports.between(startsAt, startsAt + 24 * hourMs, now);
  const modified = ofDay.reduce((latest, { issuedAt }) => Math.max(latest, issuedAt), startsAt);
  return { type: 'text/csv', body: spcTables(ofDay), modified };
}

function discussionPage(center: CenterArchive, number: number, form: string, now: number): Page | undefined {
  const found = center
    .discussions(now - discussionsServedMs, now)
    .findLast((discussion) => discussion.number === number);
  if (!found) return undefined;
  const text = discussionText(found);
  const { issuedAt: modified } = found;
  if (form === 'txt') return { type: 'text/plain', body: text, modified };
  return { type: 'text/html', body: `<!DOCTYPE html>\n<html><body><pre>${text}</pre></body></html>\n`, modified };
}
