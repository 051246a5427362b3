import { LittleEndianWriter } from './byte-writer.ts';
import { lookup3 } from './checksum.ts';
import { deflateLevel, indexChunks } from './chunks.ts';
import {
  attributeMessages,
  chunkedMessage,
  contiguousMessage,
  dataspaceMessage,
  datatypeMessage,
  fillMessage,
  filterMessage,
  linkMessages,
  undefinedAddress,
  octetsOf,
  referencesMessage,
  type Message,
} from './messages.ts';
import type { Attributes, NetcdfToWrite, VariableToWrite } from './to-write.ts';

/**
 * Writes a NetCDF-4 file: one HDF5 group with compact links and attributes, and chunks in B-trees. It supports only
 * what the simulated files need.
 *
 * @throws {RangeError} if a variable's number of cells differs from its dimensions
 * @see HDF5 File Format Specification 3.0; NetCDF-4 file format, dimension scales
 */
export function encodeNetcdf({ dimensions, attributes, variables }: NetcdfToWrite): Uint8Array {
  const parts: Uint8Array[] = [];
  let end = superblockBytes;
  const place = (bytes: Uint8Array): number => {
    const address = end;
    const padding = -bytes.length & 7;
    parts.push(bytes);
    if (padding > 0) parts.push(new Uint8Array(padding));
    end += bytes.length + padding;
    return address;
  };

  const names = Object.keys(dimensions);
  const lengthsOf = ({ dimensions: own }: VariableToWrite): number[] => own.map((name) => dimensions[name]);
  const isScale = ({ name }: VariableToWrite): boolean => name in dimensions;
  const bare = names.filter((name) => !variables.some((variable) => variable.name === name));

  // Scales come first, since other variables refer to them.
  const scales = [
    ...bare.map((name) => ({ name, address: place(bareScale(names.indexOf(name), dimensions[name])) })),
    ...variables.filter(isScale).map((variable) => ({
      name: variable.name,
      address: place(
        headerOf([
          ...dataMessages(variable, lengthsOf(variable), place),
          ...attributeMessages({
            ...scaleAttributes(variable.name, names.indexOf(variable.name)),
            ...variable.attributes,
          }),
        ]),
      ),
    })),
  ];
  const heap = place(heapOf(names.map((name) => addressOf(scales, name))));
  const others = variables
    .filter((variable) => !isScale(variable))
    .map((variable) => ({
      name: variable.name,
      address: place(
        headerOf([
          ...dataMessages(variable, lengthsOf(variable), place),
          ...scaleReferences(variable, heap, names),
          ...attributeMessages(variable.attributes),
        ]),
      ),
    }));
  const root = place(headerOf([...linkMessages([...others, ...scales]), ...attributeMessages(attributes)]));
  return Buffer.concat([superblockOf(end, root), ...parts]);
}

const addressOf = (scales: { name: string; address: number }[], name: string): number =>
  scales.find((scale) => scale.name === name)?.address ?? 0;

/** A dimension without a coordinate variable. */
function bareScale(id: number, length: number): Uint8Array {
  const none = `This is a netCDF dimension but not a netCDF variable.${String(length).padStart(10)}`;
  return headerOf([
    dataspaceMessage([length]),
    datatypeMessage(new Float32Array()),
    fillMessage,
    contiguousMessage(undefinedAddress, 4 * length),
    ...attributeMessages(scaleAttributes(none, id)),
  ]);
}

function scaleAttributes(name: string, id: number): Attributes {
  return { CLASS: 'DIMENSION_SCALE\0', NAME: `${name}\0`, _Netcdf4Dimid: Int32Array.of(id) };
}

function scaleReferences({ dimensions }: VariableToWrite, heap: number, names: string[]): Message[] {
  if (dimensions.length === 0) return [];
  const indices = dimensions.map((name) => names.indexOf(name) + 1);
  return [referencesMessage('DIMENSION_LIST', heap, indices)];
}

function dataMessages(
  { name, data }: VariableToWrite,
  lengths: number[],
  place: (bytes: Uint8Array) => number,
): Message[] {
  if (!('chunks' in data)) {
    const cells = lengths.reduce((product, length) => product * length, 1);
    if (data.length !== cells) throw new RangeError(`${name} has ${data.length} numbers, its dimensions ${cells}`);
    const layout = contiguousMessage(cells === 0 ? undefinedAddress : place(octetsOf(data)), data.byteLength);
    return [dataspaceMessage(lengths), datatypeMessage(data), fillMessage, layout];
  }
  const { type, shape, chunks } = data;
  const needed = lengths.reduce((product, length, i) => product * Math.ceil(length / shape[i]), 1);
  if (chunks.length !== needed) throw new RangeError(`${name} has ${chunks.length} chunks, its dimensions ${needed}`);
  const placed = chunks.map((bytes) => ({ address: place(bytes), bytes: bytes.length }));
  const index = indexChunks(lengths, shape, placed, place);
  return [
    dataspaceMessage(lengths),
    datatypeMessage(type),
    fillMessage,
    filterMessage(type.BYTES_PER_ELEMENT, deflateLevel),
    chunkedMessage(index, shape, type.BYTES_PER_ELEMENT),
  ];
}

/** An object header of one chunk. @see HDF5 File Format 3.0, IV.A.1.b */
function headerOf(messages: Message[]): Uint8Array {
  const body = new LittleEndianWriter();
  for (const { type, body: bytes } of messages) body.u8(type).u16(bytes.length).u8(0).put(bytes);
  return sealed(new LittleEndianWriter().text('OHDR').u8(2, 2).u32(body.length).put(body.bytes()));
}

/** Length of the superblock, octets. */
const superblockBytes = 48;

/** The superblock. @see II.A, version 2 */
function superblockOf(end: number, root: number): Uint8Array {
  const block = new LittleEndianWriter().u8(0x89).text('HDF\r\n').u8(0x1a).text('\n').u8(2, 8, 8, 0);
  return sealed(block.u64(0, 0xffff_ffff_ffff_ffffn, end, root));
}

function sealed(bytes: LittleEndianWriter): Uint8Array {
  return bytes.u32(lookup3(bytes.bytes())).bytes();
}

const headBytes = 16;

const objectBytes = 24;

// object header and a reference of eight octets
const minBytes = 4096;

/**
 * A global heap of object references, numbered from 1.
 *
 * @see HDF5 File Format 3.0, III.E
 */
function heapOf(addresses: number[]): Uint8Array {
  const used = headBytes + addresses.length * objectBytes;
  const size = Math.max(minBytes, used + headBytes);
  const heap = new LittleEndianWriter().text('GCOL').u8(1, 0, 0, 0).u64(size);
  for (const [i, address] of addresses.entries())
    heap
      .u16(i + 1, 1)
      .u32(0)
      .u64(8, address);
  // Object 0 is the free space.
  return heap
    .u16(0, 0)
    .u32(0)
    .u64(size - used)
    .fillTo(size)
    .bytes();
}
