import { crc32, deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { png } from '../../src/packing/png.ts';
import { Section } from '../../src/section.ts';
import { encodePng } from '../../src/write/png.ts';
import { representationSection } from '../../src/write/packing/sections.ts';
import { joined, messageOf, onlyField, patched, randomFrom, refusalOf, sectionAt, valuesOf } from '../support.ts';

/** How a filter of the standard predicts a byte from the ones to the left, above, and above to the left. */
const predict: ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => Math.floor((left + above) / 2),
  (left, above, corner) => {
    const by = [left, above, corner].map((byte) => Math.abs(left + above - corner - byte));
    return [left, above, corner][by.indexOf(Math.min(...by))];
  },
];

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined(type, data);
  const [length, checksum] = [new Uint8Array(4), new Uint8Array(4)];
  new DataView(length.buffer).setUint32(0, data.length);
  new DataView(checksum.buffer).setUint32(0, crc32(body));
  return joined(length, body, checksum);
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

interface Image {
  width: number;
  height: number;
  sampleBits: number;
  colourType: number;
  /** Bytes of all rows, without filter types. */
  bytes: Uint8Array;
  filterOf: (row: number) => number;
  chunkSize?: number;
}

/** Writes a PNG plainly, filter by filter as the standard defines them. */
function plainPng({ width, height, sampleBits, colourType, bytes, filterOf, chunkSize = 1 << 20 }: Image): Uint8Array {
  const row = bytes.length / height;
  const pixel = Math.max(1, Math.floor(row / width)); // pixels of few bits are filtered by whole octets
  const raw: number[] = [];
  const byteAt = (y: number, x: number): number => (y < 0 || x < 0 ? 0 : bytes[y * row + x]);
  for (let y = 0; y < height; y++) {
    raw.push(filterOf(y));
    for (let x = 0; x < row; x++) {
      const around = [byteAt(y, x - pixel), byteAt(y - 1, x), x < pixel ? 0 : byteAt(y - 1, x - pixel)] as const;
      raw.push((bytes[y * row + x] - predict[filterOf(y)](...around)) & 0xff);
    }
  }
  const packed = deflateSync(Uint8Array.from(raw));
  const parts: Uint8Array[] = [];
  for (let at = 0; at < packed.length; at += chunkSize) parts.push(chunk('IDAT', packed.subarray(at, at + chunkSize)));
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([sampleBits, colourType], 8);
  return joined(
    signature,
    chunk('IHDR', header),
    chunk('tEXt', Uint8Array.of(65, 0)),
    ...parts,
    chunk('IEND', new Uint8Array(0)),
  );
}

/** The codes of an image, as the packing reads them (less 2^31 where they have 32 bits). */
function codesOf(payload: Uint8Array, count: number, bits = 16): number[] {
  const section5 = representationSection(41, 21, { codes: new Uint16Array(count), reference: 0 }, bits);
  const packed = png.open(new Section(section5.bytes), payload, count);
  if (packed.kind !== 'codes') throw new Error(`packed as ${packed.kind}`);
  return [...packed.codes().packed];
}

/** Bytes as big-endian numbers of `size` octets. */
function plainCodes(bytes: Uint8Array, size: number): number[] {
  return Array.from({ length: bytes.length / size }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size).reduce((code, byte) => code * 256 + byte, 0),
  );
}

const forms: [bits: number, sampleBits: number, colourType: number][] = [
  [8, 8, 0],
  [16, 16, 0],
  [24, 8, 2],
  [32, 8, 6],
];

/** Rows of weather: long runs of few values, with noise here and there. */
function weather(length: number, random: () => number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const end = at + 1 + Math.floor(random() ** 3 * 90);
    const value = random() < 0.6 ? 0 : Math.floor(random() * 256);
    const noisy = random() < 0.3;
    for (; at < end && at < length; at++) bytes[at] = noisy ? Math.floor(random() * 256) : value;
  }
  return bytes;
}

