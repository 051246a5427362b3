import type { Layout } from '../layout.ts';
import { refuse } from '../refuse.ts';
import { compressions } from '../tags.ts';
import type { Codec } from './codec.ts';
import { unpackDeflate } from './deflate.ts';
import { unpackLzw } from './lzw.ts';
import { unpackPackBits } from './pack-bits.ts';

/** A compression, by the code of its tag. What comes from outside is loaded when it is needed. */
interface Compression {
  name: string;
  open?: (layout: Layout) => Codec | Promise<Codec>;
}

const picture = async (layout: Layout): Promise<Codec> => (await import('./picture.ts')).openPicture(layout);
const deflate: Compression = { name: 'DEFLATE', open: () => unpackDeflate };

/** A copy: what is done with the block afterwards is done in place, and the file must stay as it is. */
const copied: Codec = ({ packed, most }) => new Uint8Array(packed.subarray(0, most));

const table: Record<number, Compression> = {
  [compressions.none]: { name: 'none', open: () => copied },
  2: { name: 'CCITT modified Huffman' },
  3: { name: 'CCITT group 3' },
  4: { name: 'CCITT group 4' },
  [compressions.lzw]: { name: 'LZW', open: () => unpackLzw },
  [compressions.oldJpeg]: { name: 'JPEG of revision 6.0' },
  [compressions.jpeg]: { name: 'JPEG', open: picture },
  [compressions.deflate]: deflate,
  [compressions.oldDeflate]: deflate,
  [compressions.packBits]: { name: 'PackBits', open: () => unpackPackBits },
  [compressions.lerc]: { name: 'LERC', open: async (layout) => (await import('./lerc.ts')).openLerc(layout) },
  [compressions.lzma]: { name: 'LZMA' },
  [compressions.zstd]: { name: 'Zstandard', open: async () => (await import('./zstd.ts')).openZstd() },
  [compressions.webp]: { name: 'WebP', open: picture },
  34712: { name: 'JPEG 2000' },
  50002: { name: 'JPEG XL' },
};

/**
 * What unpacks the blocks of an image. What its directory says for all of them is read here, once.
 *
 * @throws {DataError} for a compression that cannot be read
 */
export async function openCodec(layout: Layout): Promise<Codec> {
  const { compression } = layout;
  const found = table[compression];
  if (found?.open) return found.open(layout);
  const name = found ? `${found.name} compression (${compression})` : `compression ${compression}`;
  const supported = Object.values(table).flatMap(({ name: each, open }) => (open ? [each] : []));
  return refuse('unknown', `${name} is not supported; supported are ${[...new Set(supported)].join(', ')}`);
}
