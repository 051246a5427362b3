import { refuse } from './refuse.ts';
import type { ByteSource } from './source/index.ts';

/** Byte order of a file, and whether it is a BigTIFF, with counts and offsets of 64 bits. */
export interface ByteFormat {
  little: boolean;
  big: boolean;
}

/** Octets of a classic TIFF header: byte order, 42, offset of the first directory. */
export const headerBytes = 8;

/**
 * Reads the header: the format of the file, and the offset of its first directory.
 *
 * @throws {DataError} `geotiff-damaged` when it is not a TIFF header
 */
export function readHeader(source: ByteSource): { format: ByteFormat; first: number } {
  if (source.length < headerBytes) {
    refuse('damaged', `the file has ${source.length} bytes, a TIFF header has ${headerBytes}`);
  }
  const format = readFormat(source);
  const view = viewOf(source.slice(0, format.big ? 16 : headerBytes));
  return { format, first: readOffset(view, format.big ? 8 : 4, format) };
}

function readFormat(source: ByteSource): ByteFormat {
  const view = viewOf(source.slice(0, headerBytes));
  const order = view.getUint16(0);
  const little = order === 0x4949;
  if (!little && order !== 0x4d4d) {
    const found = JSON.stringify(String.fromCharCode(view.getUint8(0), view.getUint8(1)));
    refuse('damaged', `the file does not begin as a TIFF: it begins with ${found}, "II" or "MM" is needed`);
  }
  const version = view.getUint16(2, little);
  if (version !== 42 && version !== 43) refuse('damaged', `TIFF version ${version}, 42 or 43 is needed`);
  const big = version === 43;
  if (big && (source.length < 16 || view.getUint16(4, little) !== 8 || view.getUint16(6, little) !== 0)) {
    refuse('damaged', 'a BigTIFF header without offsets of 8 bytes');
  }
  return { little, big };
}

/** Writes the header of a little-endian classic TIFF. */
export function writeHeader(file: Buffer, first: number): void {
  file.write('II', 0, 'latin1');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(first, 4);
}

export function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

export function readOffset(view: DataView, at: number, { little, big }: ByteFormat): number {
  return big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
}
