import { lookup3 } from './checksum.ts';
import { LittleEndianWriter } from './byte-writer.ts';
import type { Message } from './messages.ts';

/** An object header of one chunk. @see HDF5 File Format 3.0, IV.A.1.b */
export function headerOf(messages: Message[]): Uint8Array {
  const body = new LittleEndianWriter();
  for (const { type, body: bytes } of messages) body.u8(type).u16(bytes.length).u8(0).put(bytes);
  return sealed(new LittleEndianWriter().text('OHDR').u8(2, 2).u32(body.length).put(body.bytes()));
}

/** Length of the superblock, octets. */
export const superblockBytes = 48;

/** The superblock. @see II.A, version 2 */
export function superblockOf(end: number, root: number): Uint8Array {
  const block = new LittleEndianWriter().u8(0x89).text('HDF\r\n').u8(0x1a).text('\n').u8(2, 8, 8, 0);
  return sealed(block.u64(0, 0xffff_ffff_ffff_ffffn, end, root));
}

function sealed(bytes: LittleEndianWriter): Uint8Array {
  return bytes.u32(lookup3(bytes.bytes())).bytes();
}
