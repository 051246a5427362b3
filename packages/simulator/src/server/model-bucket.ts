import type { BytesOf } from '@severe/async';
import { lastHourOf, leadOfKey, modelFileKey, type Model, type ModelId } from '@severe/catalogue';
import { encodeRecord, fileSize, indexText, layoutOf, recordAt, type PlacedRecord } from '../hrrr/file.ts';
import { openHour, type ModelHour } from '../hrrr/model-hour.ts';
import type { ModelRecord } from '../hrrr/records.ts';
import { stormModel } from '../model/storms.ts';
import { hourMs, minuteMs } from '../model/plane.ts';
import { randomFrom } from '../model/random.ts';
import { LruCache } from '../lru-cache.ts';
import { repeating } from '../repeating.ts';
import type { Bucket, Contents, StoredObject } from './bucket.ts';
import { etagOf } from './etag.ts';

/** Number of runs in the bucket: one of them is always a complete long one. */
const runCount = 10;
/** When the files of a run appear, minutes after its start: that of its first hour, and of each further hour. */
const publication: Record<ModelId, { first: number; each: number }> = {
  hrrr: { first: 50, each: 40 / 18 },
  rrfs: { first: 85, each: 2 },
};

/** Hours of the run whose values stand for those of all runs, if they are repeated: periods need an hour before them. */
const repeatedLeads = { first: 1, count: 3 };

/**
 * The bucket of a model: its runs, whose files appear one after another.
 *
 * @param repeatFrom a time in the run whose values all runs have; default: each run has its own
 */
export function modelBucket(model: Model, seed: number, cache: BytesOf, repeatFrom?: number): Bucket {
  const errorSeed = model.id === 'hrrr' ? seed : seed + 1;
  const stormsAt = stormModel(seed);
  const cycleMs = model.cycleHours * hourMs;
  const hours = new LruCache<string, ModelHour>(2, (key) => {
    const { run, lead } = parseKey(model, key);
    return openHour(stormsAt, seed, run, lead, errorSeed);
  });
  const encode = (key: string, record: ModelRecord): Uint8Array => encodeRecord(hours.get(key), record);
  const repeated = new Map<ModelRecord, (lead: number) => Uint8Array>();
  /** The record with the values of the repeated run. */
  const repeat = (key: string, record: ModelRecord, from: number): Uint8Array => {
    const start = Math.floor(from / cycleMs) * cycleMs;
    const made =
      repeated.get(record) ??
      repeating(repeatedLeads, (lead) => encode(modelFileKey(model, new Date(start), lead), record));
    repeated.set(record, made);
    const { run, lead } = parseKey(model, key);
    return recordAt({ run, lead, valid: run + lead * hourMs }, record, made(lead));
  };

  /** The file of an hour and its index, as far as their keys have the prefix: they are listed again and again. */
  const describe = (run: number, lead: number, prefix: string): StoredObject[] => {
    const file = modelFileKey(model, new Date(run), lead);
    const both = [
      { key: file, sizeOf: () => fileSize(layoutOf(model, lead)) },
      { key: `${file}.idx`, sizeOf: () => indexText(model, run, lead).length },
    ];
    const modified = appearsAt(model, seed, run, lead);
    return both
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, sizeOf }) => ({ key, modified, size: sizeOf(), etag: etagOf(seed, key) }));
  };

  return {
    host: new URL(model.bucket).host,
    objects(now, prefix) {
      const newest = Math.floor(now / cycleMs);
      // Two more runs than needed: the newest ones may have no files yet.
      const runs = Array.from({ length: runCount + 2 }, (_, i) => (newest - i) * cycleMs)
        .filter((run) => appearsAt(model, seed, run, 0) <= now)
        .slice(0, runCount);
      return runs
        .reverse()
        .flatMap((run) =>
          Array.from({ length: lastHourOf(model, new Date(run)) + 1 }, (_, lead) => describe(run, lead, prefix)).flat(),
        )
        .filter(({ modified }) => modified <= now);
    },
    open(key) {
      const { run, lead } = parseKey(model, key);
      if (key.endsWith('.idx')) return textContents(indexText(model, run, lead));
      const layout = layoutOf(model, lead);
      const recordOf = (placed: PlacedRecord): Uint8Array =>
        cache(`${key}#${placed.start}`, () =>
          repeatFrom === undefined ? encode(key, placed.record) : repeat(key, placed.record, repeatFrom),
        );
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

function textContents(text: string): Contents {
  const bytes = Buffer.from(text);
  return { size: bytes.length, type: 'text/plain', slice: (start, end) => bytes.subarray(start, end) };
}

/** Publication time of a file. */
function appearsAt({ id }: Model, seed: number, run: number, lead: number): number {
  const { first, each } = publication[id];
  const delay = first + each * lead + randomFrom(seed, 0xa9, run / hourMs, lead);
  return run + Math.floor(delay * 60) * (minuteMs / 60);
}

/** Parses a listed key. */
function parseKey(model: Model, key: string): { run: number; lead: number } {
  const [, year, month, day, hour] = /\.(\d{4})(\d\d)(\d\d)\/.*\.t(\d\d)z\./.exec(key) as RegExpExecArray;
  const run = Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`);
  return { run, lead: leadOfKey(model, new Date(run), key.replace(/\.idx$/, ''))! };
}
