import type { ImageLayout } from '../image-layout.ts';
import { refuse } from '../refuse.ts';
import { compressions } from '../tags.ts';
import type { Codec } from './codec.ts';
import { unpackDeflate } from './deflate.ts';
import { unpackLzw } from './lzw.ts';
import { unpackPackBits } from './pack-bits.ts';

/** A compression; `open` is absent if it is not supported. Libraries are loaded on demand. */
interface Compression {
  name: string;
  open?: (layout: ImageLayout) => Codec | Promise<Codec>;
}

const image = async (layout: ImageLayout): Promise<Codec> => (await import('./image.ts')).openImageCodec(layout);
const deflate: Compression = { name: 'DEFLATE', open: () => unpackDeflate };

/** Copies the block: later steps change it in place, and the file must not change. */
const copied: Codec = ({ packed, maxBytes }) => new Uint8Array(packed.subarray(0, maxBytes));

/** By the code of the tag `compression`. */
const table: Record<number, Compression> = {
  [compressions.none]: { name: 'none', open: () => copied },
  2: { name: 'CCITT modified Huffman' },
  3: { name: 'CCITT group 3' },
  4: { name: 'CCITT group 4' },
  [compressions.lzw]: { name: 'LZW', open: () => unpackLzw },
  [compressions.oldJpeg]: { name: 'JPEG of revision 6.0' },
  [compressions.jpeg]: { name: 'JPEG', open: image },
  [compressions.deflate]: deflate,
  [compressions.oldDeflate]: deflate,
  [compressions.packBits]: { name: 'PackBits', open: () => unpackPackBits },
  [compressions.lerc]: { name: 'LERC', open: async (layout) => (await import('./lerc.ts')).openLerc(layout) },
  [compressions.lzma]: { name: 'LZMA', open: async () => (await import('./lzma.ts')).unpackLzma },
  [compressions.zstd]: { name: 'Zstandard', open: async () => (await import('./zstd.ts')).openZstd() },
  [compressions.webp]: { name: 'WebP', open: image },
  34712: { name: 'JPEG 2000' },
  50002: { name: 'JPEG XL' },
};

/**
 * Opens the codec of an image. It reads the parameters that all blocks share once, from the directory.
 *
 * @throws {DataError} `geotiff-unknown` for a compression that is not supported
 */
export async function openCodec(layout: ImageLayout): Promise<Codec> {
  const { compression } = layout;
  const found = table[compression];
  if (found?.open) return found.open(layout);
  const name = found ? `${found.name} compression (${compression})` : `compression ${compression}`;
  const supported = Object.values(table).flatMap(({ name: each, open }) => (open ? [each] : []));
  return refuse('unknown', `${name} is not supported; supported are ${[...new Set(supported)].join(', ')}`);
}
