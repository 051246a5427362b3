import { createHash } from 'node:crypto';
import { DataError } from '@severe/base';
import type { Field } from '../../src/field.ts';
import type { ColourImage } from '../../src/colour-image.ts';

/** What a file reads as, or why it is refused, in a text to compare; whatever else goes wrong is thrown. */
export async function outcome(reading: Promise<Field | ColourImage>): Promise<string> {
  try {
    const read = await reading;
    const { buffer, byteOffset, byteLength } = 'pixels' in read ? read.pixels : read.packed;
    const cells = createHash('sha256')
      .update(new Uint8Array(buffer, byteOffset, byteLength))
      .digest('hex');
    return JSON.stringify({ ...read, packed: cells, pixels: cells });
  } catch (error) {
    if (error instanceof DataError) return error.message;
    throw error;
  }
}
