import { models, states } from '@severe/catalogue';
import { createFeeds, type Feed, type FeedContext } from '@severe/ingest';
import type { Stores } from './stores.ts';

/** What the matrix must know of a feed. */
interface Preparation {
  /** Statement after which the feed has something to request. */
  makeDue?: string;
  /** Number of runs after which it requests what the simulator has. */
  runsBefore?: number;
}

/** Of two products: the simulator takes seconds for a file. */
const newestJobs = (family: string): string =>
  `delete from frame_jobs where family = '${family}' and (product, valid_at) in
     (select product, max(valid_at) from frame_jobs where family = '${family}' group by product order by product limit 2)`;
const newestGranules =
  'delete from lightning_granules where id in (select id from lightning_granules order by starts_at desc, name limit 4)';

const modelIds = Object.keys(models);

const preparations: Record<string, Preparation> = {
  'nws-zones': {
    makeDue: `delete from zones where kind || '/' || ugc in (select unnest(zones) from (select zones from alerts order by event_key limit 3) picked)`,
  },
  'nws-zone-offices': { makeDue: 'update zones set wfo = null' },
  'nws-stations': {
    makeDue: 'update stations set described_at = null where id in (select id from stations order by id limit 5)',
  },
  'nws-forecasts': { makeDue: 'update forecast_cells set good_until = fetched_at' },
  'nwps-gauges': { runsBefore: 8 },
  'nwps-forecasts': {
    makeDue: `update gauges set forecast_at = null, forecast_taken = null
              where id in (select id from gauges where forecast_told is not null order by id limit 3)`,
  },
  'nwps-thresholds': {
    makeDue:
      'update gauges set detailed_at = null where id in (select id from gauges where lid is not null order by id limit 3)',
  },
  'usgs-gauges': { runsBefore: states.findIndex(({ code }) => code === 'OK') },
  'synoptic-observations': { runsBefore: states.findIndex(({ code }) => code === 'TX') }, // the last with a mesonet
  'spc-watch-probabilities': { makeDue: 'update watches set probabilities = null' },
  'spc-discussions': { makeDue: 'update discussions set text = null' },
  'nws-text': {
    makeDue: 'delete from bulletins where id in (select id from bulletins order by issued desc, id limit 3)',
  },
  'simulated-facilities': { makeDue: `delete from editions where name = 'facilities'` },
  mrms: { makeDue: newestJobs('radar') },
  goes: { makeDue: newestJobs('satellite') },
  nexrad: { makeDue: newestJobs('nexrad') },
  ...Object.fromEntries(modelIds.map((id) => [id, { makeDue: newestJobs(id) }])),
  'glm-east': { makeDue: newestGranules },
  'glm-west': { makeDue: newestGranules },
};

/** Runs without anything new after which a feed has everything; some feeds request another state at each run. */
export function quietRunsOf({ id }: Feed): number {
  return preparations[id]?.runsBefore === undefined ? 3 : states.length;
}

/** Feeds of files that become frames, and that store a file without reading it. */
export const unreadFileFeeds: ReadonlySet<string> = new Set(['mrms', 'goes', 'nexrad']);

/** Feeds of models, which are named like their sources. The simulator takes minutes for the files of a run. */
export const modelFeeds: ReadonlySet<string> = new Set(modelIds);

/** Feeds of files that are listed in buckets. */
export const bucketFeeds: ReadonlySet<string> = new Set([...unreadFileFeeds, ...modelFeeds, 'glm-east', 'glm-west']);

/** Feeds that request what they know again only after months. */
export const patientFeeds: ReadonlySet<string> = new Set(['nws-stations']);

/** Feeds that request nothing until the service of their source is late. */
export const standInFeeds: ReadonlySet<string> = new Set([
  'spc-watch-bulletins',
  'spc-outlook-bulletins',
  'spc-discussion-bulletins',
  'nhc-advisory-bulletins',
  'wpc-ero-bulletins',
  'nws-survey-statements',
]);

/** Makes the service of every source late, or current. */
export function setServicesLate(sql: Stores['sql'], isLate: boolean): Promise<unknown> {
  return sql(`update source_states set service_at = ${isLate ? 'null' : 'data_at'}`);
}

/** Feeds that request nothing, with the reason. */
export const withoutProvider: Record<string, string> = {
  counties: 'its data are part of the service',
  places: 'its data are part of the service',
};

/** Makes every feed have something to request. */
export async function makeDue(feeds: Feed[], sql: (statement: string) => Promise<unknown>): Promise<void> {
  await sql(`update frame_jobs set state = 'done' where state in ('waiting', 'running')`);
  for (const { id } of feeds) {
    const statement = preparations[id]?.makeDue;
    if (statement) await sql(statement);
  }
  await sql('update data_sets set version = version + 1'); // so that cached answers expire
}

/** New feeds, without the memory of others, at the point where they request what the simulator has. */
export async function freshFeeds(context: FeedContext): Promise<Feed[]> {
  const feeds = createFeeds();
  const nothing = { bytes: async () => undefined, text: async () => undefined, changedText: async () => undefined };
  for (const feed of feeds) {
    const runs = preparations[feed.id]?.runsBefore ?? 0;
    for (let i = 0; i < runs; i++) await feed.run({ ...context, fetcher: nothing }).catch(() => undefined);
  }
  return feeds;
}
