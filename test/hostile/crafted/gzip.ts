import { deflateRawSync, gzipSync, constants } from 'node:zlib';
import { png, simple } from '@severe/grib2/testing/seeds';
import { put, type Crafted } from '@severe/testing/hostile/put';

const head = Buffer.from('1f8b0800000000000003', 'hex');

/** A gzip file of `mebibytes` MiB of zeros, made by repeating blocks. */
export function bomb(mebibytes: number): Uint8Array {
  const block = deflateRawSync(new Uint8Array(1024 ** 2), { finishFlush: constants.Z_FULL_FLUSH });
  const last = deflateRawSync(new Uint8Array(0));
  return Buffer.concat([head, ...Array<Uint8Array>(mebibytes).fill(block), last, Buffer.alloc(8)]);
}

const good = gzipSync(simple);
const nested = (times: number): Uint8Array => (times === 0 ? simple : gzipSync(nested(times - 1)));
const withLength = (size: number) => put(good, good.length - 4, size, 4, 'little');

/** Hostile gzip wrappers. */
export const craftedGzip: Crafted = {
  'nothing at all': () => new Uint8Array(0),
  'the first two octets of gzip': () => good.subarray(0, 2),
  'a gzip header and nothing else': () => head,
  'a gzip file that unpacks to 200 MiB': () => bomb(200),
  'a gzip file that unpacks to 20 GiB': () => bomb(20_000),
  'a gzip file that says 2^32 - 1 octets': () => withLength(0xffffffff),
  'a gzip file that says no octets': () => withLength(0),
  'a gzip file with a wrong sum': () => put(good, good.length - 8, 0),
  'a gzip file of a method that there is not': () => put(good, 2, 9, 1),
  'a gzip file with all flags set': () => put(good, 3, 255, 1),
  'a gzip file within a gzip file': () => nested(2),
  'ten gzip files within each other': () => nested(10),
  'a thousand gzip files in a row': () => Buffer.concat(Array<Uint8Array>(1000).fill(gzipSync(png))),
  'a gzip file with noise behind': () => Buffer.concat([good, Buffer.alloc(500, 0xa5)]),
  'a page of HTML': () => Buffer.from('<!doctype html><title>404</title><p>Not found'),
  'a gzipped page of HTML': () => gzipSync('<!doctype html><title>404</title><p>Not found'),
};
