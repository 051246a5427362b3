import { messageOf } from '@severe/base';
import { ZSTDDecoder } from 'zstddec';
import { refuse } from '../refuse.ts';
import type { Codec, PackedBlock } from './codec.ts';

/** Zstandard, by a WebAssembly decoder that is started once. */
export async function openZstd(): Promise<Codec> {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return ({ packed, maxBytes }: PackedBlock) => {
    try {
      return decoder.decode(packed, maxBytes);
    } catch (error) {
      return refuse('damaged', `its Zstandard stream cannot be read: ${messageOf(error)}`, error);
    }
  };
}
