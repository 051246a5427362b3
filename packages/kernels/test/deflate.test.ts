import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { borrow, deflate as deflateIn, deflateSizes, giveBack } from '../src/index.ts';
import { rowDeflater } from './twins/deflate/deflate-rows.ts';
import { seeded } from '@severe/testing/seeded';

const twin = rowDeflater(257 * 256);

function deflate(bytes: Uint8Array, stride: number, unit = 1): Uint8Array {
  const space = borrow();
  const { rows, ...room } = space.layOut({ rows: bytes.length, ...deflateSizes(bytes.length) });
  space.octets(rows).set(bytes);
  const stream = deflateIn(space, rows, { stride, unit }, room).slice();
  giveBack(space);
  return stream;
}

/** Our stream decompressed by zlib, which also verifies the checksum. */
function roundTrip(rows: Uint8Array, stride: number): Uint8Array {
  return inflateSync(deflate(rows, stride));
}

/** Compares without a diff, which would print 60,000 bytes. */
function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** Rows that sometimes repeat the left neighbour or the row above. */
const rows = fc
  .record({
    stride: fc.integer({ min: 1, max: 80 }),
    unit: fc.constantFrom(1, 2, 4),
    bytes: fc.array(fc.record({ byte: fc.nat(255), from: fc.constantFrom('new', 'left', 'above') }), {
      maxLength: 2000,
    }),
  })
  .map(({ stride, unit, bytes }) => {
    const made = new Uint8Array(bytes.length);
    bytes.forEach(({ byte, from }, i) => {
      made[i] =
        from === 'new' ? byte >> 4 : from === 'left' ? made[Math.max(0, i - unit)] : made[Math.max(0, i - stride)];
    });
    return { stride, unit, bytes: made };
  });

describe('deflate', () => {
  it('returns the same bytes as its twin', () => {
    fc.assert(
      fc.property(rows, ({ stride, unit, bytes }) => {
        expect(same(deflate(bytes, stride, unit), twin(bytes, stride, unit))).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is decompressed by zlib: 200 inputs of different size, alphabet and smoothness', () => {
    const random = seeded(3);
    for (let i = 0; i < 200; i++) {
      const stride = 1 + Math.floor(random() * 257);
      const rows = new Uint8Array(stride * Math.floor(random() * 256));
      const alphabet = 1 + Math.floor(random() * 256);
      const change = random() ** 3;
      let byte = 0;
      for (let at = 0; at < rows.length; at++) {
        if (random() < change) byte = Math.floor(random() ** 3 * alphabet);
        rows[at] = random() < 0.5 && at >= stride ? rows[at - stride] : byte;
      }
      expect(same(roundTrip(rows, stride), rows), `input ${i}: ${rows.length} bytes, stride ${stride}`).to.equal(true);
    }
  });

  it('compresses no bytes, one byte, and 65,792 equal bytes', () => {
    for (const rows of [new Uint8Array(0), Uint8Array.of(7), new Uint8Array(257 * 256).fill(9)]) {
      expect(same(roundTrip(rows, 257), rows)).to.equal(true);
    }
    expect(deflate(new Uint8Array(257 * 256), 257).length).to.be.below(120);
  });

  it('limits words to 15 bits for Fibonacci counts, which give the deepest tree', () => {
    const counts = [1, 1];
    while (counts.length < 22) counts.push(counts.at(-1)! + counts.at(-2)!); // a tree of depth 21
    const rows = Uint8Array.from(
      shuffled(counts.flatMap((count, symbol) => Array.from({ length: count }, () => symbol * 11))),
    );
    expect(rows.length).to.be.below(257 * 256);
    expect(same(roundTrip(rows, 257), rows)).to.equal(true);
  });
});

/** In an order without repetitions. */
function shuffled(list: number[]): number[] {
  const random = seeded(5);
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}
