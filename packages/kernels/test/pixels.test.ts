import { expect } from 'chai';
import * as fc from 'fast-check';
import { borrow, giveBack, packPixels, usedCodes } from '../src/index.ts';
import { seeded } from '@severe/testing/seeded';

const pixels = 256 * 256;

/** An image with mostly equal neighbours and some repeated rows. */
function imageOf(seed: number, colours: number): Uint8Array {
  const random = seeded(seed);
  const codes = new Uint8Array(pixels);
  for (let i = 0; i < pixels; i++) {
    if (i % 256 === 0 && i > 0 && random() < 0.3) {
      codes.copyWithin(i, i - 256, i);
      i += 255;
    } else codes[i] = random() < 0.8 && i > 0 ? codes[i - 1] : Math.floor(random() * colours);
  }
  return codes;
}

/** The packing of clause 7.2 of the PNG specification, pixel by pixel. */
function twin(codes: Uint8Array, depth: number, indexOf: Uint8Array): Uint8Array {
  const stride = 1 + 32 * depth;
  const rows = new Uint8Array(256 * stride);
  codes.forEach((code, i) => {
    const [x, y] = [i % 256, Math.floor(i / 256)];
    const bit = x * depth;
    rows[y * stride + 1 + (bit >> 3)] |= indexOf[code] << (8 - depth - (bit & 7));
  });
  return rows;
}

describe('pixels', () => {
  const space = borrow();
  const parts = space.layOut({ codes: pixels, rows: 257 * 256 });
  after(() => giveBack(space));

  it('are packed like in their twin, at every depth and with any palette', () => {
    const cases = fc.record({
      seed: fc.nat(1000),
      depth: fc.constantFrom(1, 2, 4, 8),
      codes: fc.integer({ min: 2, max: 256 }),
    });
    fc.assert(
      fc.property(cases, ({ seed, depth, codes }) => {
        const random = seeded(seed);
        const image = imageOf(seed, codes);
        const indexOf = Uint8Array.from({ length: 256 }, () => Math.floor(random() * 2 ** depth));
        space.octets(parts.codes).set(image);
        const rows = packPixels(space, parts.codes, depth, indexOf, parts.rows);
        expect(Buffer.compare(space.octets(rows), twin(image, depth, indexOf))).to.equal(0);
      }),
      { numRuns: 40 },
    );
  });

  it('list their codes', () => {
    for (const colours of [1, 3, 200]) {
      const image = imageOf(colours, colours);
      space.octets(parts.codes).set(image);
      const used = [...usedCodes(space, parts.codes).keys()].filter((code) => usedCodes(space, parts.codes)[code]);
      expect(used).to.deep.equal([...new Set(image)].sort((a, b) => a - b));
    }
  });
});
