import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { assert, property, uint8Array } from 'fast-check';
import { Bunzip2, isBzip2 } from '../../src/bzip2/bunzip2.ts';
import { bzip2 } from '../../src/write/index.ts';
import { answerOf, expectRefusal } from '../support/expect-refusal.ts';

const maxBytes = 1 << 22;

/** Texts that touch the corners: no byte, no run, runs about the lengths that the format counts, every byte, noise. */
const texts: [name: string, text: Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['one byte', Uint8Array.of(65)],
  ...[3, 4, 5, 254, 255, 256, 259, 260, 511, 100_000].map((n): [string, Uint8Array] => [
    `a run of ${n}`,
    new Uint8Array(n).fill(7),
  ]),
  ['every byte', Uint8Array.from({ length: 1024 }, (_, i) => i)],
  ['a period', Buffer.from('radar'.repeat(3000))],
  ['noise', Uint8Array.from({ length: 50_000 }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 255)],
];

describe('bzip2/bunzip2', () => {
  const unpack = (packed: Uint8Array, most = maxBytes): Uint8Array => new Bunzip2().unpack(packed, most);

  for (const [name, text] of texts) {
    it(`unpacks ${name}`, () => {
      expect(Buffer.compare(unpack(bzip2(text)), text)).to.equal(0);
    });

    it(`unpacks ${name} from the tool bzip2, with small blocks and large`, function () {
      for (const level of ['-1', '-9']) {
        const tool = spawnSync('bzip2', ['-c', level], { input: text });
        if (tool.error) this.skip();
        expect(Buffer.compare(unpack(tool.stdout), text)).to.equal(0);
      }
    });
  }

  it('unpacks any text packed by this package', () => {
    assert(
      property(uint8Array({ maxLength: 600 }), (text) => Buffer.compare(unpack(bzip2(text)), text) === 0),
      { numRuns: 200 },
    );
  });

  it('unpacks consecutive streams, and ignores other bytes after them', () => {
    const packed = Buffer.concat([bzip2(Buffer.from('one ')), bzip2(Buffer.from('two')), Buffer.from('tail')]);
    expect(Buffer.from(unpack(packed)).toString()).to.equal('one two');
  });

  it('unpacks several streams with blocks of different sizes', () => {
    const bunzip2 = new Bunzip2();
    for (const [, text] of texts) {
      expect(Buffer.compare(bunzip2.unpack(bzip2(text), maxBytes), text)).to.equal(0);
    }
  });

  it('returns as many bytes as allowed, and refuses one more', () => {
    const packed = bzip2(new Uint8Array(300_000)); // a bomb: 7,000 to one
    expect(packed.length).to.be.lessThan(100);
    expect(unpack(packed, 300_000)).to.have.length(300_000);
    expectRefusal(() => unpack(packed, 299_999), 'too-large', '299999');
  });

  it('refuses every shortened stream', () => {
    const packed = bzip2(Buffer.from('a stream that is cut somewhere '.repeat(20)));
    for (let length = 4; length < packed.length; length++) {
      expectRefusal(() => unpack(packed.subarray(0, length)), 'truncated');
    }
  });

  it('throws its own error for every changed bit, or returns the text if the bit is padding', () => {
    const text = Buffer.from('a stream in which each bit is turned, one after another');
    const packed = bzip2(text);
    for (let bit = 0; bit < packed.length * 8; bit++) {
      const changed = Uint8Array.from(packed);
      changed[bit >> 3] ^= 0x80 >> (bit & 7);
      const answer = answerOf(() => unpack(changed));
      // A block size that is changed still fits; nothing else that is changed may pass the checksums
      if (!(answer instanceof Error)) expect(Buffer.from(answer).toString()).to.equal(text.toString());
    }
  });

  it('recognises a stream by its first four bytes', () => {
    expect(isBzip2(Buffer.from('BZh9'))).to.equal(true);
    for (const other of ['BZh0', 'BZ', 'BZp1', 'PK\x03\x04', ''])
      expect(isBzip2(Buffer.from(other)), other).to.equal(false);
  });
});
