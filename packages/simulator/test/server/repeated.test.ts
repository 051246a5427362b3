import { memoizeBytes } from '@severe/async';
import { models, radarSites } from '@severe/catalogue';
import { isField, readFields, type Grib2Field } from '@severe/grib2';
import { readVolume } from '@severe/nexrad';
import { expect } from 'chai';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createSatelliteRenderer, satellites } from '../../src/satellite/renderer.ts';
import type { Bucket } from '../../src/server/bucket.ts';
import { modelBucket } from '../../src/server/model-bucket.ts';
import { radarBucket } from '../../src/server/radar-bucket.ts';
import { satelliteBucket } from '../../src/server/satellite-bucket.ts';
import { volumeBuckets } from '../../src/server/volume-buckets.ts';
import { withNetcdf } from '../support/netcdf.ts';

const seed = 7;
const from = Date.parse('2026-05-20T22:00:00Z');
const hourMs = 3_600_000;

const cache = () => memoizeBytes(2 ** 28);

/** The objects of a bucket at the end of an hour. */
function filesOf(bucket: Bucket, prefix: string, now = from + hourMs) {
  const keys = bucket.objects(now, prefix).map(({ key }) => key);
  const read = (key: string, start = 0, end?: number): Uint8Array => {
    const contents = bucket.open(key);
    return contents.slice(start, end ?? contents.size);
  };
  return { keys, read };
}

