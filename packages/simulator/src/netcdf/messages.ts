import { LittleEndianWriter } from './byte-writer.ts';
import type { Attributes, Numbers } from './to-write.ts';

/** A message of an object header. */
export interface Message {
  type: number;
  body: Uint8Array;
}

/** The undefined address. */
export const undefinedAddress = 0xffff_ffff_ffff_ffffn;

const message = (type: number, body: LittleEndianWriter): Message => ({ type, body: body.bytes() });

/** The datatype of numbers or of a text. @see HDF5 File Format 3.0, IV.A.2.d */
function datatypeOf(data: Numbers | string): Uint8Array {
  if (typeof data === 'string') return new LittleEndianWriter().u8(0x13, 0, 0, 0).u32(Math.max(1, data.length)).bytes();
  const size = data.BYTES_PER_ELEMENT;
  if (data instanceof Float32Array || data instanceof Float64Array) {
    const float = new LittleEndianWriter()
      .u8(0x11, 0x20, size * 8 - 1, 0)
      .u32(size)
      .u16(0, size * 8);
    return (size === 4 ? float.u8(23, 8, 0, 23).u32(127) : float.u8(52, 11, 0, 52).u32(1023)).bytes();
  }
  const signed = data instanceof Int8Array || data instanceof Int16Array || data instanceof Int32Array;
  return new LittleEndianWriter()
    .u8(0x10, signed ? 8 : 0, 0, 0)
    .u32(size)
    .u16(0, size * 8)
    .bytes();
}

/** The datatype of a list of object references. */
const referenceList = new LittleEndianWriter().u8(0x19, 0, 0, 0).u32(16).u8(0x17, 0, 0, 0).u32(8).bytes();

/** Lengths of dimensions; empty for a scalar. @see IV.A.2.b */
function dataspaceOf(lengths: number[]): Uint8Array {
  return new LittleEndianWriter()
    .u8(2, lengths.length, 0, lengths.length === 0 ? 0 : 1)
    .u64(...lengths)
    .bytes();
}

export const dataspaceMessage = (lengths: number[]): Message => ({ type: 0x01, body: dataspaceOf(lengths) });
export const datatypeMessage = (data: Numbers): Message => ({ type: 0x03, body: datatypeOf(data) });

/** An undefined fill value: the `_FillValue` attribute holds it. @see IV.A.2.f */
export const fillMessage: Message = message(0x05, new LittleEndianWriter().u8(3, 0x0a));

/** Layout of contiguous data. @see IV.A.2.i */
export const contiguousMessage = (address: number | bigint, bytes: number): Message =>
  message(0x08, new LittleEndianWriter().u8(3, 1).u64(address, bytes));

/** Layout of chunked data: address of the index and size of a chunk. */
export const chunkedMessage = (address: number, shape: number[], elementBytes: number): Message =>
  message(
    0x08,
    new LittleEndianWriter()
      .u8(3, 2, shape.length + 1)
      .u64(address)
      .u32(...shape, elementBytes),
  );

/** Shuffle filter, then deflate. @see IV.A.2.l */
export const filterMessage = (elementBytes: number, level: number): Message =>
  message(0x0b, new LittleEndianWriter().u8(2, 2).u16(2, 0, 1).u32(elementBytes).u16(1, 0, 1).u32(level));

/** @see IV.A.2.m */
export function attributeMessages(attributes: Attributes): Message[] {
  return Object.entries(attributes).map(([name, value]) => {
    const space = dataspaceOf(typeof value === 'string' ? [] : [value.length]);
    const bytes = typeof value === 'string' ? Buffer.from(value || '\0', 'latin1') : octetsOf(value);
    return attribute(name, datatypeOf(value), space, bytes);
  });
}

/** An attribute with one list of object references for each dimension, given by their indices in the heap. */
export function referencesMessage(name: string, heap: number, indices: number[]): Message {
  const places = new LittleEndianWriter();
  for (const index of indices) places.u32(1).u64(heap).u32(index);
  return attribute(name, referenceList, dataspaceOf([indices.length]), places.bytes());
}

function attribute(name: string, datatype: Uint8Array, space: Uint8Array, value: Uint8Array): Message {
  const body = new LittleEndianWriter()
    .u8(3, 0)
    .u16(name.length + 1, datatype.length, space.length)
    .u8(0);
  return message(0x0c, body.text(`${name}\0`).put(datatype).put(space).put(value));
}

/** The links of a group as messages of its header, in order of creation. @see IV.A.2.c, g and k */
export function linkMessages(links: { name: string; address: number }[]): Message[] {
  return [
    message(0x02, new LittleEndianWriter().u8(0, 1).u64(links.length, undefinedAddress, undefinedAddress)),
    message(0x0a, new LittleEndianWriter().u8(0, 0)),
    ...links.map(({ name, address }, order) =>
      message(0x06, new LittleEndianWriter().u8(1, 0x04).u64(order).u8(name.length).text(name).u64(address)),
    ),
  ];
}

/** The octets of an array; the machine is little-endian. */
export function octetsOf(data: Numbers): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
