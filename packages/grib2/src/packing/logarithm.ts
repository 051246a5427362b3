import type { Packing } from './packing.ts';
import { simple } from './simple.ts';

/**
 * Simple packing of logarithms: Z = e^Y - B, where Y is the result of simple packing.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 5.61
 */
export const logarithm: Packing = {
  open(section5, payload, count) {
    const added = section5.f32(21);
    const logarithms = simple.open(section5, payload, count);
    const original = (y: number): number => Math.exp(y) - added;
    if (logarithms.kind === 'constant') return { kind: 'constant', value: original(logarithms.value) };
    if (logarithms.kind === 'floats') return logarithms; // does not occur in simple packing
    const { scaling } = logarithms;
    return {
      kind: 'floats',
      floats() {
        const { packed } = logarithms.codes();
        const values = new Float32Array(packed.buffer, packed.byteOffset, count); // in place, to save memory
        for (let i = 0; i < count; i++) values[i] = original(scaling.valueOf(packed[i]));
        return values;
      },
    };
  },
};
