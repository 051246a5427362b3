import { expect } from 'chai';
import * as fc from 'fast-check';
import { borrow, codesPerMark, giveBack, paint, paintSizes } from '../src/index.ts';

/** Stretches of codes, of which 0 to 9 are clear. */
const stretches = fc.array(fc.record({ code: fc.nat(20), length: fc.integer({ min: 1, max: 200 }) }), {
  minLength: 1,
  maxLength: 12,
});

describe('paint', () => {
  it('looks up every code, and marks the stretches that show something', () => {
    fc.assert(
      fc.property(stretches, (parts) => {
        const packed = Uint16Array.from(
          parts.flatMap(({ code, length }) => Array.from({ length }, () => 65_515 + code)),
        );
        const table = Uint8Array.from({ length: 65_536 }, (_, code) => (code < 65_525 ? 0 : code & 255));
        const space = borrow();
        const room = space.layOut(paintSizes(packed.length));
        for (const part of Object.values(room)) space.octets(part).fill(77); // memory of an earlier frame
        const { codes, marks } = paint(space, packed, table, room);
        const needed = Array.from(packed, (code) => table[code]);
        expect([...codes]).to.deep.equal(needed);
        marks.forEach((mark, i) => {
          const any = needed.slice(i * codesPerMark, (i + 1) * codesPerMark).some((code) => code > 0);
          expect(mark, `mark ${i}`).to.equal(any ? 1 : 0);
        });
        giveBack(space);
      }),
      { numRuns: 200 },
    );
  });
});
