import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { assert, property, uint8Array } from 'fast-check';
import { bunzip2, Bunzip2, isBzip2 } from '../../src/bzip2/bunzip2.ts';
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
  ['noise with rare bytes, whose codes are long', Uint8Array.from({ length: 120_000 }, (_, i) => rareByte(i))],
];

/** Bytes from 0 on, each some 8 % rarer than the one before. */
function rareByte(i: number): number {
  const uniform = (Math.imul(i + 1, 2654435761) >>> 0) / 2 ** 32;
  const other = (Math.imul(i + 7, 1597334677) >>> 0) / 2 ** 32;
  return Math.min(255, Math.floor(-12 * Math.log((uniform + other) % 1 || 1)));
}

/** The parts of a block, each as the digits of its bits. The text is one or more `A`. */
const wholeBlock = {
  magic: binary(0x314159265359, 48),
  checksum: binary(0, 32),
  randomised: '0',
  origin: binary(0, 24),
  rows: binary(0x8000 >> 4, 16), // bytes 64 to 79
  columns: binary(0x8000 >> 1, 16), // 65
  codes: binary(2, 3),
  selectors: binary(1, 15),
  places: '0', // of the first code
  lengths: `${binary(1, 5)}0100100`.repeat(2), // 1, 2 and 3 bits
  symbols: '0110', // a run of one byte, the end
};

/** The parts that differ in a block of `A` and `B`, with the codes 0 and 10 for runs, 110 for the other byte, 111 for the end. */
const twoBytes = {
  columns: binary(0x6000, 16),
  lengths: `${binary(1, 5)}01001000`.repeat(2),
};

function binary(value: number, bits: number): string {
  return value.toString(2).padStart(bits, '0');
}

/** A stream whose first block has these parts. */
function streamOf(changed: Partial<typeof wholeBlock>, level = 1): Uint8Array {
  const digits = Object.values({ ...wholeBlock, ...changed }).join('') + '0'.repeat(200);
  const bytes = digits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
  return Uint8Array.of(...Buffer.from(`BZh${level}`), ...bytes);
}

