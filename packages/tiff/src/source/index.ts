import { memorySource, type ByteSource } from './byte-source.ts';
import { RangedSource, type RangedFile } from './ranged-source.ts';

export { memorySource, type ByteRange, type ByteSource } from './byte-source.ts';
export type { RangedFile } from './ranged-source.ts';

/** The source of a file in memory, or of one that is read by ranges. */
export function sourceOf(file: Uint8Array | RangedFile): ByteSource {
  return file instanceof Uint8Array ? memorySource(file) : new RangedSource(file);
}
