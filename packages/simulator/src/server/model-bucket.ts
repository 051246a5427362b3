import type { BytesOf } from '@severe/async';
import { hrrrModel, lastHrrrHour } from '@severe/catalogue';
import { encodeRecord, fileSize, indexText, layoutOf, type PlacedRecord } from '../hrrr/file.ts';
import { openHour, type ModelHour } from '../hrrr/model-hour.ts';
import { stormModel } from '../model/storms.ts';
import { hourMs, minuteMs } from '../model/plane.ts';
import { randomFrom } from '../model/random.ts';
import { LruCache } from '../lru-cache.ts';
import type { Bucket, Contents, StoredObject } from './bucket.ts';
import { etagOf } from './etag.ts';

/** Number of runs in the bucket: one of them is always a complete long one. */
const runCount = 10;
/** Lead time that the first 40 minutes of publication reach, hours. */
const lastHour = hrrrModel.shortRunHours;

/** The bucket of the model: a run every hour, whose files appear 50 to 90 minutes after its start. */
export function modelBucket(seed: number, cache: BytesOf): Bucket {
  const stormsAt = stormModel(seed);
  const hours = new LruCache<string, ModelHour>(2, (key) => {
    const { run, lead } = parseKey(key);
    return openHour(stormsAt, seed, run, lead);
  });

  /** The file of an hour and its index, as far as their keys have the prefix: they are listed again and again. */
  const describe = (run: number, lead: number, prefix: string): StoredObject[] => {
    const file = keyOf(run, lead);
    const both = [
      { key: file, sizeOf: () => fileSize(layoutOf(lead)) },
      { key: `${file}.idx`, sizeOf: () => indexText(run, lead).length },
    ];
    const modified = appearsAt(seed, run, lead);
    return both
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, sizeOf }) => ({ key, modified, size: sizeOf(), etag: etagOf(seed, key) }));
  };

  return {
    host: 'noaa-hrrr-bdp-pds.s3.amazonaws.com',
    objects(now, prefix) {
      const newest = Math.floor(now / hourMs);
      // Two more runs than needed: the newest ones may have no files yet.
      const runs = Array.from({ length: runCount + 2 }, (_, i) => (newest - i) * hourMs)
        .filter((run) => appearsAt(seed, run, 0) <= now)
        .slice(0, runCount);
      return runs
        .reverse()
        .flatMap((run) =>
          Array.from({ length: lastHrrrHour(new Date(run)) + 1 }, (_, lead) => describe(run, lead, prefix)).flat(),
        )
        .filter(({ modified }) => modified <= now);
    },
    open(key) {
      if (key.endsWith('.idx')) return indexContents(parseKey(key));
      const layout = layoutOf(parseKey(key).lead);
      const recordOf = (placed: PlacedRecord): Uint8Array =>
        cache(`${key}#${placed.start}`, () => encodeRecord(hours.get(key), placed.record));
      return { size: fileSize(layout), type: 'binary/octet-stream', slice: slicer(layout, recordOf) };
    },
  };
}

/** Reads a part of a file, and makes only the records that it touches. */
function slicer(layout: PlacedRecord[], recordOf: (placed: PlacedRecord) => Uint8Array): Contents['slice'] {
  return (start, end) => {
    const touched = layout.filter((placed) => placed.start < end && placed.start + placed.size > start);
    const parts = touched.map((placed) =>
      recordOf(placed).subarray(Math.max(0, start - placed.start), Math.min(placed.size, end - placed.start)),
    );
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  };
}

function indexContents({ run, lead }: { run: number; lead: number }): Contents {
  const bytes = Buffer.from(indexText(run, lead));
  return { size: bytes.length, type: 'text/plain', slice: (start, end) => bytes.subarray(start, end) };
}

/** Publication time: 50 minutes after the start of the run for the first hour, the others over the next 40. */
function appearsAt(seed: number, run: number, lead: number): number {
  const delay = 50 + (40 * lead) / lastHour + randomFrom(seed, 0xa9, run / hourMs, lead);
  return run + Math.floor(delay * 60) * (minuteMs / 60);
}

function keyOf(run: number, lead: number): string {
  const [day, time] = new Date(run).toISOString().split('T');
  return `hrrr.${day.replaceAll('-', '')}/conus/hrrr.t${time.slice(0, 2)}z.wrfsfcf${String(lead).padStart(2, '0')}.grib2`;
}

/** Parses a listed key. */
function parseKey(key: string): { run: number; lead: number } {
  const match = /^hrrr\.(\d{4})(\d\d)(\d\d)\/conus\/hrrr\.t(\d\d)z\.wrfsfcf(\d\d)\.grib2/.exec(key) as RegExpExecArray;
  const [, year, month, day, at, lead] = match;
  return { run: Date.parse(`${year}-${month}-${day}T${at}:00:00Z`), lead: Number(lead) };
}
