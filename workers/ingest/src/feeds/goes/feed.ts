import { formatStamp } from '@severe/base';
import { imageryFolder, satelliteProducts, satellites } from '@severe/catalogue';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { listBucket } from '../../fetch/s3-listing.ts';
import { countStep, freeSlots, skipOverdue, storeSharedFile } from '../../store-frame.ts';
import { hourPrefix, scanTimeOf } from './keys.ts';
import { refuseFuture } from '../shared/is-future.ts';
import { expectBody } from '../../parse/payload.ts';

/** Time range that is filled at start and after an outage. */
const catchUpMs = 60 * 60_000;

/** Maximum size. All bands of the sector have 60 MB by day. */
const maxFileBytes = 192 << 20;

/** Timeout for a large file. The next scan arrives after five minutes. */
const timeoutMs = 120_000;

const ids = satelliteProducts.map(({ id }) => id);

/** New GOES imagery in the bucket, newest first. One file is fetched once for all its products. */
export const goes: Feed = {
  id: 'goes',
  source: 'satellite',
  about: 'GOES imagery of the ABI from the public bucket of NOAA, East or West by the setting SATELLITE',
  everySeconds: 30,
  startDelaySeconds: 12,
  async run(context) {
    const report = emptyReport();
    const files = await findNewFiles(context, report);
    await storeFiles(context, files.splice(0, 1), report);
    for (const id of ids) await skipOverdue(context, 'satellite', id);
    const rooms = await Promise.all(ids.map((id) => freeSlots(context, 'satellite', id)));
    await storeFiles(context, files.splice(0, Math.min(...rooms)), report);
    report.more = files.length > 0;
    return report;
  },
};

interface ScanFile {
  key: string;
  validAt: Date;
}

/** Lists files of the last hour that are not stored for every product, newest first. */
async function findNewFiles(context: FeedContext, report: FeedReport): Promise<ScanFile[]> {
  const { rows: listed, refused } = refuseFuture(
    { rows: await listRecent(context), refused: [] },
    context.clock,
    ({ validAt }) => validAt,
    ({ key }) => key,
  );
  report.refused.push(...refused);
  const times = listed.map(({ validAt }) => validAt);
  const stored = await Promise.all(
    ids.map(async (id) => {
      const found = await context.db.frameJobs.existing('satellite', id, null, times);
      return new Set(found.map((at) => at.getTime()));
    }),
  );
  const fresh = listed.filter(({ validAt }) => stored.some((of) => !of.has(validAt.getTime())));
  report.unchanged += listed.length - fresh.length;
  return fresh;
}

/** Lists files of the last hour, newest first. They are in the folders of two hours, possibly of two days. */
async function listRecent({ fetcher, clock, settings }: FeedContext): Promise<ScanFile[]> {
  const satellite = satellites[settings.satellite];
  const now = clock();
  const from = new Date(now.getTime() - catchUpMs);
  const files = new Map<number, ScanFile>(); // the later file of a repeated scan replaces the earlier one
  for (const prefix of new Set([hourPrefix(imageryFolder, from), hourPrefix(imageryFolder, now)])) {
    for (const { key } of await listBucket(fetcher, satellite.bucket, { prefix })) {
      const validAt = scanTimeOf(key, imageryFolder, satellite);
      if (validAt && validAt >= from) files.set(validAt.getTime(), { key, validAt });
    }
  }
  return [...files.values()].sort((a, b) => b.validAt.getTime() - a.validAt.getTime());
}

async function storeFiles(context: FeedContext, files: ScanFile[], report: FeedReport): Promise<void> {
  const { bucket } = satellites[context.settings.satellite];
  for (const { key, validAt } of files) {
    await countStep(report, key, async () => {
      const body = await context.fetcher.bytes(`${bucket}/${key}`, { maxBytes: maxFileBytes, timeoutMs });
      const rawKey = `raw/satellite/${imageryFolder}/${formatStamp(validAt)}.nc`;
      return storeSharedFile(
        context,
        { family: 'satellite', products: ids, validAt, rawKey },
        expectBody(body, 'a listed file'),
      );
    });
  }
}
