import { isChunk, isProduct } from '@severe/nexrad';
import { describeProduct, describeVolume } from './nexrad.ts';
import { Refusal, type FileReport, type Question } from './report.ts';

/** A format: its signatures and its reader. */
interface Format {
  name: string;
  /** Signatures at the start of a file, one character per byte. */
  starts: string[];
  /** Test for formats without a fixed signature; called if no signature matches. */
  isOne?: (bytes: Uint8Array) => boolean;
  /** Absent for formats that are recognised but not supported. */
  describe?: (bytes: Uint8Array, question: Question) => FileReport | Promise<FileReport>;
}

// These readers are loaded on demand, because they import many files or libraries
const grib2 = async (bytes: Uint8Array, question: Question): Promise<FileReport> =>
  (await import('./grib2.ts')).describeGrib2(bytes, question);
const geotiff = async (bytes: Uint8Array, question: Question): Promise<FileReport> =>
  (await import('./geotiff.ts')).describeGeotiff(bytes, question);
const netcdf = async (bytes: Uint8Array, question: Question): Promise<FileReport> =>
  (await import('./netcdf.ts')).describeNetcdf(bytes, question);

const formats: Format[] = [
  { name: 'GRIB2', starts: ['GRIB'], describe: grib2 },
  { name: 'TIFF', starts: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'], describe: geotiff },
  { name: 'NetCDF-4', starts: ['\x89HDF'], describe: netcdf },
  { name: 'NetCDF', starts: ['CDF\x01', 'CDF\x02', 'CDF\x05'] },
  { name: 'NEXRAD Level II', starts: ['AR2V', 'ARCHIVE2'], isOne: isChunk, describe: describeVolume },
  { name: 'XZ', starts: ['\xfd7zXZ'] },
  { name: 'NEXRAD Level III', starts: [], isOne: isProduct, describe: describeProduct },
];

const maxHeadingBytes = 4096; // a bulletin heading may precede the first message

/**
 * Detects the format by the first bytes and describes the file.
 *
 * @throws {Refusal} if the format is not supported
 */
export async function describeFile(bytes: Uint8Array, question: Question): Promise<FileReport> {
  if (bytes.length === 0) throw new Refusal('the file is empty');
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxHeadingBytes)).toString('latin1');
  const format =
    formats.find(({ starts }) => starts.some((start) => head.startsWith(start))) ??
    formats.find(({ starts }) => starts.includes('GRIB') && head.includes('GRIB')) ??
    formats.find(({ isOne }) => isOne?.(bytes));
  if (format?.describe) return format.describe(bytes, question);
  const readable = formats.filter(({ describe }) => describe).map(({ name }) => name);
  const found = format
    ? `the file is ${format.name}`
    : `no known format begins with ${JSON.stringify(head.slice(0, 12))}`;
  throw new Refusal(`${found}; ${readable.join(', ')} can be read`);
}
