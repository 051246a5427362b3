import type { BytesOf } from '@severe/async';
import { radarSites, type RadarSite } from '@severe/catalogue';
import { packVolume, type VolumeToWrite } from '@severe/nexrad/write';
import { stormModel } from '../model/storms.ts';
import { chunkPlans, cutChunk, type ChunkPlan } from '../nexrad/chunks.ts';
import { volumeAt, volumeIntervalMs, volumeNumber, volumeStart, volumeDurationMs } from '../nexrad/schedule.ts';
import { volumeSites } from '../nexrad/sites.ts';
import { drawVolume, placeOf, volumeFile } from '../nexrad/volume.ts';
import { repeating } from '../repeating.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import { etagOf } from './etag.ts';
import { ObjectSizes } from './object-sizes.ts';

/** Number of volumes available in chunks: the current one and those before it. */
const volumesInChunks = 3;
/** Milliseconds from the last radial of a chunk, or of a volume, until it can be fetched. */
const chunkDelay = 5_000;
const archiveDelay = 25_000;
/** Typical sizes, bytes. */
const usualVolume = 1_500_000;
const usualChunk = Math.round(usualVolume / chunkPlans.length);

/** Volumes of a site that stand for all others, if they are repeated. */
const repeatedVolumes = 2;

/** All radars of the network, in order of their names. */
const nationalSites = radarSites.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/**
 * The buckets of radar volumes: whole volumes of the last `backlog` milliseconds, and the newest in chunks.
 *
 * @param repeatFrom   start of the ten minutes whose measurements all volumes have; default: each volume has its own
 * @param everyRadarAs with `repeatFrom`: radars whose measurements all radars of the network send, in turn. Default: those of
 *   the plains send their own, and no others send any
 */
export function volumeBuckets(
  seed: number,
  backlog: number,
  cache: BytesOf,
  repeatFrom?: number,
  everyRadarAs: readonly string[] = [],
): Bucket[] {
  const isNational = repeatFrom !== undefined && everyRadarAs.length > 0;
  const sites = isNational ? nationalSites : volumeSites;
  const measuredBy = (site: RadarSite): RadarSite => {
    if (!isNational) return site;
    const id = everyRadarAs[sites.indexOf(site) % everyRadarAs.length];
    return siteOf(volumeSites, id);
  };
  const stormsAt = stormModel(seed);
  const draw = (site: RadarSite, volume: number): VolumeToWrite => {
    const start = volumeStart(seed, site, volume);
    return drawVolume(site, seed, stormsAt(start), start, volumeNumber(volume));
  };
  const repeated = new Map<RadarSite, (volume: number) => ReturnType<typeof packVolume>>();
  const repeat = (site: RadarSite, volume: number, from: number): Uint8Array => {
    const measured = measuredBy(site);
    const packed =
      repeated.get(measured) ??
      repeating({ first: volumeAt(seed, measured, from), count: repeatedVolumes }, (own) =>
        packVolume(draw(measured, own)),
      );
    repeated.set(measured, packed);
    return packed(volume)(new Date(volumeStart(seed, site, volume)), volumeNumber(volume), placeOf(site));
  };
  const fileOf = (site: RadarSite, volume: number): Uint8Array =>
    cache(`${site.id}/${volume}`, () =>
      repeatFrom === undefined ? volumeFile(draw(site, volume)) : repeat(site, volume, repeatFrom),
    );
  return [archive(seed, sites, backlog, fileOf), chunks(seed, sites, fileOf)];
}

type FileOf = (site: RadarSite, volume: number) => Uint8Array;

