import type { BytesOf } from '@severe/async';
import { flashesOf, granuleMs } from '../lightning/flashes.ts';
import { lightningFile } from '../lightning/file.ts';
import { stormModel } from '../model/storms.ts';
import { bands } from '../satellite/bands.ts';
import { bandImages, bandName, imageryFile, multibandImages } from '../satellite/file.ts';
import { folder, readStamp, stamp, type FileTimes } from '../satellite/names.ts';
import { createdAt, publishedAfter, scanAt, scanStart, scanDurationMs } from '../satellite/schedule.ts';
import { satellites, type Satellite, type SatelliteRenderer } from '../satellite/renderer.ts';
import type { VariableToWrite } from '../netcdf/to-write.ts';
import { repeating } from '../repeating.ts';
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

/**
 * The bucket of a satellite: images and lightning of the last `backlog` milliseconds.
 *
 * @param repeatFrom start of the quarter of an hour whose images all scans have; default: each scan has its own
 */
export function satelliteBucket(
  seed: number,
  backlog: number,
  cache: BytesOf,
  renderer: SatelliteRenderer,
  satellite: Satellite,
  repeatFrom?: number,
): Bucket {
  const products = [...images(seed, renderer, satellite, repeatFrom), lightning(seed, satellite)];
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

/** Scans whose images stand for those of all scans, if they are repeated. */
const repeatedScans = 3;

/** All bands of the imager, every five minutes: in one file, and each in a file of its own. */
function images(seed: number, renderer: SatelliteRenderer, satellite: Satellite, repeatFrom?: number): Product[] {
  const index = satellites.indexOf(satellite);
  const timesOf = (scan: number): FileTimes => {
    const start = scanStart(seed, index, scan);
    return { start, end: start + scanDurationMs, created: createdAt(seed, index, scan) };
  };
  const codesOf = (scan: number): Uint16Array[] => renderer.draw(satellite.grid, timesOf(scan).start);
  type Named = Pick<Product, 'folder' | 'name' | 'usualSize'>;
  const product = (named: Named, imagesOf: (scan: number) => VariableToWrite[]): Product => {
    const made =
      repeatFrom === undefined ? imagesOf : repeating({ first: scanAt(repeatFrom), count: repeatedScans }, imagesOf);
    return {
      ...named,
      publishedAfter,
      numberAt: scanAt,
      timesOf,
      make: (name, scan) => imageryFile(satellite, name, timesOf(scan), made(scan)),
    };
  };
  const multiband: Named = { folder: 'ABI-L2-MCMIPC', name: 'OR_ABI-L2-MCMIPC-M6', usualSize: 20_000_000 };
  return [
    product(multiband, (scan) => multibandImages(satellite, codesOf(scan))),
    ...bands.map((band, i) =>
      product(
        { folder: 'ABI-L2-CMIPC', name: `OR_ABI-L2-CMIPC-M6${bandName(band.number)}`, usualSize: 2_000_000 },
        (scan) => bandImages(satellite, band, codesOf(scan)[i]),
      ),
    ),
  ];
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
