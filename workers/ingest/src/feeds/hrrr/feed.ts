import { hourMs, minuteMs } from '@severe/async';
import { DataError, formatStamp } from '@severe/base';
import { hrrrModel, hrrrProductsNamed, lastHrrrHour, type HrrrSource, type RasterProduct } from '@severe/catalogue';
import { checkRecords, checkTimes, readRecords, type FrameTimes } from '@severe/raster/records';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { listBucket } from '../../fetch/s3-listing.ts';
import { countStep, dayFolder, storeFrame } from '../../store-frame.ts';
import { findRecord, type IdxLine } from './idx.ts';
import { excerpt, expectBody } from '../../parse/payload.ts';
import { assertWhole } from '../../parse/whole-file.ts';

const bucket = 'https://noaa-hrrr-bdp-pds.s3.amazonaws.com';

/**
 * Number of runs to check. Hours appear up to three hours after the start of a run, and can be missing; every sixth run is
 * a long one.
 */
const runsToCheck = 12;

/** Forecast hours per run of the feed, so that radar does not wait for a whole model run. */
const hoursPerRun = 2;

/** Hours to try per run. One whose files contradict each other is tried again, and must not keep the others waiting. */
const hoursTriedPerRun = 6;

/** Maximum number of queued model frames. A run of all fields has some hundreds. */
const maxQueuedFrames = 40;

const maxRecordBytes = 16 << 20;

/** HRRR fields, fetched by the byte ranges in the inventory of each hour. */
export const hrrr: Feed = {
  id: 'hrrr',
  source: 'hrrr',
  about: 'HRRR surface fields from the public bucket of NOAA, by byte ranges',
  everySeconds: 60,
  async isFull(context) {
    const waiting = await context.db.frameJobs.waiting('hrrr');
    const count = [...waiting.values()].reduce((sum, each) => sum + each, 0);
    return count > maxQueuedFrames && !(await hasUnknownRun(context));
  },
  async run(context) {
    const report = emptyReport();
    const wanted = await missingHours(context);
    let [tried, stored] = [0, 0];
    for (const hour of wanted.slice(0, hoursTriedPerRun)) {
      if (stored === hoursPerRun) break;
      tried++;
      if (await storeHour(context, hour, report)) stored++;
    }
    report.more = stored > 0 && wanted.length > tried;
    return report;
  },
};

interface ForecastHour {
  runAt: Date;
  hour: number;
  validAt: Date;
}

/**
 * Lists hours that are in the bucket but not stored, by priority: those of the newest runs down to a complete one, then those
 * of the newest complete long run.
 */
async function missingHours(context: FeedContext): Promise<ForecastHour[]> {
  const now = context.clock().getTime();
  const latest = Math.floor(now / hourMs) * hourMs;
  const missing: ForecastHour[] = [];
  let hasComplete = false;
  for (let back = 0; back < runsToCheck; back++) {
    const runAt = new Date(latest - back * hourMs);
    const lastHour = lastWantedHour(context, runAt);
    if (lastHour < 0) continue;
    const isLong = lastHour > hrrrModel.shortRunHours;
    if (hasComplete && !isLong) continue; // a complete run makes older short ones unnecessary
    const hours = await availableHours(context, runAt);
    missing.push(...(await selectMissing(context, hours)).sort((a, b) => urgency(a, now) - urgency(b, now)));
    const shortHours = Math.min(hrrrModel.shortRunHours, lastHour);
    hasComplete ||= hours.some(({ hour }) => hour === shortHours);
    if (isLong && hours.some(({ hour }) => hour === lastHour)) break;
  }
  return missing;
}

/** Whether the newest run in the bucket is one of which nothing is stored: its first hours do not wait for those of older runs. */
async function hasUnknownRun(context: FeedContext): Promise<boolean> {
  const latest = Math.floor(context.clock().getTime() / hourMs) * hourMs;
  for (let back = 0; back < runsToCheck; back++) {
    const hours = await availableHours(context, new Date(latest - back * hourMs));
    if (hours.length > 0) return (await selectMissing(context, hours)).length === hours.length;
  }
  return false;
}

/** Future hours before past ones, nearest first. */
function urgency({ validAt }: ForecastHour, now: number): number {
  const ahead = validAt.getTime() - Math.floor(now / hourMs) * hourMs;
  return ahead >= 0 ? ahead : 1000 * hourMs - ahead;
}

/** Hours of a run with an inventory, which is written after the file. */
async function availableHours(context: FeedContext, runAt: Date): Promise<ForecastHour[]> {
  const lastHour = lastWantedHour(context, runAt);
  if (lastHour < 0) return [];
  const prefix = `hrrr.${dayFolder(runAt)}/conus/hrrr.t${twoDigits(runAt.getUTCHours())}z.wrfsfcf`;
  const listed = await listBucket(context.fetcher, bucket, { prefix });
  return listed.flatMap(({ key }) => {
    const hour = Number(/wrfsfcf(\d\d)\.grib2\.idx$/.exec(key)?.[1] ?? Number.NaN);
    return hour <= lastHour ? [{ runAt, hour, validAt: new Date(runAt.getTime() + hour * hourMs) }] : [];
  });
}

/**
 * Selects hours that are not stored. All fields of an hour are stored together, and temperature is the last of them.
 */
async function selectMissing({ db }: FeedContext, hours: ForecastHour[]): Promise<ForecastHour[]> {
  if (hours.length === 0) return [];
  const stored = await db.frameJobs.existing(
    'hrrr',
    lastStored,
    hours[0].runAt,
    hours.map(({ validAt }) => validAt),
  );
  const times = new Set(stored.map((at) => at.getTime()));
  return hours.filter(({ validAt }) => !times.has(validAt.getTime()));
}

