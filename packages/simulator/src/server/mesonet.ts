import type { CenterArchive } from '../center/archive.ts';
import { discussionFeature } from '../center/discussions.ts';
import { watchFeature } from '../center/watches.ts';
import { hourMs } from '../model/plane.ts';
import { currentFeature } from '../observations/lists.ts';
import type { Observation } from '../observations/observation.ts';
import type { ReportArchive } from '../reports/archive.ts';
import { lsrFeature } from '../reports/lists.ts';
import { soundingsOf } from '../soundings/list.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

/** Longest period of a list of reports, hours. */
const maxHours = 72;

type ObservationsAt = (now: number) => Observation[];

/** The Iowa Environmental Mesonet. */
export function mesonet(
  seed: number,
  {
    reports,
    center,
    observationsAt,
  }: { reports: ReportArchive; center: CenterArchive; observationsAt: ObservationsAt },
): PageHost {
  return {
    host: 'mesonet.agron.iastate.edu',
    maxAge: 30,
    routes: [
      {
        path: /^geojson\/lsr\.geojson$/,
        page: (_, query, now) => localReports(reports, Number(query.get('hours') ?? 4), now),
      },
      {
        path: /^json\/spcwatch\.py$/,
        page: (_, _query, now) => collection(center.watches(now, now).map(watchFeature)),
      },
      {
        path: /^api\/1\/nws\/spc_mcd\.geojson$/,
        page: (_, query, now) => recentDiscussions(center, Number(query.get('hours') ?? 0), now),
      },
      {
        path: /^api\/1\/currents\.geojson$/,
        page: (_, _query, now) => collection(observationsAt(now).map(currentFeature)),
      },
      {
        path: /^json\/raob\.py$/,
        page: (_, query, now) => soundingPage(seed, query, now),
      },
    ],
    missing: () => ({
      type: 'text/html',
      body: '<!DOCTYPE html><title>404</title><h1>Requested file not found</h1>\n',
    }),
  };
}

function localReports(reports: ReportArchive, hours: number, now: number): Page | undefined {
  if (!(hours > 0 && hours <= maxHours)) return undefined;
  const recent = reports.between(now - hours * hourMs, now, now);
  return collection(recent.map(lsrFeature));
}

/** Discussions in force, and with `hours` also those that ended in that period. */
function recentDiscussions(center: CenterArchive, hours: number, now: number): Page | undefined {
  if (!(hours >= 0 && hours <= maxHours)) return undefined;
  return collection(center.discussions(now - hours * hourMs, now).map(discussionFeature));
}

/** @returns undefined for an invalid time */
function soundingPage(seed: number, query: URLSearchParams, now: number): Page | undefined {
  const at = Date.parse(query.get('ts') ?? '');
  if (Number.isNaN(at)) return undefined;
  return jsonPage('application/json', soundingsOf(seed, at, now, query.get('station') ?? undefined));
}

function collection(features: object[]): Page {
  return jsonPage('application/vnd.geo+json', { type: 'FeatureCollection', features });
}
