import { hourMs, minuteMs } from '@severe/async';
import { DataError, formatStamp } from '@severe/base';
import {
  lastHourOf,
  leadOfKey,
  modelFileKey,
  modelProductsNamed,
  modelRunPrefix,
  modelWishes,
  type Model,
  type ModelSource,
  type RasterProduct,
} from '@severe/catalogue';
import { checkRecords, checkTimes, readRecords, type FrameTimes } from '@severe/raster/records';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { listBucket } from '../../fetch/s3-listing.ts';
import { countStep, storeFrame } from '../../store-frame.ts';
import { findRecord, type IdxLine } from './idx.ts';
import { excerpt, expectBody, type Payload } from '../../parse/payload.ts';
import { assertWhole } from '../../parse/whole-file.ts';

/** Hours to look back for runs. Hours of a forecast appear up to four hours after the start of a run, and can be missing. */
const hoursToCheck = 12;

/** Forecast hours per run of the feed, so that radar does not wait for a whole model run. */
const hoursPerRun = 2;

/** Hours to try per run. One whose files contradict each other is tried again, and must not keep the others waiting. */
const hoursTriedPerRun = 6;

/** Maximum number of queued model frames. A run of all fields has some hundreds. */
const maxQueuedFrames = 40;

const maxRecordBytes = 16 << 20;

/** Fields of a model, fetched by the byte ranges in the inventory of each hour. */
export const createModelFeed = (model: Model): Feed => ({
  id: model.id,
  source: model.id,
  about: `${model.name} surface fields from the public bucket of NOAA, by byte ranges`,
  everySeconds: 60,
  isEnabled: (settings) => modelWishes(model.id, settings).isFollowed,
  async isFull(feedContext) {
    const context = { ...feedContext, model };
    const waiting = await context.db.frameJobs.waiting(model.id);
    const count = [...waiting.values()].reduce((sum, each) => sum + each, 0);
    return count > maxQueuedFrames && !(await hasUnknownRun(context));
  },
  async run(feedContext) {
    const context = { ...feedContext, model };
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
});

type ModelContext = FeedContext & { model: Model };

interface ForecastHour {
  runAt: Date;
  hour: number;
  validAt: Date;
}

/**
 * Lists hours that are in the bucket but not stored, by priority: those of the newest runs down to a complete one, then those
 * of the newest complete long run.
 */
async function missingHours(context: ModelContext): Promise<ForecastHour[]> {
  const { model } = context;
  const now = context.clock().getTime();
  const missing: ForecastHour[] = [];
  let hasComplete = false;
  for (const runAt of recentRuns(context)) {
    const lastHour = lastWantedHour(context, runAt);
    const isLong = lastHour > model.shortRunHours;
    if (hasComplete && !isLong) continue; // a complete run makes older short ones unnecessary
    const hours = await availableHours(context, runAt);
    missing.push(...(await selectMissing(context, hours)).sort((a, b) => urgency(a, now) - urgency(b, now)));
    const shortHours = Math.min(model.shortRunHours, lastHour);
    hasComplete ||= hours.some(({ hour }) => hour === shortHours);
    if (isLong && hours.some(({ hour }) => hour === lastHour)) break;
  }
  return missing;
}

/** Whether the newest run in the bucket is one of which nothing is stored: its first hours do not wait for those of older runs. */
async function hasUnknownRun(context: ModelContext): Promise<boolean> {
  for (const runAt of recentRuns(context)) {
    const hours = await availableHours(context, runAt);
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
async function availableHours(context: ModelContext, runAt: Date): Promise<ForecastHour[]> {
  const { fetcher, model } = context;
  const lastHour = lastWantedHour(context, runAt);
  const listed = await listBucket(fetcher, model.bucket, { prefix: modelRunPrefix(model, runAt) });
  return listed.flatMap(({ key }) => {
    const hour = leadOfKey(model, runAt, key, '.idx') ?? Number.NaN;
    return hour <= lastHour ? [{ runAt, hour, validAt: new Date(runAt.getTime() + hour * hourMs) }] : [];
  });
}

/**
 * Selects hours that are not stored. All fields of an hour are stored together, and temperature is the last of them.
 */
async function selectMissing({ db, model }: ModelContext, hours: ForecastHour[]): Promise<ForecastHour[]> {
  if (hours.length === 0) return [];
  const stored = await db.frameJobs.existing(
    model.id,
    lastStored,
    hours[0].runAt,
    hours.map(({ validAt }) => validAt),
  );
  const times = new Set(stored.map((at) => at.getTime()));
  return hours.filter(({ validAt }) => !times.has(validAt.getTime()));
}

const lastStored = 't2m';

/** The fields of the settings in the order in which an hour is stored. */
function storeOrder({ model, settings }: Pick<ModelContext, 'model' | 'settings'>): RasterProduct[] {
  const { fields } = modelWishes(model.id, settings);
  return modelProductsNamed(model.id, fields).toSorted(
    (one, other) => Number(one.id === lastStored) - Number(other.id === lastStored),
  );
}

/** Starts of the last hours' runs that the settings name, newest first. */
function recentRuns({ model, settings, clock }: Pick<ModelContext, 'model' | 'settings' | 'clock'>): Date[] {
  const latest = Math.floor(clock().getTime() / hourMs) * hourMs;
  const { everyHours } = modelWishes(model.id, settings);
  return Array.from({ length: hoursToCheck }, (_, back) => new Date(latest - back * hourMs)).filter((runAt) =>
    [model.cycleHours, everyHours].every((hours) => runAt.getUTCHours() % hours === 0),
  );
}

/** The last hour of a run that the settings want. */
function lastWantedHour({ model, settings }: Pick<ModelContext, 'model' | 'settings'>, runAt: Date): number {
  return Math.min(lastHourOf(model, runAt), modelWishes(model.id, settings).hours);
}

/**
 * Stores the fields of an hour.
 *
 * @returns whether it was stored; an hour whose inventory is missing, or of another file, is to be tried again
 */
async function storeHour(
  context: ModelContext,
  { runAt, hour, validAt }: ForecastHour,
  report: FeedReport,
): Promise<boolean> {
  const { model } = context;
  const url = `${model.bucket}/${modelFileKey(model, runAt, hour)}`;
  const inventory = await context.fetcher.text(`${url}.idx`, { maxBytes: 1 << 20 });
  if (!inventory) {
    report.refused.push({ what: `${url}.idx`, why: 'expected a listed file, got 404', code: 'gone' });
    return false;
  }
  const lines = await parseInventory(inventory, url, runAt, report);
  if (!lines) return false;
  const fetchRange = rememberingShared(context, url, lines, hour);
  for (const product of storeOrder(context)) {
    const source = product.source as ModelSource;
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
      return storeFrame(context, { family: model.id, product: product.id, runAt, validAt }, bytes, 'grib2');
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
function checkFetched(bytes: Uint8Array, { records }: ModelSource, times: FrameTimes): void {
  const fields = readRecords(bytes);
  checkRecords(fields, records);
  for (const { identification, validAt } of fields) checkTimes({ runAt: identification.referenceAt, validAt }, times);
}

async function parseInventory(
  text: Payload,
  url: string,
  runAt: Date,
  report: FeedReport,
): Promise<IdxLine[] | undefined> {
  try {
    const lines = await parseInThread('modelInventory', text);
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
function rememberingShared(context: ModelContext, url: string, lines: IdxLine[], hour: number): FetchRange {
  const needed = storeOrder(context).flatMap(({ source }) => {
    const found = (source as ModelSource).records.flatMap((record) => findRecord(lines, record, hour)?.first ?? []);
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
  source: ModelSource,
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