function archive(seed: number, sites: RadarSite[], backlog: number, fileOf: FileOf): Bucket {
  const sizes = new ObjectSizes();
  const describe = (site: RadarSite, volume: number): StoredObject => {
    const start = volumeStart(seed, site, volume);
    const { day, time } = stamp(start);
    const folder = `${day.slice(0, 4)}/${day.slice(4, 6)}/${day.slice(6)}`;
    const key = `${folder}/${site.id}/${site.id}${day}_${time}_V06`;
    const size = sizes.sizeOf(key, usualVolume);
    return { key, modified: start + volumeDurationMs + archiveDelay, size, etag: etagOf(seed, key) };
  };
  return {
    host: 'unidata-nexrad-level2.s3.amazonaws.com',
    isSlow: true,
    objects(now, prefix) {
      return sitesIn(sites, prefix.split('/')[3])
        .flatMap((site) => {
          const newest = volumeAt(seed, site, now);
          const oldest = volumeAt(seed, site, now - backlog) + 1;
          return Array.from({ length: newest - oldest + 1 }, (_, i) => describe(site, oldest + i));
        })
        .filter(({ modified }) => modified <= now)
        .sort(byKey);
    },
    open(key) {
      const [, id, day, time] = /\/([A-Z]{4})\/.{4}(\d{8})_(\d{6})_V06$/.exec(key) as RegExpExecArray;
      const bytes = fileOf(...volumeFrom(seed, siteOf(sites, id), day, time));
      sizes.record(key, bytes.length);
      return contentsOf(bytes);
    },
  };
}

function chunks(seed: number, sites: RadarSite[], fileOf: FileOf): Bucket {
  const sizes = new ObjectSizes();
  const describe = (site: RadarSite, volume: number, { sequence, kind, measuredAfter }: ChunkPlan): StoredObject => {
    const start = volumeStart(seed, site, volume);
    const { day, time } = stamp(start);
    const place = String(sequence).padStart(3, '0');
    const key = `${site.id}/${volumeNumber(volume)}/${day}-${time}-${place}-${kind}`;
    const size = sizes.sizeOf(key, usualChunk);
    return { key, modified: start + measuredAfter + chunkDelay, size, etag: etagOf(seed, key) };
  };
  return {
    host: 'unidata-nexrad-level2-chunks.s3.amazonaws.com',
    isSlow: true,
    objects(now, prefix) {
      return sitesIn(sites, prefix.split('/')[0])
        .flatMap((site) => {
          const newest = volumeAt(seed, site, now);
          return Array.from({ length: volumesInChunks }, (_, i) => newest - i).flatMap((volume) =>
            chunkPlans.map((plan) => describe(site, volume, plan)),
          );
        })
        .filter(({ modified }) => modified <= now)
        .sort(byKey);
    },
    open(key) {
      const [, id, day, time, sequence] = /^(.{4})\/\d+\/(\d{8})-(\d{6})-(\d{3})-[SIE]$/.exec(key) as RegExpExecArray;
      const bytes = cutChunk(fileOf(...volumeFrom(seed, siteOf(sites, id), day, time)), Number(sequence));
      sizes.record(key, bytes.length);
      return contentsOf(bytes);
    },
  };
}

/** The sites whose names match a prefix; all if it does not reach the name. */
function sitesIn(sites: RadarSite[], name = ''): RadarSite[] {
  return sites.filter(({ id }) => id.startsWith(name.slice(0, 4)));
}

const siteOf = (sites: RadarSite[], id: string): RadarSite =>
  sites.find((candidate) => candidate.id === id) as RadarSite;

/** Site and volume of a listed key. */
function volumeFrom(seed: number, site: RadarSite, day: string, time: string): [site: RadarSite, volume: number] {
  const iso = `${day}${time}`.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z');
  return [site, Math.round((Date.parse(iso) - volumeStart(seed, site, 0)) / volumeIntervalMs)];
}

function contentsOf(bytes: Uint8Array): ReturnType<Bucket['open']> {
  return { size: bytes.length, type: 'binary/octet-stream', slice: (start, end) => bytes.subarray(start, end) };
}

function stamp(time: number): { day: string; time: string } {
  const digits = new Date(time).toISOString().replace(/\D/g, '');
  return { day: digits.slice(0, 8), time: digits.slice(8, 14) };
}

const byKey = (one: StoredObject, other: StoredObject): number => (one.key < other.key ? -1 : 1);
