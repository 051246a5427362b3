import { DataError } from '@severe/base';
import { expect } from 'chai';
import { type PackedBlock, unpackLzw, unpackPackBits } from '../support/readers.ts';
import { encodeLzw } from '../support/lzw.ts';
import { seeded } from '@severe/testing/seeded';

const block = (packed: Uint8Array, maxBytes: number): PackedBlock => ({
  packed,
  maxBytes,
  rows: 1,
  layout: undefined as never,
});

describe('codecs', () => {
  describe('PackBits', () => {
    // TIFF revision 6.0, section 9: the example of the standard
    const packed = Buffer.from('feaa0280002afdaa0380002a22f7aa', 'hex');
    const unpacked = Buffer.from('aaaaaa80002aaaaaaaaa80002a22aaaaaaaaaaaaaaaaaaaa', 'hex');

    it('unpacks the example of the standard', () => {
      expect([...unpackPackBits(block(packed, 24))]).to.deep.equal([...unpacked]);
    });
    it('stops at the limit, and at the end of the octets', () => {
      expect(unpackPackBits(block(packed, 5))).to.have.length(5);
      expect(unpackPackBits(block(packed.subarray(0, 9), 24))).to.have.length(10);
    });
  });

  describe('LZW', () => {
    const random = seeded(5);
    const noisy = Uint8Array.from({ length: 40_000 }, (_, i) => (i % 50 < 40 ? 7 : random() * 256));
    const cases: [what: string, octets: Uint8Array][] = [
      ['one octet again and again', new Uint8Array(9000).fill(9)],
      ['noise between runs, in more than one table', noisy],
      ['a single octet', Uint8Array.of(200)],
    ];
    for (const [what, octets] of cases) {
      it(`unpacks ${what}`, () => {
        expect(Buffer.from(unpackLzw(block(encodeLzw(octets), octets.length))).equals(octets)).to.equal(true);
      });
      it(`unpacks ${what} from a stream of the old form`, () => {
        expect(Buffer.from(unpackLzw(block(encodeLzw(octets, 'old'), octets.length))).equals(octets)).to.equal(true);
      });
    }
    it('stops at the limit in the middle of a string', () => {
      expect(unpackLzw(block(encodeLzw(noisy), 1234))).to.deep.equal(noisy.slice(0, 1234));
    });
    it('refuses a code that is not in the table', () => {
      const bits = [256, 65, 300].map((code) => code.toString(2).padStart(9, '0')).join('');
      const octets = bits
        .padEnd(32, '0')
        .match(/.{8}/g)!
        .map((octet) => parseInt(octet, 2));
      expect(() => unpackLzw(block(Uint8Array.from(octets), 99))).to.throw(DataError, 'code 300 where 258 are defined');
    });
  });
});
