import { crc32, inflateSync } from 'node:zlib';
import { DataError } from '@severe/base';
import { Grib2Error, identityOf, isField, readFields } from '@severe/grib2';
import { storedLocator } from '@severe/projection';
import { borrow, giveBack, inflate } from '@severe/kernels';
import { momentStatistics, NexradError, packetStatistics, readProduct, readVolume } from '@severe/nexrad';
import { bzip2 } from '@severe/nexrad/write';
import { readGrib2Field } from '@severe/raster';
import { openGeotiff } from '@severe/tiff';
import { ccsds, decodeCodestream, readImageHeader, png, Section, Octets } from '@severe/grib2/testing/decoders';
import { Bunzip2 } from '@severe/nexrad/testing/decoders';
import { isTrap, readLightningInPlace, surveyInPlace } from '@severe/netcdf/testing/readers';
import { readField } from '@severe/raster/testing/readers';
import { memorySource, RangedSource } from '@severe/tiff/testing/readers';
import { outcome } from '@severe/raster/testing/outcome';
import { rangedFile } from '@severe/tiff/testing/ranged-file';
import { sectionAt } from '@severe/grib2/testing';
import { realFiles } from '@severe/testing/hostile/real-files';
import * as grib2 from '@severe/grib2/testing/seeds';
import type { Format } from '@severe/testing/hostile/formats';
import { seeds } from '../../test/hostile/seeds/index.ts';
import { lightning } from '@severe/netcdf/testing/seeds';

/** A decoder under test. */
export interface Target {
  /** Good files to start with. */
  seeds: () => Uint8Array[];
  /** Reads everything in the file. */
  read: (bytes: Uint8Array) => unknown;
  /** Errors that it may throw; any other is a finding. */
  refuses: (new (...args: never[]) => Error)[];
  /** Whether the decoder is unreliable after this refusal; fuzzing then continues in a new thread. */
  unreliableAfter?: (error: unknown) => boolean;
  /** Repairs checksums in place, so that mutations reach the code behind them. */
  repair?: (bytes: Uint8Array) => void;
}

const most = 1e6; // points of what is decoded: larger ones take longer and find no more
const realOctets = 40_000;
const smallPages = { pageBytes: 64, pages: Infinity, requests: Infinity };
const both = (format: Format) => (): Uint8Array[] => [
  ...Object.values(seeds[format]),
  ...Object.values(realFiles(format, realOctets)),
];

/** Section 7 from octet 6 of one of our messages. */
function payloadOf(message: Uint8Array): Uint8Array {
  const at = sectionAt(message, 7);
  return message.subarray(at + 5, message.length - 4);
}

