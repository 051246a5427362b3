import { radarProducts, type RadarSource, type RasterProduct } from '@severe/catalogue';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { listBucket } from '../../fetch/s3-listing.ts';
import { countStep, freeSlots, skipOverdue, storeFrame } from '../../store-frame.ts';
import { dayPrefix, keyAt, validTimeOf } from './keys.ts';
import { Followed } from '../shared/followed.ts';
import { refuseFuture } from '../shared/is-future.ts';
import { expectBody } from '../../parse/payload.ts';

const bucket = 'https://noaa-mrms-pds.s3.amazonaws.com';

/** Time range that is filled at start and after an outage. */
const catchUpMs = 60 * 60_000;

/** Maximum size. A mosaic has 1 to 2 MB on a stormy day. */
const maxFileBytes = 64 << 20;

/** The folder of a product. */
interface ProductFolder {
  product: RasterProduct;
  followed: Followed;
}

/** Creates the feed of new MRMS mosaics of the contiguous states in the bucket, newest first. */
export function createMrms(): Feed {
  const all = radarProducts.map((product): ProductFolder => {
    return { product, followed: new Followed(product.everySeconds * 1000) };
  });

  return {
    id: 'mrms',
    source: 'radar',
    about: 'MRMS radar mosaics from the public bucket of NOAA',
    everySeconds: 5, // a folder is listed when its next file is expected
    async run(context) {
      const report = emptyReport();
      const due = all.filter(({ followed }) => followed.isDue(context.clock()));
      if (due.length === 0) return { ...report, isIdle: true };
      const fresh = new Map<ProductFolder, MosaicFile[]>();
      for (const folder of due) {
        folder.followed.begun();
        fresh.set(folder, await findNewFiles(context, folder, report));
      }

      // The newest file of each product comes before older files of any product.
      const refused = new Set<RasterProduct>();
      const store = async (product: RasterProduct, files: MosaicFile[]): Promise<void> => {
        const before = report.refused.length;
        await storeFiles(context, product, files, report);
        if (report.refused.length > before) refused.add(product);
      };
      for (const [{ product }, files] of fresh) await store(product, files.splice(0, 1));
      for (const [{ product, followed }, files] of fresh) {
        await skipOverdue(context, 'radar', product.id);
        await store(product, files.splice(0, await freeSlots(context, 'radar', product.id)));
        const waits = files.length > 0;
        followed.finished(context.clock(), { waits, isRefused: refused.has(product) });
        report.more ||= waits;
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
  { product, followed }: ProductFolder,
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
  followed.listed(context.clock(), listed);
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
