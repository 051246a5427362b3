import { formatStamp } from '@severe/base';
import {
  bandFolder,
  bandsOf,
  imageryFolder,
  satelliteProducts,
  satelliteProductsNamed,
  satellites,
  type GoesSource,
} from '@severe/catalogue';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { listBucket } from '../../fetch/s3-listing.ts';
import { countStep, freeSlots, skipOverdue, storeSharedFile } from '../../store-frame.ts';
import { hourPrefix, scanTimeOf } from './keys.ts';
import { Followed } from '../shared/followed.ts';
import { refuseFuture } from '../shared/is-future.ts';
import { expectBody } from '../../parse/payload.ts';

/** Time range that is filled at start and after an outage. */
const catchUpMs = 60 * 60_000;

/** Maximum size. All bands of the sector have 60 MB by day. */
const maxFileBytes = 192 << 20;

/** Timeout for a large file. The next scan arrives after five minutes. */
const timeoutMs = 120_000;

/** What is fetched: the products of the settings, and the files that have their bands. */
interface Wanted {
  ids: string[];
  folder: string;
  /** The band of files of one band. */
  band: string | undefined;
}

/** A file of all bands has 50 MB, and one of a band at 2 km has 3 MB: one band is fetched alone. */
function wantedBy({ settings }: FeedContext): Wanted {
  const products = satelliteProductsNamed(settings.satelliteProducts);
  const bands = [...new Set(products.flatMap(({ source }) => bandsOf((source as GoesSource).make)))];
  const ids = products.map(({ id }) => id);
  return bands.length === 1
    ? { ids, folder: bandFolder, band: bands[0] }
    : { ids, folder: imageryFolder, band: undefined };
}

/** Creates the feed of new GOES imagery in the bucket, newest first. One file is fetched once for all its products. */
export function createGoes(): Feed {
  const followed = new Followed(satelliteProducts[0].everySeconds * 1000);

  return {
    id: 'goes',
    source: 'satellite',
    about: 'GOES imagery of the ABI from the public bucket of NOAA, East or West by the setting SATELLITE',
    everySeconds: 5, // the folder is listed when the next scan is expected
    startDelaySeconds: 12,
    async run(context) {
      const report = emptyReport();
      if (!followed.isDue(context.clock())) return { ...report, isIdle: true };
      followed.begun();
      const wanted = wantedBy(context);
      const { ids } = wanted;
      const files = await findNewFiles(context, wanted, followed, report);
      const before = report.refused.length;
      await storeFiles(context, wanted, files.splice(0, 1), report);
      for (const id of ids) await skipOverdue(context, 'satellite', id);
      const rooms = await Promise.all(ids.map((id) => freeSlots(context, 'satellite', id)));
      await storeFiles(context, wanted, files.splice(0, Math.min(...rooms)), report);
      report.more = files.length > 0;
      followed.finished(context.clock(), { waits: report.more, isRefused: report.refused.length > before });
      return report;
    },
  };
}

interface ScanFile {
  key: string;
  validAt: Date;
  storedAt: Date | undefined;
}

/** Lists files of the last hour that are not stored for every product, newest first. */
async function findNewFiles(
  context: FeedContext,
  wanted: Wanted,
  followed: Followed,
  report: FeedReport,
): Promise<ScanFile[]> {
  const { rows: listed, refused } = refuseFuture(
    { rows: await listRecent(context, wanted), refused: [] },
    context.clock,
    ({ validAt }) => validAt,
    ({ key }) => key,
  );
  report.refused.push(...refused);
  followed.listed(context.clock(), listed);
  const times = listed.map(({ validAt }) => validAt);
  const stored = await Promise.all(
    wanted.ids.map(async (id) => {
      const found = await context.db.frameJobs.existing('satellite', id, null, times);
      return new Set(found.map((at) => at.getTime()));
    }),
  );
  const fresh = listed.filter(({ validAt }) => stored.some((of) => !of.has(validAt.getTime())));
  report.unchanged += listed.length - fresh.length;
  return fresh;
}

/** Lists files of the last hour, newest first. They are in the folders of two hours, possibly of two days. */
async function listRecent({ fetcher, clock, settings }: FeedContext, { folder, band }: Wanted): Promise<ScanFile[]> {
  const satellite = satellites[settings.satellite];
  const now = clock();
  const from = new Date(now.getTime() - catchUpMs);
  const files = new Map<number, ScanFile>(); // the later file of a repeated scan replaces the earlier one
  for (const prefix of new Set([hourPrefix(folder, from), hourPrefix(folder, now)])) {
    for (const { key, storedAt } of await listBucket(fetcher, satellite.bucket, { prefix })) {
      const validAt = scanTimeOf(key, folder, satellite, band);
      if (validAt && validAt >= from) files.set(validAt.getTime(), { key, validAt, storedAt });
    }
  }
  return [...files.values()].sort((a, b) => b.validAt.getTime() - a.validAt.getTime());
}

async function storeFiles(
  context: FeedContext,
  { ids, folder, band }: Wanted,
  files: ScanFile[],
  report: FeedReport,
): Promise<void> {
  const { bucket } = satellites[context.settings.satellite];
  for (const { key, validAt } of files) {
    await countStep(report, key, async () => {
      const body = await context.fetcher.bytes(`${bucket}/${key}`, { maxBytes: maxFileBytes, timeoutMs });
      const rawKey = `raw/satellite/${band === undefined ? folder : `${folder}-${band}`}/${formatStamp(validAt)}.nc`;
      return storeSharedFile(
        context,
        { family: 'satellite', products: ids, validAt, rawKey },
        expectBody(body, 'a listed file'),
      );
    });
  }
}
