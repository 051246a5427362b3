import { expect } from 'chai';
import { endsWhole, limits } from '../../src/index.ts';
import { recordsOf } from '../../src/level2/records.ts';
import { bzip2 } from '../../src/write/index.ts';
import { expectRefusal } from '../support/expect-refusal.ts';

const emptyHeader = Buffer.alloc(24);

/** A record: its length, negative where it is the last, and its bytes packed. */
function record(packed: Uint8Array, sign = 1): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(sign * packed.length);
  return Buffer.concat([length, packed]);
}

describe('level2/records', () => {
  const words = ['one', 'two', 'three'];
  const packed = words.map((word) => bzip2(Buffer.from(word)));
  const read = (bytes: Uint8Array): string[] => Array.from(recordsOf(bytes), (found) => Buffer.from(found).toString());

  it('returns records in order, whatever the sign of their lengths', () => {
    const [one, two, three] = packed;
    expect(read(Buffer.concat([emptyHeader, record(one), record(two), record(three, -1)]))).to.deep.equal(words);
    expect(read(Buffer.concat([emptyHeader, record(one, -1), record(two, -1), record(three, -1)]))).to.deep.equal(
      words,
    );
  });

  it('unpacks a record when it is read, not before', () => {
    const bytes = Buffer.concat([
      emptyHeader,
      record(packed[0]),
      record(Buffer.from('BZh9 damaged, and long enough to tell')),
    ]);
    const records = recordsOf(bytes)[Symbol.iterator]();
    expect(Buffer.from(records.next().value as Uint8Array).toString()).to.equal('one');
    expectRefusal(() => records.next(), 'damaged');
  });

  it('reads a record that unpacks to 24 MB', () => {
    const text = new Uint8Array(24e6);
    for (let i = 0; i < text.length; i += 1000) text[i] = i / 1000;
    const [found] = recordsOf(Buffer.concat([emptyHeader, record(bzip2(text), -1)]));
    expect(Buffer.compare(found, text)).to.equal(0);
  }).timeout(60_000);

  it('ends whole where its last record does', () => {
    const volume = Buffer.concat([emptyHeader, ...packed.map((bytes) => record(bytes))]);
    expect(endsWhole(volume)).to.equal(true);
    for (const padding of [4, 6, 8])
      expect(endsWhole(Buffer.concat([volume, Buffer.alloc(padding)])), `${padding}`).to.equal(true);
    for (const missing of [1, 3, 10, 40]) expect(endsWhole(volume.subarray(0, -missing)), `${missing}`).to.equal(false);
    expect(endsWhole(Buffer.concat([emptyHeader, Buffer.from('messages')]))).to.equal(true); // cannot be told
  });

  it('returns unpacked data as one record', () => {
    expect(read(Buffer.concat([emptyHeader, Buffer.from('messages')]))).to.deep.equal(['messages']);
  });

  it('ends at a length of zero, and at an incomplete length', () => {
    expect(read(Buffer.concat([emptyHeader, record(packed[0]), Buffer.alloc(40)]))).to.deep.equal(['one']);
    expect(read(Buffer.concat([emptyHeader, record(packed[0]), Buffer.alloc(3)]))).to.deep.equal(['one']);
  });

  it('refuses a length past the end, also the largest negative one', () => {
    const bytes = Buffer.concat([emptyHeader, record(packed[0]), record(packed[1])]);
    const second = emptyHeader.length + 4 + packed[0].length;
    for (const length of [packed[1].length + 1, 0x7fffffff, -0x80000000]) {
      bytes.writeInt32BE(length, second);
      const what = `the record at byte ${second} has ${Math.abs(length)} bytes, ${packed[1].length} are left`;
      expectRefusal(() => read(bytes), 'truncated', what);
    }
    bytes.writeInt32BE(7, second);
    expectRefusal(() => read(bytes.subarray(0, second + 4)), 'truncated', 'has 7 bytes, 0 are left');
  });

  it('refuses records that unpack to more than the limits, singly or together', function () {
    this.timeout(120_000);
    const most = bzip2(new Uint8Array(limits.recordBytes));
    const count = limits.unpackedBytes / limits.recordBytes;
    const bytes = Buffer.concat([emptyHeader, ...Array.from({ length: count + 1 }, () => record(most))]);
    let unpacked = 0;
    expectRefusal(
      () => {
        for (const { length } of recordsOf(bytes)) unpacked += length;
      },
      'too-large',
      'the records unpack to more than',
    );
    expect(unpacked).to.equal(limits.unpackedBytes);

    const more = bzip2(new Uint8Array(limits.recordBytes + 1));
    expectRefusal(() => read(Buffer.concat([emptyHeader, record(more)])), 'too-large', String(limits.recordBytes));
  });

  it('refuses files beyond the limits without reading them', () => {
    const packedFile = new Uint8Array(limits.packedBytes + 1);
    packedFile.set(Buffer.from('BZh9'), emptyHeader.length + 4);
    expectRefusal(() => recordsOf(packedFile), 'too-large', String(limits.packedBytes));
    expectRefusal(() => recordsOf(new Uint8Array(limits.unpackedBytes + 1)), 'too-large', String(limits.unpackedBytes));
    expect([...recordsOf(new Uint8Array(limits.unpackedBytes))]).to.have.length(1);
  });
});
