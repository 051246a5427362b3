import { inflateSync } from 'node:zlib';
import { messageOf } from '@severe/base';
import * as Lerc from 'lerc';
import { maxPackedBytes, type ImageLayout } from '../image-layout.ts';
import { refuse } from '../refuse.ts';
import { tags } from '../tags.ts';
import type { Codec, PackedBlock } from './codec.ts';
import { openZstd } from './zstd.ts';

const lercBytes: Record<Lerc.LercPixelType, number> = { S8: 1, U8: 1, S16: 2, U16: 2, S32: 4, U32: 4, F32: 4, F64: 8 };

/** Second number of the tag `lercParameters`: the compression around the blob. */
const outer = { none: 0, deflate: 1, zstd: 2 } as const;

/** LERC, by a WebAssembly decoder that is started once. */
export async function openLerc({ directory }: ImageLayout): Promise<Codec> {
  const [, packing = outer.none] = directory.numbers(tags.lercParameters);
  await Lerc.load();
  const zstd = await openZstd();
  return async (block) => {
    const blob = await unwrap(block, packing, zstd);
    try {
      return decode(blob, block);
    } catch (error) {
      return refuse('damaged', `its LERC blob cannot be read: ${messageOf(error)}`, error);
    }
  };
}

function unwrap(block: PackedBlock, packing: number, zstd: Codec): Uint8Array | Promise<Uint8Array> {
  const maxBytes = maxPackedBytes(block.maxBytes); // a blob may be larger than its values
  if (packing === outer.none) return block.packed;
  if (packing === outer.zstd) return zstd({ ...block, maxBytes });
  if (packing === outer.deflate) return inflateSync(block.packed, { maxOutputLength: maxBytes });
  return refuse('unknown', `LERC packed with method ${packing} is not supported`);
}

/** The size in the blob's header is checked before anything is unpacked. */
function decode(blob: Uint8Array, { rows, layout }: PackedBlock): Uint8Array {
  const { blockWidth, blockHeight, blockBands, bits, kind } = layout;
  const { width, height, bandCount, depthCount } = Lerc.getBlobInfo(blob);
  const bands = bandCount * depthCount;
  if (width !== blockWidth || height < rows || height > blockHeight || bands !== blockBands) {
    const found = `${width} × ${height} with ${bands} bands`;
    refuse('damaged', `a blob of ${found} in a block of ${blockWidth} × ${rows} with ${blockBands}`);
  }
  const { pixels, mask, pixelType } = Lerc.decode(blob, { returnInterleaved: true });
  if (lercBytes[pixelType] * 8 !== bits)
    refuse('damaged', `LERC samples of type ${pixelType} where ${bits} bits are needed`);
  const values = bandCount === 1 ? pixels[0] : interleave(pixels);
  if (mask && kind === 'float') maskOut(values, mask);
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function interleave(bands: Lerc.PixelTypedArray[]): Lerc.PixelTypedArray {
  const length = bands[0].length;
  const out = new (bands[0].constructor as Float32ArrayConstructor)(length * bands.length);
  bands.forEach((band, b) => {
    for (let i = 0; i < length; i++) out[i * bands.length + b] = band[i];
  });
  return out;
}

/** Sets pixels without a value to NaN. */
function maskOut(values: Lerc.PixelTypedArray, mask: Uint8Array): void {
  const bands = values.length / mask.length;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) values.fill(NaN, i * bands, (i + 1) * bands);
  }
}