const lastStored = 't2m';

/** The fields of the settings in the order in which an hour is stored. */
function storeOrder({ settings }: Pick<FeedContext, 'settings'>): RasterProduct[] {
  return hrrrProductsNamed(settings.hrrrFields).toSorted(
    (one, other) => Number(one.id === lastStored) - Number(other.id === lastStored),
  );
}

/** Hours of a run that are wanted: those of the settings, of a run that they name. */
function lastWantedHour({ settings }: Pick<FeedContext, 'settings'>, runAt: Date): number {
  const isWanted = runAt.getUTCHours() % settings.hrrrEveryHours === 0;
  return isWanted ? Math.min(lastHrrrHour(runAt), settings.hrrrHours) : -1;
}

/**
 * Stores the fields of an hour.
 *
 * @returns whether it was stored; an hour whose inventory is missing, or of another file, is to be tried again
 */
async function storeHour(
  context: FeedContext,
  { runAt, hour, validAt }: ForecastHour,
  report: FeedReport,
): Promise<boolean> {
  const url = `${bucket}/hrrr.${dayFolder(runAt)}/conus/hrrr.t${twoDigits(runAt.getUTCHours())}z.wrfsfcf${twoDigits(hour)}.grib2`;
  const inventory = await context.fetcher.text(`${url}.idx`, { maxBytes: 1 << 20 });
  if (!inventory) {
    report.refused.push({ what: `${url}.idx`, why: 'expected a listed file, got 404', code: 'gone' });
    return false;
  }
  const lines = await parseInventory(inventory, url, runAt, report);
  if (!lines) return false;
  const fetchRange = rememberingShared(context, url, lines, hour);
  for (const product of storeOrder(context)) {
    const source = product.source as HrrrSource;
    if (source.constant && hour > 0) continue;
    if (hour === 0 && source.records.some(({ over }) => over !== 'instant')) continue; // hour 0 has no sums and maxima
    const found = source.records.map((record) => findRecord(lines, record, hour));
    let isOther = false;
    await countStep(report, `${product.id} of ${url}`, async () => {
      const bytes = await fetchRecords(fetchRange, found, source);
      await assertWhole(bytes, 'grib2');
      try {
        checkFetched(bytes, source, { runAt, validAt, withinMs: minuteMs });
      } catch (error) {
        isOther = error instanceof DataError && otherFile.has(error.code);
        throw error;
      }
      return storeFrame(context, { family: 'hrrr', product: product.id, runAt, validAt }, bytes, 'grib2');
    });
    if (isOther) return false;
  }
  return true;
}

/** Codes of errors that mean that the inventory is of another file. */
const otherFile = new Set(['wrong-records', 'wrong-time']);

/**
 * Compares what was fetched with what was wanted: the ranges of an inventory that is older than its file, or shifted, hold
 * other records.
 *
 * @throws {DataError} with what was found and needed
 */
function checkFetched(bytes: Uint8Array, { records }: HrrrSource, times: FrameTimes): void {
  const fields = readRecords(bytes);
  checkRecords(fields, records);
  for (const { identification, validAt } of fields) checkTimes({ runAt: identification.referenceAt, validAt }, times);
}

async function parseInventory(
  text: string,
  url: string,
  runAt: Date,
  report: FeedReport,
): Promise<IdxLine[] | undefined> {
  try {
    const lines = await parseInThread('hrrrInventory', text);
    const run = formatStamp(runAt).slice(0, 10);
    const other = lines.find(({ reference }) => !reference.startsWith(run));
    if (other) throw new DataError('idx', `expected records of ${run}, got one of ${excerpt(other.reference, 20)}`);
    return lines;
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    report.refused.push({ what: `${url}.idx`, why: error.message, code: error.code });
    return undefined;
  }
}

type FetchRange = (line: IdxLine) => Promise<Buffer>;

/** Fetches messages of a file. Those that several fields need, such as the components of the wind, are fetched once. */
function rememberingShared(context: FeedContext, url: string, lines: IdxLine[], hour: number): FetchRange {
  const needed = storeOrder(context).flatMap(({ source }) => {
    const found = (source as HrrrSource).records.flatMap((record) => findRecord(lines, record, hour)?.first ?? []);
    return [...new Set(found)];
  });
  const isShared = (first: number): boolean => needed.filter((each) => each === first).length > 1;
  const shared = new Map<number, Buffer>();
  return async (line) => {
    const known = shared.get(line.first);
    if (known) return known;
    const part = expectBody(
      await context.fetcher.bytes(url, { range: line, maxBytes: maxRecordBytes }),
      'a listed file',
    );
    if (isShared(line.first)) shared.set(line.first, part);
    return part;
  };
}

/** The messages of a field, one after another. Components in one message are there once. */
async function fetchRecords(
  fetchRange: FetchRange,
  lines: (IdxLine | undefined)[],
  source: HrrrSource,
): Promise<Buffer> {
  const ranges = new Map<number, IdxLine>();
  for (const [i, line] of lines.entries()) {
    const { parameter, level } = source.records[i];
    if (!line) throw new DataError('no-record', `expected ${parameter}:${level} in the inventory, got nothing`);
    ranges.set(line.first, line);
  }
  const parts: Buffer[] = [];
  for (const line of ranges.values()) parts.push(await fetchRange(line));
  return Buffer.concat(parts);
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0');
}
