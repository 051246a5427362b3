import { expect } from 'chai';
import { messagesOf } from '../../src/level2/messages.ts';
import { readMessage31 } from '../../src/level2/message31.ts';
import { readCoveragePattern } from '../../src/level2/message5.ts';
import { Octets } from '../../src/octets.ts';
import { expectRefusal } from '../support/expect-refusal.ts';

interface Changes {
  compression?: number;
  /** Code of the spacing of radials: 1 for half a degree. */
  spacing?: number;
  /** Declared number of data blocks. */
  count?: number;
  wordBits?: number;
  scale?: number;
}

/** A radial with radar constants, spectrum width of four gates, an absent block and a block of another kind. */
function radial({ compression = 0, spacing = 1, count = 4, wordBits = 8, scale = 2 }: Changes = {}): Octets {
  const bytes = Buffer.alloc(200);
  bytes.write('KTLX', 0);
  bytes.writeUInt8(compression, 16);
  bytes.writeUInt8(spacing, 20);
  bytes.writeUInt16BE(count, 30);
  [72, 100, 0, 140].forEach((pointer, i) => bytes.writeUInt32BE(pointer, 32 + 4 * i));

  bytes.write('RRAD', 72);
  bytes.writeUInt16BE(1480, 72 + 6); // tenths of a kilometre
  bytes.writeUInt16BE(2610, 72 + 16); // hundredths of a metre per second

  bytes.write('DSW ', 100);
  bytes.writeUInt16BE(4, 100 + 8);
  bytes.writeInt16BE(2125, 100 + 10);
  bytes.writeUInt16BE(250, 100 + 12);
  bytes.writeUInt8(wordBits, 100 + 19);
  bytes.writeFloatBE(scale, 100 + 20);
  bytes.writeFloatBE(129, 100 + 24);
  bytes.set([0, 1, 129, 131], 100 + 28);

  bytes.write('DXYZ', 140);
  return new Octets(bytes, 'message 31');
}

describe('level2/message31', () => {
  it('reads the station, the spacing and the constants of the radar', () => {
    const about = { station: 'KTLX', unambiguousRangeM: 148_000, nyquistMps: 26.1 };
    expect(readMessage31(radial()).about).to.deep.equal({ ...about, azimuthStepDeg: 0.5 });
    expect(readMessage31(radial({ spacing: 2 })).about).to.deep.equal({ ...about, azimuthStepDeg: 1 });
  });

  it('reads the moments of its blocks, and leaves out absent and unknown blocks', () => {
    const { moments } = readMessage31(radial());
    expect(moments.map(({ codes, ...moment }) => ({ ...moment, codes: [...codes] }))).to.deep.equal([
      {
        name: 'SW',
        gates: 4,
        firstGateM: 2125,
        gateM: 250,
        wordBits: 8,
        scale: 2,
        offset: 129,
        codes: [0, 1, 129, 131],
      },
    ]);
  });

  it('takes the codes for the values where the scale is 0', () => {
    expect(readMessage31(radial({ scale: 0 })).moments[0]).to.include({ scale: 1, offset: 0 });
  });

  it('accepts ten data blocks and refuses more', () => {
    expect(readMessage31(radial({ count: 10 })).moments).to.have.length(1);
    expectRefusal(() => readMessage31(radial({ count: 11 })), 'damaged', 'a radial has 11 data blocks, at most 10');
  });

  it('refuses a compressed radial, and words that are not of 8 or 16 bits', () => {
    expectRefusal(() => readMessage31(radial({ compression: 2 })), 'unsupported', 'compressed by method 2');
    expectRefusal(() => readMessage31(radial({ wordBits: 12 })), 'damaged', 'SW has words of 12 bits');
    expect(readMessage31(radial({ wordBits: 16 })).moments[0].codes).to.have.length(8);
  });
});

/** A coverage pattern of some cuts, each of a waveform and with flags of super resolution. */
function pattern(cuts: [waveform: number, flags: number][], count = cuts.length): Octets {
  const bytes = Buffer.alloc(22 + 46 * cuts.length);
  bytes.writeUInt16BE(212, 4);
  bytes.writeUInt16BE(count, 6);
  cuts.forEach(([waveform, flags], i) => bytes.set([0x40, 0, 0, waveform, flags], 22 + 46 * i));
  return new Octets(bytes, 'message 5');
}

