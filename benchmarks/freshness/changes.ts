import type { Answered } from '@severe/simulator';
import type { Journey } from './journeys.ts';
import { secondOf } from './truth.ts';

/** What the lists and pages of a source are asked for. Those of one document, which is asked for once, are left out. */
const pagesOf: Record<string, RegExp> = {
  observations: /^\/(aviationweather\.gov|api\.synopticdata\.com)\/|\/currents\.geojson/,
  reports: /\/lsr\.geojson|\/climo\/reports\/|^\/(mping\.ou\.edu|www\.spotternetwork\.org)\//,
  gauges: /^\/(api\.water\.noaa\.gov|waterservices\.usgs\.gov|api\.waterdata\.usgs\.gov)\//,
  watches: /\/spcwatch\.py/,
  discussions: /\/spc_mcd\.geojson/,
  outlooks: /\/products\/(outlook|exper)/,
  eros: /^\/www\.wpc\.ncep\.noaa\.gov\/exper/,
  tropical: /^\/(www\.nhc|mapservices\.weather)\.noaa\.gov\//,
  text: /^\/api\.weather\.gov\/products\?.*type=(AFD|HWO)/,
  soundings: /\/raob\.py/,
  damage_tracks: /^\/services\.dat\.noaa\.gov\//,
};

/** Sources of texts and of measurements at points, whose events do not name what has come. */
export const pointSources = Object.keys(pagesOf);

/** The longest time from an answer to its event. */
const longestMs = 60_000;
/** Events of a source that are traced: it takes some dozen requests each. */
const mostTraced = 60;

/** A page, whatever moment it is asked from. */
const pageOf = (path: string): string => path.replaceAll(/=[^&]*\d{4}-?\d\d-?\d\d[^&]*/g, '=');

/**
 * Traces the events of a source back: to the newest answer with a body before each, and to the moment at which the page
 * changed at the provider after it had been asked for before.
 */
export async function changesOf(
  url: string,
  source: string,
  events: readonly number[],
  answers: readonly Answered[],
): Promise<Journey[]> {
  const own = answers.filter(({ path }) => pagesOf[source].test(path));
  const journeys: Journey[] = [];
  for (const arrivedAt of events.slice(0, mostTraced)) {
    const last = own.findLastIndex(({ status, answeredAt }) => status === 200 && answeredAt <= arrivedAt);
    if (last < 0 || arrivedAt - own[last].answeredAt > longestMs) continue;
    const { path, askedAt, answeredAt: fetchedAt } = own[last];
    const before = own.slice(0, last).findLast((answer) => pageOf(answer.path) === pageOf(path));
    const appearedAt = before && (await firstChange(url + '/at/', path, { from: before.askedAt, to: askedAt }));
    if (appearedAt === undefined) continue;
    const name = `${source}/${path}/${arrivedAt}`;
    const seen = { 'stream event': arrivedAt };
    journeys.push({ kind: source, name, appearedAt, askedAt, fetchedAt, visibleAt: arrivedAt, arrivedAt, seen });
  }
  return journeys;
}

/** The second at which a page changed first; undefined if it is the same at the end. */
async function firstChange(
  past: string,
  path: string,
  period: { from: number; to: number },
): Promise<number | undefined> {
  const tagAt = async (second: number): Promise<string | null> => {
    const response = await fetch(`${past}${secondOf(second * 1000)}${path}`);
    await response.arrayBuffer();
    return response.headers.get('etag');
  };
  let [same, changed] = [period.from, period.to].map((time) => Math.floor(time / 1000));
  const first = await tagAt(same);
  if ((await tagAt(changed)) === first) return undefined;
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if ((await tagAt(middle)) === first) same = middle;
    else changed = middle;
  }
  return changed * 1000;
}
