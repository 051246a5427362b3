import { folder, readStamp, stamp } from '../satellite/names.ts';
import { multibandFile } from '../satellite/file.ts';
import { createdAt, publishedAfter, scanAt, scanStart, scanTakes } from '../satellite/schedule.ts';
import { satellites, type Satellite, type SatelliteStudio } from '../satellite/studio.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import type { ByteCache } from './byte-cache.ts';
import { etagOf } from './etag.ts';

/** What a file of sixteen bands comes to before it is made. */
const usualSize = 20_000_000;

/** The bucket of a satellite: pictures in all bands every five minutes, for the last `backlog` milliseconds. */
export function satelliteBucket(
  seed: number,
  backlog: number,
  cache: ByteCache,
  studio: SatelliteStudio,
  satellite: Satellite,
): Bucket {
  const index = satellites.indexOf(satellite);
  const sizes = new Map<string, number>();

  const timesOf = (scan: number): { start: number; end: number; created: number } => {
    const start = scanStart(seed, index, scan);
    return { start, end: start + scanTakes, created: createdAt(seed, index, scan) };
  };
  const describe = (scan: number): StoredObject => {
    const { start, end, created } = timesOf(scan);
    const name = `OR_ABI-L2-MCMIPC-M6_${satellite.name}_s${stamp(start)}_e${stamp(end)}_c${stamp(created)}.nc`;
    const key = `ABI-L2-MCMIPC/${folder(start)}/${name}`;
    return { key, modified: created + publishedAfter, size: sizes.get(key) ?? usualSize, etag: etagOf(seed, key) };
  };
  const build = (key: string): Uint8Array => {
    const [, start] = /_s(\d{14})_/.exec(key) as RegExpExecArray;
    const times = timesOf(scanAt(readStamp(start)));
    const name = key.slice(key.lastIndexOf('/') + 1);
    const bytes = multibandFile(satellite, name, times, studio.draw(satellite.grid, times.start));
    if (sizes.size > 1000) sizes.clear();
    sizes.set(key, bytes.length);
    return bytes;
  };

  return {
    host: `${satellite.bucket}.s3.amazonaws.com`,
    objects(now) {
      const newest = scanAt(now);
      const oldest = scanAt(now - backlog) + 1;
      return Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, i) => describe(oldest + i)).filter(
        ({ modified }) => modified <= now,
      );
    },
    open(key) {
      const bytes = cache.get(key, () => build(key));
      return { size: bytes.length, type: 'binary/octet-stream', slice: (start, end) => bytes.subarray(start, end) };
    },
  };
}
