import type { BytesOf } from '@severe/async';
import { flashesOf, granuleMs } from '../lightning/flashes.ts';
import { lightningFile } from '../lightning/file.ts';
import { stormModel } from '../model/storms.ts';
import { bands } from '../satellite/bands.ts';
import { bandFile, bandName, multibandFile } from '../satellite/file.ts';
import { folder, readStamp, stamp, type FileTimes } from '../satellite/names.ts';
import { createdAt, publishedAfter, scanAt, scanStart, scanDurationMs } from '../satellite/schedule.ts';
import { satellites, type Satellite, type SatelliteRenderer } from '../satellite/renderer.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import { etagOf } from './etag.ts';
import { ObjectSizes } from './object-sizes.ts';

/** One product of a satellite. Files are numbered by their start time. */
interface Product {
  folder: string;
  /** The file name up to the satellite's name. */
  name: string;
  /** Typical size of a file, bytes. */
  usualSize: number;
  /** Milliseconds from creation until the file can be fetched. */
  publishedAfter: number;
  /** The newest file that has started at a time. */
  numberAt(time: number): number;
  timesOf(number: number): FileTimes;
  make(name: string, number: number): Uint8Array;
}

/** The bucket of a satellite: images and lightning of the last `backlog` milliseconds. */
export function satelliteBucket(
  seed: number,
  backlog: number,
  cache: BytesOf,
  renderer: SatelliteRenderer,
  satellite: Satellite,
): Bucket {
  const products = [
    images(seed, renderer, satellite),
    ...bandImages(seed, renderer, satellite),
    lightning(seed, satellite),
  ];
  const sizes = new ObjectSizes();

  const describe = (product: Product, number: number): StoredObject => {
    const { start, end, created } = product.timesOf(number);
    const name = `${product.name}_${satellite.name}_s${stamp(start)}_e${stamp(end)}_c${stamp(created)}.nc`;
    const key = `${product.folder}/${folder(start)}/${name}`;
    const size = sizes.sizeOf(key, product.usualSize);
    return { key, modified: created + product.publishedAfter, size, etag: etagOf(seed, key) };
  };
  const build = (key: string): Uint8Array => {
    const [, start] = /_s(\d{14})_/.exec(key) as RegExpExecArray;
    const file = key.slice(key.lastIndexOf('/') + 1);
    const product = products.find(({ name }) => file.startsWith(`${name}_`)) as Product;
    const bytes = product.make(file, product.numberAt(readStamp(start)));
    sizes.record(key, bytes.length);
    return bytes;
  };

  return {
    host: `${satellite.bucket}.s3.amazonaws.com`,
    isSlow: true,
    objects(now, prefix) {
      return products
        .filter((product) => prefix.startsWith(product.folder) || product.folder.startsWith(prefix))
        .flatMap((product) => {
          const oldest = product.numberAt(now - backlog) + 1;
          const count = product.numberAt(now) - oldest + 1;
          return Array.from({ length: Math.max(0, count) }, (_, i) => describe(product, oldest + i));
        })
        .filter(({ modified }) => modified <= now);
    },
    open(key) {
      const bytes = cache(key, () => build(key));
      return { size: bytes.length, type: 'binary/octet-stream', slice: (start, end) => bytes.subarray(start, end) };
    },
  };
}

/** Each band of the imager in files of its own, at the times of those of all bands. */
function bandImages(seed: number, renderer: SatelliteRenderer, satellite: Satellite): Product[] {
  const all = images(seed, renderer, satellite);
  return bands.map((band, i) => ({
    ...all,
    folder: 'ABI-L2-CMIPC',
    name: `OR_ABI-L2-CMIPC-M6${bandName(band.number)}`,
    usualSize: 2_000_000,
    make: (name, scan) => {
      const times = all.timesOf(scan);
      return bandFile(satellite, name, times, { band, codes: renderer.draw(satellite.grid, times.start)[i] });
    },
  }));
}

/** All bands of the imager, every five minutes. */
function images(seed: number, renderer: SatelliteRenderer, satellite: Satellite): Product {
  const index = satellites.indexOf(satellite);
  const timesOf = (scan: number): FileTimes => {
    const start = scanStart(seed, index, scan);
    return { start, end: start + scanDurationMs, created: createdAt(seed, index, scan) };
  };
  return {
    folder: 'ABI-L2-MCMIPC',
    name: 'OR_ABI-L2-MCMIPC-M6',
    usualSize: 20_000_000,
    publishedAfter,
    numberAt: scanAt,
    timesOf,
    make: (name, scan) => {
      const times = timesOf(scan);
      return multibandFile(satellite, name, times, renderer.draw(satellite.grid, times.start));
    },
  };
}

/** Lightning granules, three a minute. */
function lightning(seed: number, satellite: Satellite): Product {
  const stormsAt = stormModel(seed);
  const timesOf = (granule: number): FileTimes => {
    const start = granule * granuleMs;
    return { start, end: start + granuleMs, created: start + granuleMs + 1300 };
  };
  return {
    folder: 'GLM-L2-LCFA',
    name: 'OR_GLM-L2-LCFA',
    usualSize: 30_000,
    publishedAfter: 14_000,
    numberAt: (time) => Math.floor(time / granuleMs),
    timesOf,
    make: (name, granule) => {
      const times = timesOf(granule);
      return lightningFile(satellite, name, times, flashesOf(stormsAt(times.start), seed, granule));
    },
  };
}
