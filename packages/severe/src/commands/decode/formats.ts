import { isChunk, isProduct } from '@severe/nexrad';
import { describeProduct, describeVolume } from './nexrad.ts';
import { Refusal, type FileReport, type Question } from './report.ts';

/** A format: how its files begin, and what reads them. */
interface Format {
  name: string;
  /** Bytes at the start of a file, one text a byte for a character. */
  starts: string[];
  /** For formats that do not begin with the same bytes always; asked when none begins so. */
  isOne?: (bytes: Uint8Array) => boolean;
  /** Absent for formats that are recognised only to be refused by their names. */
  describe?: (bytes: Uint8Array, question: Question) => FileReport | Promise<FileReport>;
}

// These readers bring many files or libraries with them, which other formats need not wait for
const grib2 = async (bytes: Uint8Array, question: Question): Promise<FileReport> =>
  (await import('./grib2.ts')).describeGrib2(bytes, question);
const geotiff = async (bytes: Uint8Array, question: Question): Promise<FileReport> =>
  (await import('./geotiff.ts')).describeGeotiff(bytes, question);
const netcdf = async (bytes: Uint8Array, question: Question): Promise<FileReport> =>
  (await import('./netcdf.ts')).describeNetcdf(bytes, question);

const FORMATS: Format[] = [
  { name: 'GRIB2', starts: ['GRIB'], describe: grib2 },
  { name: 'TIFF', starts: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'], describe: geotiff },
  { name: 'NetCDF-4', starts: ['\x89HDF'], describe: netcdf },
  { name: 'NetCDF', starts: ['CDF\x01', 'CDF\x02', 'CDF\x05'] },
  { name: 'NEXRAD Level II', starts: ['AR2V', 'ARCHIVE2'], isOne: isChunk, describe: describeVolume },
  { name: 'XZ', starts: ['\xfd7zXZ'] },
  { name: 'NEXRAD Level III', starts: [], isOne: isProduct, describe: describeProduct },
];

const HEADING = 4096; // a bulletin's heading may stand before the first message

/**
 * Finds the format by the first bytes and lets its reader describe the file.
 *
 * @throws {Refusal} when it is none that can be read
 */
export async function describeFile(bytes: Uint8Array, question: Question): Promise<FileReport> {
  if (bytes.length === 0) throw new Refusal('the file is empty');
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADING)).toString('latin1');
  const format =
    FORMATS.find(({ starts }) => starts.some((start) => head.startsWith(start))) ??
    FORMATS.find(({ starts }) => starts.includes('GRIB') && head.includes('GRIB')) ??
    FORMATS.find(({ isOne }) => isOne?.(bytes));
  if (format?.describe) return format.describe(bytes, question);
  const readable = FORMATS.filter(({ describe }) => describe).map(({ name }) => name);
  const found = format
    ? `the file is ${format.name}`
    : `no known format begins with ${JSON.stringify(head.slice(0, 12))}`;
  throw new Refusal(`${found}; ${readable.join(', ')} can be read`);
}
