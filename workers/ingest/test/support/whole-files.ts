import { gzipSync } from 'node:zlib';

/** A GRIB message by its ends: what is between is not read here. */
export function gribMessage(text: string): Buffer {
  const inner = Buffer.from(text);
  const head = Buffer.alloc(16);
  head.write('GRIB', 'latin1');
  head[7] = 2;
  head.writeBigUInt64BE(BigInt(head.length + inner.length + 4), 8);
  return Buffer.concat([head, inner, Buffer.from('7777')]);
}

/** A mosaic: a GRIB message in a gzip file. */
export function mosaicFile(text = 'mosaic'): Buffer {
  return gzipSync(gribMessage(text));
}

/** An HDF5 file by its superblock, which says where the file ends. */
export function netcdfFile(text: string): Buffer {
  const head = Buffer.alloc(52);
  head.write('\x89HDF\r\n\x1a\n', 'latin1');
  head[8] = 2; // version
  head[9] = 8; // octets of an address
  const file = Buffer.concat([head, Buffer.from(text)]);
  file.writeBigUInt64LE(BigInt(file.length), 28);
  return file;
}
