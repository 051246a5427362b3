import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoizeBytes } from '@severe/async';
import { mosaicFills } from '@severe/catalogue';
import { encodeCog, readGrib2Field, type Field } from '@severe/raster';
import { radarBucket } from '@severe/simulator/testing/server';

/** Consecutive radar frames, two minutes apart. */
export interface RadarSequence {
  what: string;
  /** What is compared, in `unit`. */
  thresholds: number[];
  unit: 'mm/h' | 'dBZ';
  /** Files, oldest first. */
  frames: string[];
}

export const minutesApart = 2;

const real = 'data/sequences/mrms-preciprate-20190610';

/** Real frames if they are there, else simulated ones, which are written to a folder. @param count of the simulated ones */
export function radarSequence(shared: string | undefined, folder: string, count: number): RadarSequence {
  return shared ? realSequence(join(shared, real)) : simulatedSequence(folder, count);
}

function realSequence(folder: string): RadarSequence {
  const frames = readdirSync(folder)
    .filter((name) => name.endsWith('.grib2'))
    .sort()
    .map((name) => join(folder, name));
  return { what: 'MRMS rain rate of the United States, 10 June 2019', thresholds: [0.5, 5, 20], unit: 'mm/h', frames };
}

/** Composite reflectivity of the simulated storm day. @param every one of so many frames */
export function simulatedSequence(folder: string, count: number, every = 1): RadarSequence {
  const bucket = radarBucket(1, 3 * 3_600_000, memoizeBytes(64 << 20));
  const now = Date.parse('2026-05-20T23:00:00Z');
  const keys = bucket.objects(now, 'CONUS/MergedReflectivityQCComposite_00.50/').map(({ key }) => key);
  const chosen = keys.filter((_, i) => (keys.length - 1 - i) % every === 0);
  const frames = chosen.slice(-count).map((key) => {
    const contents = bucket.open(key);
    const path = join(folder, key.slice(key.lastIndexOf('/') + 1));
    writeFileSync(path, contents.slice(0, contents.size));
    return path;
  });
  const what = 'composite reflectivity of the simulated storm day';
  return { what, thresholds: [20, 35, 50], unit: 'dBZ', frames };
}

/** A frame as a value file in dBZ; of rain by Z = 300 R^1.4. */
export function reflectivityFile(file: string, { unit }: Pick<RadarSequence, 'unit'>): Uint8Array {
  const field = readGrib2Field(readFileSync(file), mosaicFills);
  return encodeCog(unit === 'dBZ' ? field : reflectivityOf(field), { reduce: 'maximum', units: 'dBZ' });
}

/** Steps of half a dB from −50 dBZ. */
function reflectivityOf(rain: Field): Field {
  const [missing, nothing] = [0, 1];
  const means = new Map(rain.absent.map(({ code, means: is }) => [code, is === 'missing' ? missing : nothing]));
  const codes = Uint16Array.from({ length: 0x10000 }, (_, code) => {
    const rate = rain.offset + code * rain.scale;
    const found = rate > 0 ? Math.max(nothing, Math.round(20 * Math.log10(300 * rate ** 1.4)) + 100) : nothing;
    return means.get(code) ?? found;
  });
  const absent: Field['absent'] = [
    { code: missing, means: 'missing' },
    { code: nothing, means: 'nothing' },
  ];
  return { ...rain, packed: Uint16Array.from(rain.packed, (code) => codes[code]), absent, scale: 0.5, offset: -50 };
}
