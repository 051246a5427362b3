// Readers inside the package, for tests and fuzzing.
export type { PackedBlock } from '../../src/codecs/codec.ts';
export { unpackLzw } from '../../src/codecs/lzw.ts';
export { unpackPackBits } from '../../src/codecs/pack-bits.ts';
export { readDirectories } from '../../src/directory.ts';
export { blockRanges, readImageLayout, rowsInside } from '../../src/image-layout.ts';
export { memorySource } from '../../src/source/byte-source.ts';
export { batchRequests, coalesceRanges } from '../../src/source/coalesce.ts';
export type { ByteRange } from '../../src/source/index.ts';
export { RangedSource } from '../../src/source/ranged-source.ts';
