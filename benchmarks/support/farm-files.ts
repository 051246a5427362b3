import { memoizeBytes } from '@severe/async';
import { existsSync, openSync, readSync, closeSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageryFolder, models, satellites } from '@severe/catalogue';
import {
  type Bucket,
  type Contents,
  type StoredObject,
  modelBucket,
  radarBucket,
  satelliteBucket,
  volumeBuckets,
} from '@severe/simulator/testing/server';
import * as simulated from '@severe/simulator/testing/weather';
import { volumeDurationMs } from '@severe/simulator/testing/weather';
import { imageFrames, isoOf, modelFrames, mosaicFrames, volumeFrames, type ExpectedFrame } from './expected-frames.ts';
import { frameKey, type Due, type FarmFamily, type Slice } from './farm-slice.ts';

const seed = 1;
const hourMs = 3_600_000;
/** Delay from the last radial of a volume to the archive. */
const archivedAfter = 25_000;

interface Provider {
  family: FarmFamily;
  bucket: Bucket;
  /** Whether an object belongs to the period. */
  has: (object: StoredObject) => boolean;
  /** The frames expected from an object. */
  frames: (key: string) => ExpectedFrame[];
}

/** The simulated buckets, and their objects in the period. */
export function providersOf({ from, to, sites }: Slice): Provider[] {
  const backlog = to - from + hourMs;
  const cache = () => memoizeBytes(64 << 20);
  const within = ({ modified }: StoredObject) => modified > from && modified <= to;
  const volumes = ({ key }: StoredObject) => {
    const [, site, day, time] = /\b([A-Z]{4})(?:\/\d+\/)?(\d{8})[_-](\d{6})/.exec(key) ?? [];
    const ends = Date.parse(isoOf(`${day}${time}`)) + volumeDurationMs + archivedAfter;
    return sites.includes(site) && ends > from && ends <= to;
  };
  const [archive, chunks] = volumeBuckets(seed, backlog, cache());
  const east = simulated.satellites.find(({ bucket }) => satellites.east.bucket.includes(bucket))!;
  const images = satelliteBucket(seed, backlog, cache(), simulated.createSatelliteRenderer(seed), east);
  return [
    { family: 'radar', bucket: radarBucket(seed, backlog, cache()), has: within, frames: mosaicFrames },
    { family: 'hrrr', bucket: modelBucket(models.hrrr, seed, cache()), has: within, frames: modelFrames },
    {
      family: 'satellite',
      bucket: images,
      has: (object) => within(object) && object.key.startsWith(imageryFolder),
      frames: imageFrames,
    },
    { family: 'nexrad', bucket: archive, has: volumes, frames: volumeFrames },
    { family: 'nexrad', bucket: chunks, has: volumes, frames: () => [] },
  ];
}

/** Makes every missing file of the period, so that none is made during the measurement. */
export function makeFiles(folder: string, providers: Provider[], slice: Slice): { files: number; due: Due[] } {
  const due: Due[] = [];
  let files = 0;
  for (const provider of providers) {
    const { family, bucket } = provider;
    for (const { key, modified } of objectsOf(provider, slice)) {
      files++;
      for (const { product, validAt } of provider.frames(key))
        due.push({ family, frame: frameKey(family, product, validAt), at: modified });
      const path = pathOf(folder, bucket.host, key);
      if (existsSync(path)) continue;
      const contents = bucket.open(key);
      writeFileSync(`${path}~`, contents.slice(0, contents.size));
      renameSync(`${path}~`, path);
    }
  }
  return { files, due };
}

/** Shorter than the lifetime of chunks in their bucket. */
const lookedAtEvery = 300_000;

/** Sorted by key, so that the chunks of a volume, which is cached only briefly, are consecutive. */
function objectsOf({ bucket, has }: Provider, { from, to }: Slice): StoredObject[] {
  const found = new Map<string, StoredObject>();
  for (let at = to; at > from; at -= lookedAtEvery) {
    for (const object of bucket.objects(at, '')) if (has(object)) found.set(object.key, object);
  }
  return [...found.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** The same buckets with the files of the folder. */
export function servedFrom(folder: string, providers: Provider[], to: number): Bucket[] {
  return providers.map(({ bucket, has }) => ({
    host: bucket.host,
    objects: (now, prefix) => bucket.objects(Math.min(now, to), prefix).filter(has),
    open: (key) => fileContents(pathOf(folder, bucket.host, key)),
  }));
}

function pathOf(folder: string, host: string, key: string): string {
  return join(folder, encodeURIComponent(`${host}/${key}`));
}

function fileContents(path: string): Contents {
  return {
    size: statSync(path).size,
    type: 'binary/octet-stream',
    slice(start, end) {
      const bytes = Buffer.allocUnsafe(end - start);
      const file = openSync(path, 'r');
      readSync(file, bytes, 0, bytes.length, start);
      closeSync(file);
      return bytes;
    },
  };
}
