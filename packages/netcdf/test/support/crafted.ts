import { netcdf } from './seeds.ts';
import { inMessage, inSuperblock, kinds } from './hdf5-header.ts';
import { put, type Crafted } from '@severe/testing/hostile/put';

const none = -1; // the address that means none; as a size, 2^64 - 1
const far = 2 ** 62;

type Change = [at: number, value: number, octets: number];

const superblocks: Record<string, Change> = {
  'a superblock of version 255': [8, 255, 1],
  'offsets of 255 octets': [9, 255, 1],
  'lengths of no octets': [10, 0, 1],
  'a beginning at 2^62': [12, far, 8],
  'an extension that is the superblock': [20, 0, 8],
  'an end before the beginning': [28, 0, 8],
  'an end at 2^62': [28, far, 8],
  'a root that is the superblock': [36, 0, 8],
  'a root nowhere': [36, none, 8],
};

const messages: Record<string, [kind: number, ...Change]> = {
  'a dataspace of 255 dimensions': [kinds.dataspace, 1, 255, 1],
  'a dataspace of 2^62 rows': [kinds.dataspace, 4, far, 8],
  'a type of no octets': [kinds.type, 4, 0, 4],
  'a type of 2^32 - 1 octets': [kinds.type, 4, 0xffffffff, 4],
  'a type of class 255': [kinds.type, 0, 255, 1],
  'a layout of version 255': [kinds.layout, 0, 255, 1],
  'a layout of class 255': [kinds.layout, 1, 255, 1],
  'chunks of 255 dimensions': [kinds.layout, 2, 255, 1],
  'chunks of 2^32 - 1 octets': [kinds.layout, 11, 0xffffffff, 4],
  'chunks of no rows': [kinds.layout, 11, 0, 4],
  '255 filters': [kinds.filters, 1, 255, 1],
  'an attribute whose name has 65535 octets': [kinds.attribute, 2, 65535, 2],
  'an attribute whose type has 65535 octets': [kinds.attribute, 4, 65535, 2],
  'an attribute whose dataspace has 65535 octets': [kinds.attribute, 6, 65535, 2],
  'more of a header where there is none': [kinds.more, 0, none, 8],
  'more of a header that is the superblock': [kinds.more, 0, 0, 8],
};

const tree = Buffer.from(netcdf).indexOf('TREE');

const trees: Record<string, Change> = {
  'a tree of chunks of level 255': [5, 255, 1],
  'a tree of 65535 chunks': [6, 65535, 2],
  'a tree whose neighbour is itself': [16, tree, 8],
  'a chunk of 2^32 - 1 octets': [24, 0xffffffff, 4],
  'a chunk that no filter is for': [28, 0xffffffff, 4],
  'a chunk at 2^62': [56, far, 8],
};

/** HDF5 files whose structures lead astray. @see HDF5 File Format Specification, version 3.0 */
export const craftedNetcdf: Crafted = {
  ...named(superblocks, (change) => inSuperblock(netcdf, ...change)),
  ...named(messages, (change) => inMessage(netcdf, ...change)),
  ...named(trees, ([at, value, octets]) => put(netcdf, tree + at, value, octets, 'little')),
  'a dataspace of 2^31 rows that may grow': () =>
    [4, 20].reduce((bytes, at) => inMessage(bytes, kinds.dataspace, at, 0x80000000, 8), netcdf),
  'a dataspace of ten million rows that may grow': () =>
    [4, 20].reduce((bytes, at) => inMessage(bytes, kinds.dataspace, at, 1e7, 8), netcdf),
  'a signature and nothing else': () => netcdf.subarray(0, 8),
  'half a file': () => netcdf.subarray(0, netcdf.length / 2),
};

function named<T>(changes: Record<string, T>, make: (change: T) => Uint8Array): Crafted {
  return Object.fromEntries(Object.entries(changes).map(([what, change]) => [what, () => make(change)]));
}
