import { hourMs } from '@severe/async';
import { DataError } from '@severe/base';
import { hrrrModel, hrrrProducts, type HrrrSource, type RasterProduct } from '@severe/catalogue';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { listBucket } from '../../fetch/s3-listing.ts';
import { countStep, dayFolder, storeFrame } from '../../store-frame.ts';
import { findRecord, parseIdx, type IdxLine } from './idx.ts';
import { expectBody } from '../../parse/payload.ts';

const bucket = 'https://noaa-hrrr-bdp-pds.s3.amazonaws.com';

/** How far back a run is looked for: hours appear up to two hours after the start of a run, or fail to. */
const runsLookedAt = 6;

/** Forecast hours taken in one run of the feed: radar must not wait behind a whole model run. */
const hoursAtOnce = 2;

/** Model frames that may wait; a run of all fields has a few hundred. */
const mayWait = 40;

const largestRecord = 16 << 20;

/** The fields of the HRRR model that we serve, by the byte ranges of each hour's inventory. */
export const hrrr: Feed = {
  id: 'hrrr',
  source: 'hrrr',
  about: 'HRRR surface fields from the public bucket of NOAA, by byte ranges',
  everySeconds: 60,
  async run(context) {
    const report = emptyReport();
    const waiting = await context.db.frameJobs.waiting('hrrr');
    if ([...waiting.values()].reduce((sum, count) => sum + count, 0) > mayWait) return { ...report, more: true };

    const wanted = await missingHours(context);
    report.more = wanted.length > hoursAtOnce;
    for (const hour of wanted.slice(0, hoursAtOnce)) await takeHour(context, hour, report);
    return report;
  },
};

interface ForecastHour {
  runAt: Date;
  hour: number;
  validAt: Date;
}

/** The hours that are in the bucket and not with us, in the order in which they are worth having. */
async function missingHours(context: FeedContext): Promise<ForecastHour[]> {
  const now = context.clock().getTime();
  const latest = Math.floor(now / hourMs) * hourMs;
  const missing: ForecastHour[] = [];
  for (let back = 0; back < runsLookedAt; back++) {
    const runAt = new Date(latest - back * hourMs);
    const hours = await availableHours(context, runAt);
    missing.push(...(await unknownOf(context, hours)).sort((a, b) => urgency(a, now) - urgency(b, now)));
    if (hours.some(({ hour }) => hour === hrrrModel.hoursKept)) break; // older runs add nothing to a complete one
  }
  return missing;
}

/** Hours to come before hours gone by, the nearest first. */
function urgency({ validAt }: ForecastHour, now: number): number {
  const ahead = validAt.getTime() - Math.floor(now / hourMs) * hourMs;
  return ahead >= 0 ? ahead : 1000 * hourMs - ahead;
}

/** The hours of a run whose inventory is in the bucket; it is written after its file. */
async function availableHours({ fetcher }: FeedContext, runAt: Date): Promise<ForecastHour[]> {
  const prefix = `hrrr.${dayFolder(runAt)}/conus/hrrr.t${twoDigits(runAt.getUTCHours())}z.wrfsfcf`;
  const listed = await listBucket(fetcher, bucket, { prefix });
  return listed.flatMap(({ key }) => {
    const hour = Number(/wrfsfcf(\d\d)\.grib2\.idx$/.exec(key)?.[1] ?? Number.NaN);
    return hour <= hrrrModel.hoursKept ? [{ runAt, hour, validAt: new Date(runAt.getTime() + hour * hourMs) }] : [];
  });
}

/** Temperature stands for its hour: all fields of an hour are taken together, and it is the last of them. */
async function unknownOf({ db }: FeedContext, hours: ForecastHour[]): Promise<ForecastHour[]> {
  if (hours.length === 0) return [];
  const known = await db.frameJobs.existing(
    'hrrr',
    lastTaken.id,
    hours[0].runAt,
    hours.map(({ validAt }) => validAt),
  );
  const times = new Set(known.map((at) => at.getTime()));
  return hours.filter(({ validAt }) => !times.has(validAt.getTime()));
}

const lastTaken = hrrrProducts.find(({ id }) => id === 't2m') as RasterProduct;
const takeOrder = [...hrrrProducts.filter((product) => product !== lastTaken), lastTaken];

async function takeHour(
  context: FeedContext,
  { runAt, hour, validAt }: ForecastHour,
  report: FeedReport,
): Promise<void> {
  const url = `${bucket}/hrrr.${dayFolder(runAt)}/conus/hrrr.t${twoDigits(runAt.getUTCHours())}z.wrfsfcf${twoDigits(hour)}.grib2`;
  const inventory = await context.fetcher.text(`${url}.idx`, { maxBytes: 1 << 20 });
  if (!inventory) {
    report.refused.push({ what: `${url}.idx`, why: 'expected a listed file, got 404' });
    return;
  }
  const lines = parseInventory(inventory, url, report);
  if (!lines) return;
  for (const product of takeOrder) {
    const source = product.source as HrrrSource;
    if (source.constant && hour > 0) continue;
    const found = source.records.map((record) => findRecord(lines, record, hour));
    if (hour === 0 && source.records.some(({ over }) => over !== 'instant')) continue; // no hour lies before the analysis
    await countStep(report, `${product.id} of ${url}`, async () => {
      const bytes = await fetchRecords(context, url, found, source);
      return storeFrame(context, { family: 'hrrr', product: product.id, runAt, validAt }, bytes, 'grib2');
    });
  }
}

function parseInventory(text: string, url: string, report: FeedReport): IdxLine[] | undefined {
  try {
    return parseIdx(text);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    report.refused.push({ what: `${url}.idx`, why: error.message });
    return undefined;
  }
}

/** The messages of a field, one behind the other. */
async function fetchRecords(
  { fetcher }: FeedContext,
  url: string,
  lines: (IdxLine | undefined)[],
  source: HrrrSource,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const [i, line] of lines.entries()) {
    const { parameter, level } = source.records[i];
    if (!line) throw new DataError('no-record', `the inventory has no ${parameter}:${level}`);
    const part = await fetcher.bytes(url, { range: line, maxBytes: largestRecord });
    parts.push(expectBody(part, 'a listed file'));
  }
  return Buffer.concat(parts);
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0');
}