/** Targets by the names of the command. */
export const targets: Record<string, Target> = {
  grib2: {
    seeds: both('grib2'),
    refuses: [Grib2Error],
    read(bytes) {
      for (const entry of readFields(bytes)) {
        if (!isField(entry) || entry.count > most) continue;
        identityOf(entry);
        ignoring([Grib2Error, DataError], () => {
          entry.decode().statistics();
          const { positionOf, nearest } = storedLocator(entry.grid);
          const position = positionOf(entry.count - 1);
          if (position) nearest(position);
        });
      }
    },
  },
  field: {
    seeds: () => [...both('grib2')(), ...Object.values(seeds.gzip)],
    refuses: [DataError],
    read: (bytes) => readGrib2Field(bytes, { nothing: [-99], missing: [-999] }),
  },
  png: {
    seeds: () => [payloadOf(grib2.png)],
    refuses: [Grib2Error],
    read(bytes) {
      const image = Buffer.from(bytes);
      const points = image.length < 24 ? 0 : image.readUInt32BE(16) * image.readUInt32BE(20);
      if (points > most) return;
      const packed = png.open(new Section(new Octets(5, 21).u16(10, 41).u8(20, 16).bytes), bytes, points);
      if (packed.kind === 'codes') packed.codes();
    },
    repair: repairPng,
  },
  inflate: {
    seeds: () => {
      const at = Buffer.from(payloadOf(grib2.png)).indexOf('IDAT');
      return [payloadOf(grib2.png).subarray(at + 4)];
    },
    refuses: [],
    read: compareInflate,
  },
  jpeg2000: {
    seeds: () => [payloadOf(grib2.jpeg)],
    refuses: [Grib2Error],
    read(bytes) {
      const image = readImageHeader(bytes);
      const points = (image.x1 - image.x0) * (image.y1 - image.y0);
      if (points <= most) decodeCodestream(bytes, image, new Int32Array(points));
    },
  },
  /** Input: bits, flags, block size and interval, then 1,000 samples. */
  ccsds: {
    seeds: () => [14, 0, 8, 46].map((flags) => Buffer.concat([Buffer.of(12, flags, 16, 0, 5), payloadOf(grib2.ccsds)])),
    refuses: [Grib2Error],
    read([bits, flags, block, high, low, ...payload]) {
      const section5 = new Octets(5, 25)
        .u16(10, 42)
        .u8(20, bits ?? 0)
        .u8(22, flags ?? 0)
        .u8(23, block ?? 0);
      section5.u16(24, ((high ?? 0) << 8) | (low ?? 0));
      const packed = ccsds.open(new Section(section5.bytes), Uint8Array.from(payload), 1000);
      if (packed.kind === 'codes') packed.codes();
    },
  },
  geotiff: {
    seeds: both('geotiff'),
    refuses: [DataError],
    async read(bytes) {
      const image = openGeotiff(bytes);
      if (image.width * image.height > most) return;
      const pixel = image.locator?.pixelAt({ lat: 35, lon: -97 });
      if (pixel) image.locator?.positionOf(pixel.column, pixel.row);
      await image.survey({ indices: [0, 500] });
    },
  },
  /** Reads a file by ranges, in small pages, and whole: both return the same field or the same refusal. */
  ranges: {
    seeds: both('geotiff'),
    refuses: [DataError],
    async read(bytes) {
      const { width, height } = openGeotiff(bytes);
      if (width * height > most) return;
      const whole = await outcome(readField(memorySource(bytes)));
      const ranged = await outcome(readField(new RangedSource(rangedFile(bytes), smallPages)));
      if (ranged !== whole) throw new Error(`by ranges: ${ranged}; whole: ${whole}`);
    },
  },
  netcdf: {
    seeds: both('netcdf'),
    refuses: [DataError],
    read: (bytes) => surveyInPlace(bytes, { at: [{ lat: 35, lon: -97 }], indices: [0, 500] }),
    unreliableAfter: trapped,
  },
  lightning: { seeds: () => [lightning], refuses: [DataError], read: readLightningInPlace, unreliableAfter: trapped },
  nexrad2: {
    seeds: both('level2'),
    refuses: [NexradError],
    read(bytes) {
      for (const { moments } of readVolume(bytes).sweeps) moments.forEach(momentStatistics);
    },
  },
  nexrad3: {
    seeds: both('level3'),
    refuses: [NexradError],
    read(bytes) {
      const { packets, levels } = readProduct(bytes);
      for (const packet of packets) {
        if (packet.kind === 'radial' || packet.kind === 'raster') packetStatistics(packet, levels);
      }
    },
  },
  bzip2: {
    seeds: () => [payloadOf(grib2.simple), new Uint8Array(5000)].map(bzip2),
    refuses: [NexradError],
    read: (bytes) => new Bunzip2().unpack(bytes, most),
  },
};

function ignoring(refusals: Target['refuses'], read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!refusals.some((kind) => error instanceof kind)) throw error;
  }
}

/** The HDF5 library does not release its memory between files. */
function trapped(error: unknown): boolean {
  return error instanceof DataError && isTrap(error.cause);
}

/** Repairs the checksums of all chunks of a PNG. */
function repairPng(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) return;
    file.writeUInt32BE(crc32(file.subarray(at + 4, end)), end);
  }
}

/** Our inflate returns what zlib returns, or refuses what zlib refuses; both know the expected length. */
function compareInflate(bytes: Uint8Array): void {
  let theirs: Uint8Array | undefined;
  try {
    theirs = inflateSync(bytes, { maxOutputLength: most });
  } catch {
    theirs = undefined;
  }
  const size = theirs?.length ?? 2460; // what the seed holds: 30 rows of 40 points of 16 bits
  const space = borrow();
  const { from, into } = space.layOut({ from: bytes.length, into: size });
  space.octets(from).set(bytes);
  const problem = inflate(space, from, into);
  const ours = Buffer.from(space.octets(into));
  giveBack(space);
  if ((problem === undefined) !== (theirs !== undefined)) {
    throw new Error(`zlib ${theirs ? 'reads' : 'refuses'} it, our inflate ${problem ? `says ${problem}` : 'reads'} it`);
  }
  if (theirs && !problem && !ours.equals(theirs)) throw new Error('our inflate and zlib return different bytes');
}
