import { expect } from 'chai';
import { logarithm } from '../../src/packing/logarithm.ts';
import { Section } from '../../src/section.ts';
import { Octets } from '../../src/write/octets.ts';

/** Section 5 of template 5.61: Y = R + X, B after it. */
const section5 = (bits: number): Section => {
  const section = new Octets(5, 24).u16(10, 61).f32(12, -1).u8(20, bits).f32(21, 0.5);
  return new Section(section.bytes);
};

describe('packing/logarithm', () => {
  it('subtracts B from the exponentials of simply packed values', () => {
    const packed = logarithm.open(section5(8), Uint8Array.of(0, 1, 3), 3);
    if (packed.kind !== 'floats') throw new Error(`packed as ${packed.kind}`);
    expect([...packed.floats()]).to.deep.equal([-1, 0, 2].map((y) => Math.fround(Math.exp(y) - 0.5)));
  });

  it('has no data if all values are equal', () => {
    expect(logarithm.open(section5(0), new Uint8Array(0), 3)).to.deep.equal({
      kind: 'constant',
      value: 1 / Math.E - 0.5,
    });
  });

  it('refuses data that ends early', () => {
    expect(() => logarithm.open(section5(8), Uint8Array.of(0, 1), 3)).to.throw('3 values of 8 bits need 3');
  });
});
