import { radarProducts, type RadarSource, type RasterProduct } from '@severe/catalogue';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { listBucket } from '../../fetch/s3-listing.ts';
import { countStep, freeSlots, skipOverdue, storeFrame } from '../../store-frame.ts';
import { dayPrefix, keyAt, validTimeOf } from './keys.ts';
import { Arrivals } from '../shared/arrivals.ts';
import { refuseFuture } from '../shared/is-future.ts';
import { expectBody } from '../../parse/payload.ts';

const bucket = 'https://noaa-mrms-pds.s3.amazonaws.com';

/** Time range that is filled at start and after an outage. */
const catchUpMs = 60 * 60_000;

/** Maximum size. A mosaic has 1 to 2 MB on a stormy day. */
const maxFileBytes = 64 << 20;

/** Wait before a file that could not be read is tried again: it may have been listed before it was whole. */
const retryMs = 20_000;

/** A product, and when its folder is listed again. */
interface Followed {
  product: RasterProduct;
  arrivals: Arrivals;
  /** Whether a listing has not led to its end: files wait for room, or the provider failed. */
  isOpen: boolean;
  /** Time at which a refused file is tried again. */
  retryAt: number;
}

function isDue({ arrivals, isOpen, retryAt }: Followed, now: Date): boolean {
  return isOpen || now.getTime() >= retryAt || arrivals.isDue(now);
}

/** Creates the feed of new MRMS mosaics of the contiguous states in the bucket, newest first. */
export function createMrms(): Feed {
  const all = radarProducts.map((product): Followed => {
    return { product, arrivals: new Arrivals(product.everySeconds * 1000), isOpen: true, retryAt: Infinity };
  });

  return {
    id: 'mrms',
    source: 'radar',
    about: 'MRMS radar mosaics from the public bucket of NOAA',
    everySeconds: 5, // a folder is listed when its next file is expected
    async run(context) {
      const report = emptyReport();
      const due = all.filter((followed) => isDue(followed, context.clock()));
      if (due.length === 0) return { ...report, isIdle: true };
      const fresh = new Map<Followed, MosaicFile[]>();
      for (const followed of due) {
        followed.isOpen = true;
        fresh.set(followed, await findNewFiles(context, followed, report));
      }

      // The newest file of each product comes before older files of any product.
      const refused = new Set<RasterProduct>();
      const store = async (product: RasterProduct, files: MosaicFile[]): Promise<void> => {
        const before = report.refused.length;
        await storeFiles(context, product, files, report);
        if (report.refused.length > before) refused.add(product);
      };
      for (const [{ product }, files] of fresh) await store(product, files.splice(0, 1));
      for (const [followed, files] of fresh) {
        const { product } = followed;
        await skipOverdue(context, 'radar', product.id);
        await store(product, files.splice(0, await freeSlots(context, 'radar', product.id)));
        followed.isOpen = files.length > 0;
        followed.retryAt = refused.has(product) ? context.clock().getTime() + retryMs : Infinity;
        report.more ||= followed.isOpen;
      }
      return report;
    },
  };
}

interface MosaicFile {
  key: string;
  validAt: Date;
  storedAt: Date | undefined;
}

/** Lists files of the last hour that are not stored, newest first. */
async function findNewFiles(
  context: FeedContext,
  { product, arrivals }: Followed,
  report: FeedReport,
): Promise<MosaicFile[]> {
  const { folder } = product.source as RadarSource;
  const { rows: listed, refused } = refuseFuture(
    { rows: await listRecent(context, folder), refused: [] },
    context.clock,
    ({ validAt }) => validAt,
    ({ key }) => key,
  );
  report.refused.push(...refused);
  arrivals.listed(context.clock(), listed);
  const fresh = await selectMissing(context, product.id, listed);
  report.unchanged += listed.length - fresh.length;
  return fresh;
}

async function storeFiles(
  context: FeedContext,
  product: RasterProduct,
  files: MosaicFile[],
  report: FeedReport,
): Promise<void> {
  for (const { key, validAt } of files) {
    const frame = { family: 'radar', product: product.id, runAt: null, validAt } as const;
    await countStep(report, key, async () => {
      const body = await context.fetcher.bytes(`${bucket}/${key}`, { maxBytes: maxFileBytes });
      return storeFrame(context, frame, expectBody(body, 'a listed file'), 'grib2.gz');
    });
  }
}

/** Lists files of the last hour, newest first. Just after midnight UTC they are in two folders. */
async function listRecent({ fetcher, clock }: FeedContext, folder: string): Promise<MosaicFile[]> {
  const now = clock();
  const from = new Date(now.getTime() - catchUpMs);
  const days = new Set([dayPrefix(folder, now), dayPrefix(folder, from)]);
  const files: MosaicFile[] = [];
  for (const prefix of days) {
    for (const { key, storedAt } of await listBucket(fetcher, bucket, { prefix, startAfter: keyAt(folder, from) })) {
      const validAt = validTimeOf(key);
      if (validAt) files.push({ key, validAt, storedAt });
    }
  }
  return files.sort((a, b) => b.validAt.getTime() - a.validAt.getTime());
}

async function selectMissing({ db }: FeedContext, product: string, files: MosaicFile[]): Promise<MosaicFile[]> {
  const times = files.map((file) => file.validAt);
  const stored = new Set((await db.frameJobs.existing('radar', product, null, times)).map((at) => at.getTime()));
  return files.filter((file) => !stored.has(file.validAt.getTime()));
}
