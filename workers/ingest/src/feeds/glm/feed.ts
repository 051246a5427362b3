import { satellites } from '@severe/catalogue';
import { readLightning } from '@severe/netcdf';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { listBucket } from '../../fetch/s3-listing.ts';
import { countStep } from '../../store-frame.ts';
import { flashesOf, type Side } from './flashes.ts';
import { granuleOf, listingsOf } from './keys.ts';
import { Followed } from '../shared/followed.ts';
import { refuseFuture } from '../shared/is-future.ts';
import { expectBody } from '../../parse/payload.ts';

/** Time range that is filled at start, equal to the default of the API. */
const catchUpMs = 15 * 60_000;
/** Maximum number of granules per run, newest first. */
const granulesPerRun = 6;

/** Cadence of the granules of a satellite. */
const granuleMs = 20_000;

/** Maximum size. A granule has 0.5 MB. */
const maxFileBytes = 16 << 20;

/** Creates the feed of one satellite, for its side of the country. */
export function createGlm(side: Side): Feed {
  const satellite = satellites[side];
  const followed = new Followed(granuleMs);

  /**
   * Lists granules of the last minutes that are not stored, newest first.
   */
  async function findNewGranules({ fetcher, clock, db }: FeedContext, report: FeedReport): Promise<GranuleFile[]> {
    const now = clock();
    const from = new Date(now.getTime() - catchUpMs);
    const listed: GranuleFile[] = [];
    for (const listing of listingsOf(satellite, from, now)) {
      for (const { key, storedAt } of await listBucket(fetcher, satellite.bucket, listing)) {
        const granule = granuleOf(key, satellite);
        if (granule && granule.startsAt >= from) listed.push({ key, storedAt, ...granule });
      }
    }
    const newestFirst = listed.sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime());
    const { rows, refused } = refuseFuture({ rows: newestFirst, refused: [] }, clock, startOf, ({ name }) => name);
    report.refused.push(...refused);
    followed.listed(
      clock(),
      rows.map(({ startsAt, storedAt }) => ({ validAt: startsAt, storedAt })),
    );
    const stored = await db.lightning.existing(rows.map(({ name }) => name));
    const fresh = rows.filter(({ name }) => !stored.has(name));
    report.unchanged += rows.length - fresh.length;
    return fresh;
  }

  async function storeGranule({ fetcher, db }: FeedContext, { key, name, startsAt }: GranuleFile): Promise<boolean> {
    const body = await fetcher.bytes(`${satellite.bucket}/${key}`, { maxBytes: maxFileBytes });
    const flashes = flashesOf(await readLightning(expectBody(body, 'a listed file')), side, startsAt);
    const isNew = await db.lightning.store({ name, satellite: satellite.id, startsAt, flashes });
    await db.sourceRuns.recordData('lightning', startsAt);
    return isNew;
  }

  return {
    id: `glm-${side}`,
    source: 'lightning',
    about: `Lightning of ${satellite.name} from the public bucket of NOAA`,
    everySeconds: 5, // the folder is listed when the next granule is expected
    startDelaySeconds: 30, // after the counties, which assign a state to each flash
    async run(context) {
      const report = emptyReport();
      if (!followed.isDue(context.clock())) return { ...report, isIdle: true };
      followed.begun();
      const files = await findNewGranules(context, report);
      const before = report.refused.length;
      for (const file of files.splice(0, granulesPerRun)) {
        await countStep(report, file.name, () => storeGranule(context, file));
      }
      if (report.new > 0) await announce(context, { source: 'lightning' });
      report.more = files.length > 0;
      followed.finished(context.clock(), { waits: report.more, isRefused: report.refused.length > before });
      return report;
    },
  };
}

const startOf = ({ startsAt }: GranuleFile): Date => startsAt;

interface GranuleFile {
  key: string;
  name: string;
  startsAt: Date;
  storedAt: Date | undefined;
}
