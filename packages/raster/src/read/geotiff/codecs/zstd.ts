import { messageOf } from '@severe/base';
import { ZSTDDecoder } from 'zstddec';
import { refuse } from '../refuse.ts';
import type { Codec, PackedBlock } from './codec.ts';

/** Zstandard. The decoder is WebAssembly, and started once. */
export async function openZstd(): Promise<Codec> {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return ({ packed, most }: PackedBlock) => {
    try {
      return decoder.decode(packed, most);
    } catch (error) {
      return refuse('damaged', `its Zstandard stream cannot be read: ${messageOf(error)}`, error);
    }
  };
}