describe('packing/png', () => {
  for (const [bits, sampleBits, colourType] of forms) {
    for (const filter of [0, 1, 2, 3, 4, 'mixed'] as const) {
      it(`reads ${bits} bits under row filter ${filter}`, () => {
        const random = randomFrom(bits * 10 + (filter === 'mixed' ? 9 : filter));
        for (const width of [1, 2, 3, 7, 64, 131]) {
          const height = 23;
          const bytes = weather((width * height * bits) / 8, random);
          const filterOf = (row: number): number => (filter === 'mixed' ? (row * 7 + width) % 5 : filter);
          const payload = plainPng({ width, height, sampleBits, colourType, bytes, filterOf });
          const bias = bits === 32 ? 2 ** 31 : 0; // codes of 32 bits are kept with a sign
          const wanted = plainCodes(bytes, bits / 8).map((code) => code - bias);
          expect(codesOf(payload, width * height, bits)).to.deep.equal(wanted);
        }
      });
    }
  }

  it('reads long rows of one value, which are copied in runs', () => {
    const width = 3000;
    for (const filter of [0, 1, 2, 3, 4]) {
      const bytes = new Uint8Array(width * 2 * 6);
      for (let y = 1; y < 6; y++) bytes.fill(40 + y, y * width * 2 + 500 * y, y * width * 2 + 4000);
      const payload = plainPng({ width, height: 6, sampleBits: 16, colourType: 0, bytes, filterOf: () => filter });
      expect(codesOf(payload, width * 6)).to.deep.equal(plainCodes(bytes, 2));
    }
  });

  for (const bits of [1, 2, 4]) {
    it(`reads ${bits} bits, as NCEP's encoder writes them, with rows that begin on octets`, () => {
      const random = randomFrom(bits);
      for (const width of [1, 5, 8, 61]) {
        const [height, octets] = [9, Math.ceil((width * bits) / 8)];
        const bytes = weather(height * octets, random);
        const bitsOf = (row: number): string =>
          [...bytes.subarray(row * octets, (row + 1) * octets)].map((b) => b.toString(2).padStart(8, '0')).join('');
        const wanted = Array.from({ length: width * height }, (_, i) => {
          const at = (i % width) * bits;
          return parseInt(bitsOf(Math.floor(i / width)).slice(at, at + bits), 2);
        });
        for (const filter of [0, 2, 4]) {
          const payload = plainPng({ width, height, sampleBits: bits, colourType: 0, bytes, filterOf: () => filter });
          expect(codesOf(payload, width * height, bits)).to.deep.equal(wanted);
        }
      }
    });
  }

  it('reads images of many chunks, and images of one long row', () => {
    const bytes = weather(5000 * 2, randomFrom(3));
    const one = { width: 5000, height: 1, sampleBits: 16, colourType: 0, bytes, filterOf: () => 1 };
    expect(codesOf(plainPng({ ...one, chunkSize: 7 }), 5000)).to.deep.equal(plainCodes(bytes, 2));
  });

  for (const bits of [8, 16, 24, 32] as const) {
    it(`reads ${bits} bits of its own writer`, () => {
      const codes = Uint32Array.from({ length: 12 }, (_, i) => Math.floor(((2 ** bits - 1) * i) / 11));
      const field = onlyField(messageOf({ values: { codes, reference: 0 }, packing: { template: '5.41', bits } }));
      expect(valuesOf(field)).to.deep.equal([...codes]);
      expect(field.statistics()).to.include({ min: 0, max: 2 ** bits - 1 });
    });
  }

  it('reads the template number that NCEP used before the standard', () => {
    const field = onlyField(patched(messageOf({ packing: { template: '5.41' } }), 5, 10, 40010 >> 8, 40010 & 255));
    expect(field.packing).to.equal('5.40010');
    expect(field.statistics()).to.include({ min: 0.5, max: 1.6 });
  });

  it('has no image if all values are equal', () => {
    const message = messageOf({ packing: { template: '5.41' } });
    const constant = Uint8Array.from(message);
    constant[sectionAt(constant, 5) + 19] = 0;
    expect(onlyField(constant).statistics()).to.include({ count: 12, min: 0.5, max: 0.5 });
  });

  describe('refuses', () => {
    const codes = Uint16Array.from({ length: 12 }, (_, i) => i * 100);
    const good = encodePng(codes, 4, 3, 16);
    const refuse = (payload: Uint8Array, message: RegExp): void => {
      expect(() => codesOf(payload, 12)).to.throw(message);
    };

    it('any flipped bit', () => {
      for (let bit = 0; bit < good.length * 8; bit++) {
        const bad = Uint8Array.from(good);
        bad[bit >> 3] ^= 1 << (bit & 7);
        expect(() => codesOf(bad, 12), `bit ${bit}`).to.throw();
      }
    });

    it('any truncation', () => {
      for (let length = 0; length < good.length; length++) refuse(good.subarray(0, length), /PNG/);
    });

    it('an image of another size', () => {
      refuse(encodePng(codes.subarray(0, 10), 5, 2, 16), /^the PNG has 5 × 2 pixels, 12 values are needed$/);
    });

    it('a size that is impossible for its bytes, before allocating memory', () => {
      const header = Uint8Array.of(0, 0, 0x2a, 0xf8, 0, 0, 0x27, 0x10, 16, 0, 0, 0, 0); // 11,000 × 10,000
      const tiny = joined(
        signature,
        chunk('IHDR', header),
        chunk('IDAT', deflateSync(good)),
        chunk('IEND', new Uint8Array(0)),
      );
      const before = process.memoryUsage().arrayBuffers;
      expect(() => codesOf(tiny, 110e6)).to.throw(/^\d+ bytes cannot inflate to the 220010000 of the PNG's rows$/);
      expect(process.memoryUsage().arrayBuffers - before).to.be.below(230e6); // what this test takes itself
    });

    it('rows that are too long or too short', () => {
      const header = good.subarray(16, 29);
      const png = (raw: number): Uint8Array =>
        joined(
          signature,
          chunk('IHDR', header),
          chunk('IDAT', deflateSync(new Uint8Array(raw))),
          chunk('IEND', new Uint8Array(0)),
        );
      refuse(png(26), /^the PNG's rows do not inflate to 27 bytes: the stream contains fewer bytes than expected$/);
      refuse(png(28), /^the PNG's rows do not inflate to 27 bytes: the stream contains more bytes than expected$/);
      expect(codesOf(png(27), 12)).to.deep.equal(Array(12).fill(0));
    });

    it('row filters that do not exist', () => {
      const raw = new Uint8Array(27);
      raw[9] = 5;
      const header = good.subarray(16, 29);
      const bad = joined(
        signature,
        chunk('IHDR', header),
        chunk('IDAT', deflateSync(raw)),
        chunk('IEND', new Uint8Array(0)),
      );
      refuse(bad, /^row 1 of the PNG has filter type 5, 0 to 4 are known$/);
      expect(() => codesOf(bad, 12))
        .to.throw()
        .with.property('code', 'damaged');
    });

    it('palettes, invalid depths and interlaced rows', () => {
      for (const [index, value, found] of [
        [8, 5, '0 with samples of 5 bits'],
        [9, 3, '3 with samples of 16 bits'],
        [12, 1, '0 with samples of 16 bits, interlaced'],
      ] as const) {
        const header = Uint8Array.from(good.subarray(16, 29));
        header[index] = value;
        expect(() => codesOf(joined(signature, chunk('IHDR', header), chunk('IEND', new Uint8Array(0))), 12))
          .to.throw(`the PNG is of colour type ${found}; grey of up to 16 bits, RGB or RGBA of 8 are read`)
          .with.property('code', 'unsupported');
      }
    });

    it('chunks that are damaged, cut short or out of place', () => {
      const [ihdr, end] = [chunk('IHDR', good.subarray(16, 29)), chunk('IEND', new Uint8Array(0))];
      const data = chunk('IDAT', deflateSync(new Uint8Array(27)));
      expect(codesOf(joined(signature, ihdr, data, end), 12)).to.deep.equal(Array(12).fill(0));
      const flipped = Uint8Array.from(data);
      flipped[9] ^= 1;
      for (const [parts, code, message] of [
        [[data, ihdr, end], 'damaged', 'PNG chunk IDAT is out of place'],
        [[ihdr, ihdr, data, end], 'damaged', 'PNG chunk IHDR is out of place'],
        [[chunk('IHDR', good.subarray(16, 28)), data, end], 'damaged', 'PNG chunk IHDR has 12 bytes, not 13'],
        [[ihdr, flipped, end], 'damaged', 'the checksum of PNG chunk IDAT at byte 33 does not fit its bytes'],
        [[ihdr, data], 'truncated', `the PNG ends at byte ${33 + data.length}, before chunk IEND`],
        [[ihdr, data.subarray(0, -1)], 'truncated', `PNG chunk IDAT has ${data.length - 12} bytes, ${data.length - 13} are there`], // prettier-ignore
      ] as [Uint8Array[], string, string][]) {
        expect(() => codesOf(joined(signature, ...parts), 12))
          .to.throw(message)
          .with.property('code', code);
      }
    });

    it('a field that is not a PNG file', () => {
      const message = Uint8Array.from(messageOf({ packing: { template: '5.41' } }));
      message[sectionAt(message, 7) + 5] = 0;
      expect(refusalOf(message)).to.include({ code: 'damaged', message: 'section 7 is not a PNG image' });
    });
  });
});