function fieldOf(message: Uint8Array): Grib2Field {
  const [field] = readFields(message);
  if (!isField(field)) throw new Error(field.error.message);
  return field;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

describe('files of repeated values', function () {
  this.timeout(120_000);

  it('are mosaics with the values of half an hour, each of its own time', () => {
    const prefix = 'CONUS/EchoTop_18_00.50/20260520/MRMS_EchoTop_18_00.50_20260520-22';
    const allPublished = from + hourMs + 2 * 60_000;
    const ordinary = filesOf(radarBucket(seed, 2 * hourMs, cache()), prefix, allPublished);
    const { keys, read } = filesOf(radarBucket(seed, 2 * hourMs, cache(), from), prefix, allPublished);
    expect(keys).to.deep.equal(ordinary.keys);
    const [first, second, later] = [1, 2, 18].map((i) => gunzipSync(read(keys[i])));
    expect(isSame(first, gunzipSync(ordinary.read(keys[1]))), 'within the half hour').to.equal(true);

    const [, minute, seconds] = /22(\d\d)(\d\d)\.grib2/.exec(keys[18])!;
    expect(fieldOf(later).validAt).to.deep.equal(new Date(`2026-05-20T22:${minute}:${seconds}Z`));
    const afterTimes = 16 + 21; // sections 0 and 1
    expect(isSame(later.subarray(afterTimes), second.subarray(afterTimes))).to.equal(true);
    expect(isSame(later.subarray(afterTimes), first.subarray(afterTimes))).to.equal(false);
  });

  it('are mosaics of a scan that appear at once', () => {
    const timesOf = (bucket: Bucket): number =>
      new Set(bucket.objects(from + hourMs, '').map(({ modified }) => modified)).size;
    const scans = hourMs / 120_000;
    expect(timesOf(radarBucket(seed, hourMs, cache(), from))).to.be.within(scans - 1, scans);
    expect(timesOf(radarBucket(seed, hourMs, cache()))).to.be.above(2 * scans);
  });

  it('are records of a model with the values of three hours of a run, each of its own run and hour', () => {
    const bucket = modelBucket(models.hrrr, seed, cache(), from);
    const recordOf = (run: string, wanted: string): Grib2Field => {
      const key = `hrrr.20260520/conus/hrrr.t${run}`;
      const { read } = filesOf(bucket, key);
      const lines = Buffer.from(read(`${key}.idx`))
        .toString()
        .split('\n');
      const at = lines.findIndex((line) => line.includes(wanted));
      const [start, end] = [at, at + 1].map((i) => Number(lines[i].split(':')[1]));
      return fieldOf(read(key, start, end));
    };
    const made = recordOf('21z.wrfsfcf02.grib2', ':APCP:surface:1-2 hour acc fcst:');
    const later = recordOf('18z.wrfsfcf14.grib2', ':APCP:surface:13-14 hour acc fcst:');
    const next = recordOf('18z.wrfsfcf15.grib2', ':APCP:surface:14-15 hour acc fcst:');
    expect(later.identification.referenceAt).to.deep.equal(new Date('2026-05-20T18:00:00Z'));
    expect(later.validAt).to.deep.equal(new Date('2026-05-21T08:00:00Z'));
    expect(later.product.forecastSeconds).to.equal((13 * hourMs) / 1000);
    const values = later.values() as Float32Array;
    expect(values).to.deep.equal(made.values());
    expect((next.values() as Float32Array).every((value, i) => value === values[i])).to.equal(false);
  });

  it('are volumes with the measurements of ten minutes: they, their sweeps and their chunks have their own times', () => {
    const buckets = (repeatFrom?: number) => volumeBuckets(seed, hourMs, cache(), repeatFrom);
    const prefix = '2026/05/20/KTLX';
    const [archive, chunks] = buckets(from);
    const { keys, read } = filesOf(archive, prefix);
    const within = keys.findIndex((key) => /KTLX20260520_220/.test(key));
    const key = keys[within + 2];
    const before = readVolume(filesOf(buckets()[0], prefix).read(keys[within]));
    const later = readVolume(read(key));
    const [, hour, minute, seconds] = /_(\d\d)(\d\d)(\d\d)_V06/.exec(key)!;
    const startedAt = Date.parse(`2026-05-20T${hour}:${minute}:${seconds}Z`);

    expect(later.header.startedAt).to.equal(startedAt);
    for (const [i, sweep] of later.sweeps.entries()) {
      const old = before.sweeps[i];
      expect(sweep.radials.timesMs[0] - startedAt).to.equal(old.radials.timesMs[0] - before.header.startedAt);
      expect([...sweep.moments]).to.deep.equal([...old.moments]);
    }
    const parts = filesOf(chunks, 'KTLX/', startedAt + 6 * 60_000);
    const own = parts.keys.filter((name) => name.includes(`20260520-${hour}${minute}${seconds}-`));
    expect(isSame(Buffer.concat(own.map((name) => parts.read(name))), read(key))).to.equal(true);
  });

  it('are volumes of every radar of the network, with the measurements of some and places of their own', () => {
    const [archive, chunks] = volumeBuckets(seed, hourMs, cache(), from, ['KTLX', 'KICT']);
    const prefix = '2026/05/20/';
    const { keys } = filesOf(archive, prefix);
    expect(new Set(keys.map((key) => key.split('/')[3])).size).to.equal(radarSites.length);
    const volumeOf = (site: string, i = 0) => {
      const files = filesOf(archive, `${prefix}${site}`);
      return readVolume(files.read(files.keys[i]));
    };
    const [far, other] = ['KABR', 'KABX'].map((site) => volumeOf(site));
    const { lat, lon } = radarSites.find(({ id }) => id === 'KABR')!;
    expect([far.station, far.header.station]).to.deep.equal(['KABR', 'KABR']);
    expect(far.site!.lat).to.be.closeTo(lat, 1e-4);
    expect(far.site!.lon).to.be.closeTo(lon, 1e-4);
    const isMeasuredAs = (volume: typeof far) => isDeepStrictEqual(volume.sweeps[0].moments, far.sweeps[0].moments);
    expect([0, 1].filter((i) => isMeasuredAs(volumeOf('KTLX', i)))).to.have.length(1);
    expect(isMeasuredAs(other)).to.equal(false);
    expect(filesOf(chunks, 'KABR/').keys).to.not.deep.equal([]);
  });

  it('are images with the pixels of a quarter of an hour, each of its own scan', async () => {
    const renderer = createSatelliteRenderer(seed);
    const files = (repeatFrom?: number) =>
      filesOf(
        satelliteBucket(seed, hourMs, cache(), renderer, satellites[0], repeatFrom),
        'ABI-L2-MCMIPC/2026/140/22/',
      );
    const { keys, read } = files(from);
    const shown = (bytes: Uint8Array) =>
      withNetcdf(bytes, (file) => ({
        pixels: new Uint8Array(new Int16Array(file.stored('CMI_C13')).buffer),
        start: file.attribute('', 'time_coverage_start') as string,
        name: file.attribute('', 'dataset_name') as string,
      }));
    const later = await shown(read(keys[4]));
    const made = await shown(files().read(keys[1]));
    expect(isSame(later.pixels, made.pixels)).to.equal(true);
    expect(keys[4]).to.include(`/${later.name}`);
    expect(keys[4]).to.include(`_s2026140${later.start.slice(11).replaceAll(/\D/g, '')}_`);
    expect(isSame((await shown(read(keys[5]))).pixels, made.pixels)).to.equal(false);
  });
});
