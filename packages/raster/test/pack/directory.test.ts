import { DataError } from '@severe/base';
import { expect } from 'chai';
import { decodeDirectory, emptyDirectory, encodeDirectory, findEntry } from '../../src/pack/directory.ts';

function directory(entries: [id: number, run: number, length: number, offset: number][]) {
  const made = emptyDirectory(entries.length);
  entries.forEach(([id, run, length, offset], i) => {
    made.ids[i] = id;
    made.runs[i] = run;
    made.lengths[i] = length;
    made.offsets[i] = offset;
  });
  return made;
}

const sample = directory([
  [0, 1, 100, 0],
  [5, 3, 100, 0], // shares the first one's bytes
  [8, 1, 2 ** 33, 100],
  [2 ** 50, 0, 7, 2 ** 33 + 100],
]);

describe('pack/directory', () => {
  it('is the same after encoding and decoding, numbers beyond 32 bits included', () => {
    expect(decodeDirectory(encodeDirectory(sample))).to.deep.equal(sample);
  });

  it('writes the bytes of the specification', () => {
    // count 2 | ids 5, +37 | runs 1, 1 | lengths 10, 300 | offsets 0 + 1, 0 = "follows"
    const bytes = encodeDirectory(
      directory([
        [5, 1, 10, 0],
        [42, 1, 300, 10],
      ]),
    );
    expect([...bytes]).to.deep.equal([2, 5, 37, 1, 1, 10, 0xac, 0x02, 1, 0]);
  });

  it('finds an id at the start, inside and after the end of a run', () => {
    const found = [0, 1, 5, 7, 8, 9].map((id) => findEntry(sample, id));
    expect(found).to.deep.equal([0, -1, 1, 1, 2, -1]);
  });

  it('finds the leaf that would hold an id', () => {
    expect(findEntry(sample, 2 ** 50 + 999)).to.equal(3);
    expect(findEntry(emptyDirectory(0), 0)).to.equal(-1);
  });

  it('refuses more entries than its bytes can hold, without making room for them', () => {
    expect(() => decodeDirectory(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x7f, 1, 1))).to.throw(DataError, 'has 7 bytes');
  });

  it('refuses bytes that end early, endless numbers, ids that stand still and a first entry that follows nothing', () => {
    expect(() => decodeDirectory(encodeDirectory(sample).subarray(0, -1))).to.throw(DataError, 'ends after');
    expect(() => decodeDirectory(new Uint8Array(64).fill(0xff))).to.throw(DataError, 'longer than 8 bytes');
    expect(() => decodeDirectory(Uint8Array.of(2, 5, 0, 1, 1, 1, 1, 1, 1))).to.throw(DataError, 'twice');
    expect(() => decodeDirectory(Uint8Array.of(1, 5, 1, 1, 0))).to.throw(DataError, 'first entry');
  });
});