describe('level2/message5', () => {
  it('reads the waveform and the resolution of each cut', () => {
    const { number, cuts } = readCoveragePattern(pattern([[1, 1], [4, 6], [9, 7]])); // prettier-ignore
    expect(number).to.equal(212);
    expect(cuts).to.deep.equal([
      { elevationDeg: 90, waveform: 'surveillance', isSuperResolution: true },
      { elevationDeg: 90, waveform: 'batch', isSuperResolution: false },
      { elevationDeg: 90, waveform: 'unknown', isSuperResolution: true },
    ]);
  });

  it('accepts 32 cuts and refuses more', () => {
    const cuts = Array.from({ length: 33 }, (): [number, number] => [1, 0]);
    expect(readCoveragePattern(pattern(cuts, 32)).cuts).to.have.length(32);
    expectRefusal(() => readCoveragePattern(pattern(cuts)), 'damaged', 'a coverage pattern has 33 cuts, at most 32');
  });
});

/** A message with its header of 28 bytes; `halfwords` count from the thirteenth. */
function message(type: number, body: Buffer, { halfwords = (16 + body.length) / 2, segments = 1, segment = 1 } = {}) {
  const header = Buffer.alloc(28);
  header.writeUInt16BE(halfwords, 12);
  header[15] = type;
  header.writeUInt16BE(segments, 24);
  header.writeUInt16BE(segment, 26);
  return Buffer.concat([header, body]);
}

/** A message padded to the length of a frame. */
const framed = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(2432 - bytes.length)]);

describe('level2/messages', () => {
  const read = (...parts: Buffer[]) =>
    Array.from(messagesOf([Buffer.concat(parts)]), ({ type, segment, segments, body }) => {
      return [type, segment, segments, Buffer.from(body.bytes).toString('latin1')];
    });

  it('follow each other, radials directly and others in frames of 2432 bytes', () => {
    expect(
      read(
        framed(message(2, Buffer.from('status'))),
        message(31, Buffer.from('radial')),
        message(31, Buffer.from('next')),
        framed(message(5, Buffer.from('pattern.'), { segments: 3, segment: 2 })),
        message(31, Buffer.from('')),
      ),
    ).to.deep.equal([
      [2, 1, 1, 'status'],
      [31, 1, 1, 'radial'],
      [31, 1, 1, 'next'],
      [5, 2, 3, 'pattern.'],
      [31, 1, 1, ''],
    ]);
  });

  it('have their size in the place of the segments if it does not fit the header', () => {
    const body = Buffer.alloc(65_536 * 2, 'x');
    const long = message(31, body, { halfwords: 0xffff });
    long.writeUInt32BE(16 + body.length, 24);
    const [[type, segment, segments, text], next] = read(long, message(31, Buffer.from('next')));
    expect([type, segment, segments, String(text).length]).to.deep.equal([31, 1, 1, body.length]);
    expect(next).to.deep.equal([31, 1, 1, 'next']);
  });

  it('are left out where a frame is empty, or where a status does not fit its record', () => {
    const pattern = framed(message(5, Buffer.from('pattern.')));
    const wanted = [[5, 1, 1, 'pattern.']];
    expect(read(framed(message(0, Buffer.from('empty!'))), pattern)).to.deep.equal(wanted);
    expect(read(framed(message(2, Buffer.from('short!'), { halfwords: 7 })), pattern)).to.deep.equal(wanted);
    expect(read(framed(message(29, Buffer.from('nothing.'), { halfwords: 0 })), pattern)).to.deep.equal(wanted);
    expect(read(pattern, message(2, Buffer.from('cut'), { halfwords: 5000 }))).to.deep.equal(wanted);
  });

  it('of radials are refused if they end before their size, or have none', () => {
    const cut = message(31, Buffer.from('radial'), { halfwords: 12 });
    expectRefusal(() => read(cut), 'truncated', 'a message 31 has 24 bytes, 22 are left of its record');
    expectRefusal(() => read(message(1, Buffer.from('radial'), { halfwords: 7 })), 'truncated', 'a message 1 has 14 bytes'); // prettier-ignore
  });

  it('end where less than a header is left', () => {
    expect(read(message(31, Buffer.from('radial')), Buffer.alloc(27, 31))).to.have.length(1);
  });
});
