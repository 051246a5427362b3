import { inflateSync } from 'node:zlib';
import { DataError, messageOf } from '@severe/base';
import { limits, momentUnits, momentNames, type Sweep } from '@severe/nexrad';
import {
  maxDeflateRatio,
  memorySource,
  readDirectories,
  readMetadata,
  tags,
  type Directory,
} from '@severe/tiff/container';
import type { ReadRange } from '../values/remote.ts';
import { azimuthParts, azimuthsTag, coarseAzimuthParts, items, type Page, type PolarVolume } from './volume-file.ts';

/** Covers the first directory of every volume. */
const firstRead = 16_384;
/** The directories of 64 sweeps of seven moments would have two megabytes. */
const longestHead = 4 << 20;

/**
 * Reads the directories of a volume, with at most two ranged reads.
 *
 * @throws {DataError} `polar-…` when `encodePolar` did not write it; errors of `read`
 */
export async function openPolar(read: ReadRange): Promise<PolarVolume> {
  const first = await read(0, firstRead);
  const head = firstStrip(first);
  if (head > longestHead) refuse('head', `has ${head} octets before its values, at most ${longestHead} are read`);
  const bytes = head <= first.length ? first.subarray(0, head) : await read(0, head);
  if (bytes.length < head) refuse('head', `has ${bytes.length} octets, its directories alone ${head}`);
  const directories = readDirectories(memorySource(bytes));
  const about = factsOf(directories[0], items.volume);
  const { station, site, startedAt, vcp } = about as unknown as PolarVolume;
  if (typeof station !== 'string' || !isSite(site) || !isMoment(startedAt)) {
    refuse('metadata', 'has no station, site or time');
  }
  return { station, site, startedAt, vcp: vcp ?? null, pages: directories.map(pageOf) };
}

/** Directories end where the first strip begins. */
function firstStrip(bytes: Uint8Array): number {
  const [first] = readDirectories(memorySource(bytes));
  return first.need(tags.stripOffsets, 'place of its strip');
}

function isSite(site: unknown): boolean {
  const { lat, lon, elevationM, towerM } = (site ?? {}) as Record<string, unknown>;
  return [lat, lon, elevationM, towerM].every(Number.isFinite);
}

/** Whether a number is a valid time. */
function isMoment(at: unknown): boolean {
  return typeof at === 'number' && !Number.isNaN(new Date(at).getTime());
}

/** Numeric fields of a page's metadata. */
const numbers = [
  'sweep',
  'cutDeg',
  'elevationDeg',
  'azimuthStepDeg',
  'startedAt',
  'firstGateM',
  'gateM',
  'scale',
  'offset',
] as const;

function pageOf(directory: Directory): Page {
  const facts = factsOf(directory, items.page) as unknown as Page;
  const gates = directory.need(tags.imageWidth, 'number of gates');
  const radials = directory.need(tags.imageLength, 'number of radials');
  const wordBits = directory.need(tags.bitsPerSample, 'width of its codes');
  if (!(gates >= 1 && gates <= limits.gates && radials >= 1 && radials <= limits.radials)) {
    refuse('page', `has ${radials} radials of ${gates} gates, at most ${limits.radials} of ${limits.gates} are read`);
  }
  if (wordBits !== 8 && wordBits !== 16) refuse('page', `has codes of ${wordBits} bits, 8 or 16 are needed`);
  if (!momentNames.includes(facts.moment)) refuse('metadata', 'has a moment of no known name');
  for (const name of numbers) {
    if (!Number.isFinite(facts[name])) refuse('metadata', `has ${name} ${String(facts[name])}, a number is needed`);
  }
  if (!(facts.gateM > 0 && facts.azimuthStepDeg > 0) || facts.scale === 0) refuse('metadata', 'has gates of no size');
  if (!isMoment(facts.startedAt)) refuse('metadata', `has a sweep of the time ${facts.startedAt}`);
  const parts = directory.numbers(azimuthsTag);
  if (parts.length !== radials) refuse('page', `has ${parts.length} azimuths for ${radials} radials`);
  const start = directory.need(tags.stripOffsets, 'place of its strip');
  const length = directory.need(tags.stripByteCounts, 'size of its strip');
  const unpacked = (radials * gates * wordBits) / 8;
  if (length * maxDeflateRatio < unpacked || length > unpacked + unpacked / 64 + 64) {
    refuse('page', `has a strip of ${length} octets for ${unpacked}`);
  }
  const isCoarse = directory.bytes(azimuthsTag)?.length === 2 * radials;
  const perTurn = isCoarse ? coarseAzimuthParts : azimuthParts;
  const azimuthsDeg = Float32Array.from(parts, (part) => (part * 360) / perTurn);
  return { ...facts, gates, wordBits, azimuthsDeg, strip: { start, length } };
}

function factsOf(directory: Directory, name: string): Record<string, unknown> {
  const text = readMetadata(directory).find((item) => item.name === name)?.value;
  if (text === undefined) return refuse('metadata', `has no item ${name}: this program did not write it`);
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch (cause) {
    throw new DataError('polar-metadata', `the volume file has an item ${name} that is not JSON`, { cause });
  }
}

/**
 * A page as a sweep with one moment; radials in order of azimuth.
 *
 * @param strip the octets at `page.strip`
 * @throws {DataError} `polar-strip` when they are damaged
 */
export function readPage(page: Page, strip: Uint8Array): Sweep {
  const { gates, wordBits, azimuthsDeg, moment: name } = page;
  const count = azimuthsDeg.length;
  const octets = inflate(strip, (count * gates * wordBits) / 8);
  const packed = wordBits === 8 ? octets : new Uint16Array(octets.buffer, octets.byteOffset, count * gates);
  const { firstGateM, gateM, scale, offset } = page;
  const layout = { gates, firstGateM, gateM, wordBits, scale, offset };
  return {
    index: page.sweep,
    elevationNumber: page.sweep + 1,
    elevationDeg: page.elevationDeg,
    radials: {
      count,
      azimuthsDeg,
      elevationsDeg: new Float32Array(count).fill(page.elevationDeg),
      timesMs: new Float64Array(count).fill(page.startedAt),
    },
    moments: new Map([[name, { name, units: momentUnits[name], ...layout, packed }]]),
    nyquistMps: page.nyquistMps ?? undefined,
    azimuthStepDeg: page.azimuthStepDeg,
    isComplete: page.isComplete,
  };
}

function inflate(strip: Uint8Array, expected: number): Uint8Array {
  let octets: Buffer;
  try {
    octets = inflateSync(strip, { maxOutputLength: expected, chunkSize: Math.max(64, expected) });
  } catch (cause) {
    throw new DataError('polar-strip', `a strip cannot be unpacked: ${messageOf(cause)}`, { cause });
  }
  if (octets.length !== expected) {
    throw new DataError('polar-strip', `a strip unpacks to ${octets.length} octets, ${expected} are needed`);
  }
  return octets;
}

function refuse(what: string, problem: string): never {
  throw new DataError(`polar-${what}`, `the volume file ${problem}`);
}