/** The symbols of a run, in bijective base two; least digit first. */
function runOf(length: number): string {
  let symbols = '';
  for (let rest = length; rest > 0; rest = (rest - (rest % 2 === 1 ? 1 : 2)) / 2)
    symbols += rest % 2 === 1 ? '0' : '10';
  return symbols;
}

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

  it('names what is wrong with a block', () => {
    const wrong: [changed: Partial<typeof wholeBlock>, code: string, message: string][] = [
      [{ checksum: binary(1, 32) }, 'damaged', 'the checksum of a bzip2 block is wrong'],
      [{ magic: binary(0x014159265359, 48) }, 'damaged', 'a bzip2 block begins with 014159265359'],
      [{ magic: binary(0x314159005359, 48) }, 'damaged', 'a bzip2 block begins with 314159005359'],
      [{ magic: binary(0x177245385091, 48) }, 'damaged', 'a bzip2 block begins with 177245385091'],
      [{ magic: binary(0x177246385090, 48) }, 'damaged', 'a bzip2 block begins with 177246385090'],
      [{ magic: binary(0x177245385090, 48), checksum: binary(1, 32) }, 'damaged', 'the checksum of a bzip2 stream is wrong'],
      [{ randomised: '1' }, 'unsupported', 'the bzip2 block is randomised'],
      [{ origin: binary(1, 24) }, 'damaged', 'a bzip2 block of 1 bytes begins at its byte 1'],
      [{ origin: binary(1, 24), symbols: '11' }, 'damaged', 'a bzip2 block of 0 bytes begins at its byte 1'],
      [{ rows: binary(0, 16), columns: '' }, 'damaged', 'a bzip2 block uses no byte at all'],
      [{ columns: binary(0, 16) }, 'damaged', 'a bzip2 block uses no byte at all'],
      [{ codes: binary(0, 3) }, 'damaged', 'a bzip2 block has 0 codes and 1 selectors'],
      [{ codes: binary(1, 3) }, 'damaged', 'a bzip2 block has 1 codes and 1 selectors'],
      [{ codes: binary(7, 3) }, 'damaged', 'a bzip2 block has 7 codes and 1 selectors'],
      [{ selectors: binary(0, 15) }, 'damaged', 'a bzip2 block has 2 codes and 0 selectors'],
      [{ places: '110' }, 'damaged', 'a bzip2 selector is beyond its 2 codes'],
      [{ lengths: `${binary(0, 5)}0` }, 'damaged', 'a bzip2 code has 0 bits, 1 to 20 are allowed'],
      [{ lengths: `${binary(1, 5)}110` }, 'damaged', 'a bzip2 code has 0 bits, 1 to 20 are allowed'],
      [{ lengths: `${binary(1, 5)}11100` }, 'damaged', 'a bzip2 code has 0 bits, 1 to 20 are allowed'],
      [{ lengths: `${binary(21, 5)}0` }, 'damaged', 'a bzip2 code has 21 bits, 1 to 20 are allowed'],
      [{ lengths: `${binary(20, 5)}100` }, 'damaged', 'a bzip2 code has 21 bits, 1 to 20 are allowed'],
      [{ lengths: `${binary(1, 5)}000` }, 'damaged', 'a Huffman table of the bzip2 stream has too many codes'],
      [{ lengths: `${binary(2, 5)}000`.repeat(2), symbols: '11' }, 'damaged', 'a bzip2 block has bits that are no code'],
      [{ lengths: `${binary(20, 5)}000`.repeat(2), symbols: '1'.repeat(20) }, 'damaged', 'a bzip2 block has bits that are no code'],
      [{ symbols: '0'.repeat(51) }, 'damaged', 'a bzip2 block holds more than the 100000 bytes'],
      [{ symbols: `${runOf(100_001)}110` }, 'damaged', 'a bzip2 block holds more than the 100000 bytes'],
      [{ ...twoBytes, symbols: `${runOf(100_000)}110111` }, 'damaged', 'a bzip2 block holds more than the 100000 bytes'],
      [{ ...twoBytes, symbols: `${runOf(99_999)}110${runOf(1)}111` }, 'damaged', 'a bzip2 block holds more than the 100000 bytes'],
    ]; // prettier-ignore
    for (const [changed, code, message] of wrong) expectRefusal(() => unpack(streamOf(changed)), code, message);
  });

  it('accepts codes of 1 to 20 bits, six codes, and blocks that are full', () => {
    const right: Partial<typeof wholeBlock>[] = [
      {},
      { lengths: `${binary(20, 5)}000`.repeat(2), symbols: `${binary(0, 20)}${binary(2, 20)}` },
      { codes: binary(6, 3), lengths: wholeBlock.lengths.repeat(3) },
      { places: '10' },
      { symbols: `${runOf(100_000)}110` },
      { ...twoBytes, symbols: `${runOf(99_999)}110111` },
    ];
    // The checksum is the last thing to be read
    for (const changed of right)
      expectRefusal(
        () => unpack(streamOf({ checksum: binary(1, 32), ...changed })),
        'damaged',
        'checksum of a bzip2 block',
      );
  });

  it('refuses bytes that are no stream', () => {
    expectRefusal(() => unpack(Buffer.from('PK\x03\x04')), 'damaged', 'no bzip2 stream: it begins with BZh');
    expectRefusal(() => bunzip2(Buffer.from('BZh9'), 10), 'truncated', 'the bzip2 stream ends after 4 bytes');
    expect(Buffer.from(bunzip2(bzip2(Buffer.from('text')), 10)).toString()).to.equal('text');
  });

  it('recognises a stream by its first four bytes', () => {
    expect(isBzip2(Buffer.from('BZh9'))).to.equal(true);
    for (const other of ['BZh0', 'BZh:', 'BZ', 'BZp1', 'AZh1', 'BYh1', 'PK\x03\x04', ''])
      expect(isBzip2(Buffer.from(other)), other).to.equal(false);
  });
});
