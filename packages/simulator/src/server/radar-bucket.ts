import type { BytesOf } from '@severe/async';
import { mosaicFile, repeatedMosaics } from '../radar/file.ts';
import { mosaics, type Mosaic } from '../radar/products.ts';
import { publishedAt, scanAt, scanIntervalMs, scansInHalfHour, validTimeOf } from '../radar/schedule.ts';
import { createMosaicRenderer } from '../radar/renderer.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import { etagOf } from './etag.ts';
import { ObjectSizes } from './object-sizes.ts';

interface Named {
  product: Mosaic;
  index: number;
  scan: number;
}

/**
 * The bucket of the radar mosaics: six folders, with a file for every scan of the last `backlog` milliseconds.
 *
 * @param repeatFrom start of the half hour whose values all files have; those of a scan appear at once. Default: each file has
 *   its own values and time
 */
export function radarBucket(seed: number, backlog: number, cache: BytesOf, repeatFrom?: number): Bucket {
  const renderer = createMosaicRenderer(seed);
  const sizes = new ObjectSizes();
  const filesOf = (product: Mosaic): ((scan: number) => Uint8Array) =>
    repeatFrom === undefined
      ? (scan) => mosaicFile(renderer, seed, product, scan)
      : repeatedMosaics(renderer, seed, product, { first: scanAt(seed, repeatFrom), count: scansInHalfHour });
  const files = new Map(mosaics.map((product) => [product, filesOf(product)]));
  const folders = mosaics
    .map((product, index) => ({ product, index }))
    .sort((a, b) => (a.product.folder < b.product.folder ? -1 : 1));

  const keyOf = ({ product: { folder }, scan }: Named): string => {
    const [day, time] = stamp(validTimeOf(seed, scan));
    return `CONUS/${folder}/${day}/MRMS_${folder}_${day}-${time}.grib2.gz`;
  };
  const describe = (named: Named, key: string): StoredObject => ({
    key,
    modified: publishedAt(seed, named.scan, repeatFrom === undefined ? named.index : 0),
    size: sizes.sizeOf(key, sizes.sizeOf(named.product.folder, 150_000)),
    etag: etagOf(seed, key),
  });
  const build = (key: string): Uint8Array => {
    const named = parseKey(key);
    const bytes = files.get(named.product)!(named.scan);
    sizes.record(key, bytes.length);
    sizes.record(named.product.folder, bytes.length); // estimate for the next files of the folder
    return bytes;
  };
  /** Parses a listed key; its minute identifies the scan. */
  const parseKey = (key: string): Named => {
    const [, folder, day, time] = /^CONUS\/([^/]+)\/(\d{8})\/.*-(\d{6})\.grib2\.gz$/.exec(key) as RegExpExecArray;
    const iso = `${day}${time}`.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z');
    const index = mosaics.findIndex((product) => product.folder === folder);
    return { product: mosaics[index], index, scan: Math.floor(Date.parse(iso) / scanIntervalMs) };
  };

  return {
    host: 'noaa-mrms-pds.s3.amazonaws.com',
    objects(now, prefix) {
      const newest = scanAt(seed, now);
      const oldest = scanAt(seed, now - backlog) + 1;
      const scans = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, i) => oldest + i);
      return folders
        .flatMap((folder) => scans.map((scan) => ({ ...folder, scan })))
        .flatMap((named) => {
          const key = keyOf(named);
          return key.startsWith(prefix) ? [describe(named, key)] : [];
        })
        .filter(({ modified }) => modified <= now);
    },
    open(key) {
      const bytes = cache(key, () => build(key));
      return { size: bytes.length, type: 'binary/octet-stream', slice: (start, end) => bytes.subarray(start, end) };
    },
  };
}

function stamp(time: number): [day: string, time: string] {
  const digits = new Date(time).toISOString().replace(/\D/g, '');
  return [digits.slice(0, 8), digits.slice(8, 14)];
}
