import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { rowDeflater } from '../../../src/png/deflate/deflate-rows.ts';
import { seeded } from '../../support/seeded.ts';

const deflate = rowDeflater(257 * 256);

/** What zlib makes of our stream, its checksum proven on the way. */
function roundTrip(rows: Uint8Array, stride: number): Uint8Array {
  return inflateSync(deflate(rows, stride));
}

/** Compared by content: a difference of 60,000 bytes is no message for a person. */
function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

describe('png/deflate', () => {
  it('is read back by zlib: 400 inputs of every size, alphabet and smoothness', () => {
    const random = seeded(3);
    for (let i = 0; i < 400; i++) {
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

  it('takes nothing, one byte, and 65,792 equal ones', () => {
    for (const rows of [new Uint8Array(0), Uint8Array.of(7), new Uint8Array(257 * 256).fill(9)]) {
      expect(same(roundTrip(rows, 257), rows)).to.equal(true);
    }
    expect(deflate(new Uint8Array(257 * 256), 257).length).to.be.below(120);
  });

  it('keeps words to 15 bits when counts grow like Fibonacci numbers, which makes the deepest tree', () => {
    const counts = [1, 1];
    while (counts.length < 22) counts.push(counts.at(-1)! + counts.at(-2)!); // a tree of depth 21
    const rows = Uint8Array.from(
      shuffled(counts.flatMap((count, symbol) => Array.from({ length: count }, () => symbol * 11))),
    );
    expect(rows.length).to.be.below(257 * 256);
    expect(same(roundTrip(rows, 257), rows)).to.equal(true);
  });

  it('gives the caller bytes of their own', () => {
    const first = deflate(Uint8Array.of(1, 2, 3), 3);
    const copy = first.slice();
    deflate(Uint8Array.of(9, 9, 9, 9, 9, 9), 3);
    expect(same(first, copy)).to.equal(true);
  });
});

/** In an order that leaves nothing to repeat. */
function shuffled(list: number[]): number[] {
  const random = seeded(5);
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}
