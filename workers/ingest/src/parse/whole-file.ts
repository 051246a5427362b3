import { DataError, messageOf } from '@severe/base';
import { unpackGzip } from '../fetch/unpack.ts';

/** Formats of the files that are rendered. */
export type FileFormat = 'grib2' | 'grib2.gz' | 'level2' | 'nc';

/** Largest unpacked file. A mosaic of a stormy day has 5 MB; its 24.5 million cells of two bytes have 49 MB. */
const maxUnpackedBytes = 64 << 20;

/**
 * Rejects a file that is not whole, such as a web page or half of a file. A frame of it would be refused for good, although
 * the provider has the right file a minute later.
 *
 * @throws {DataError} `file`
 */
export async function assertWhole(bytes: Uint8Array, format: FileFormat): Promise<void> {
  const problem = format === 'grib2.gz' ? await gzipProblem(bytes) : problems[format](bytes);
  if (problem) throw new DataError('file', `expected a whole file, got ${bytes.length} bytes: ${problem}`);
}

const problems: Record<Exclude<FileFormat, 'grib2.gz'>, (bytes: Uint8Array) => string | undefined> = {
  grib2: gribProblem,
  level2: volumeProblem,
  nc: netcdfProblem,
};

async function gzipProblem(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return gribProblem(await unpackGzip(bytes, maxUnpackedBytes));
  } catch (error) {
    return `no gzip file: ${messageOf(error)}`;
  }
}

/** Messages follow one another: each begins with `GRIB` and its length, and ends with `7777` (WMO-No. 306, FM 92). */
function gribProblem(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  while (at < file.length) {
    if (at + 16 > file.length || file.toString('latin1', at, at + 4) !== 'GRIB') return `no GRIB message at byte ${at}`;
    const end = at + Number(file.readBigUInt64BE(at + 8));
    if (end <= at + 16 || end > file.length || file.toString('latin1', end - 4, end) !== '7777') {
      return `the message at byte ${at} does not end`;
    }
    at = end;
  }
  return at === 0 ? 'no GRIB message' : undefined;
}

/** A volume begins with the name of its tape, `AR2V0006.` or `ARCHIVE2.`. One whose end is missing can still be drawn. */
function volumeProblem(bytes: Uint8Array): string | undefined {
  const tape = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  return /^(?:AR2V|ARCHIVE2)/.test(tape) ? undefined : 'no radar volume';
}

const hdf5Signature = Buffer.from('\x89HDF\r\n\x1a\n', 'latin1');
/** Offset of the end-of-file address in a superblock, by its version (HDF5 file format 3.0, section II.A). */
const endAddressAt = [40, 44, 28, 28];

/** The superblock of HDF5 says where the file ends. */
function netcdfProblem(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.length < 52 || !file.subarray(0, 8).equals(hdf5Signature)) return 'no NetCDF-4 file';
  const at = endAddressAt[file[8]];
  const addressBytes = file[8] < 2 ? file[13] : file[9];
  if (at === undefined || addressBytes !== 8) return undefined; // of another form, which the reader judges
  const end = Number(file.readBigUInt64LE(at));
  return end > file.length ? `the file ends at byte ${end}` : undefined;
}
