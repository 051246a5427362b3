import { DataError } from '@severe/base';
import { expect } from 'chai';
import { readDirectories, memorySource } from './support/readers.ts';
import { tiff } from './support/tiff.ts';

const directoriesOf = (bytes: Uint8Array) => readDirectories(memorySource(bytes));

const tags = { 256: [7], 257: [70000], 270: 'a text', 33550: [0.5, -0.25, 0] };

describe('directory', () => {
  for (const order of ['little', 'big'] as const) {
    for (const bigTiff of [false, true]) {
      it(`reads numbers and texts of a ${order}-endian ${bigTiff ? 'BigTIFF' : 'TIFF'}`, () => {
        const [directory, ...others] = directoriesOf(tiff({ tags, order, bigTiff }));
        expect(others).to.deep.equal([]);
        expect([directory.number(256, 0), directory.number(257, 0), directory.number(258, 1)]).to.deep.equal([
          7, 70000, 1,
        ]);
        expect(directory.text(270)).to.equal('a text');
        expect(directory.numbers(33550)).to.deep.equal([0.5, -0.25, 0]);
      });
    }
  }

  it('follows the chain of directories until it repeats or leaves the file', () => {
    const one = tiff({ tags });
    const at = new DataView(one.buffer).getUint32(4, true);
    const link = one.length - 4;
    for (const [next, count] of [
      [0, 1],
      [at, 1],
      [one.length + 5, 1],
    ]) {
      const file = Uint8Array.from(one);
      new DataView(file.buffer).setUint32(link, next, true);
      expect(directoriesOf(file)).to.have.length(count);
    }
    const two = Buffer.concat([one, one.subarray(at)]);
    two.writeUInt32LE(one.length, link);
    expect(directoriesOf(two)).to.have.length(2);
  });

  const whole = tiff({ tags });
  const cases: [what: string, bytes: Uint8Array, problem: RegExp][] = [
    ['four bytes', Uint8Array.of(0x49, 0x49, 42, 0), /has 4 bytes/],
    ['another version', Uint8Array.of(0x49, 0x49, 44, 0, 8, 0, 0, 0), /version 44/],
    ['no directory', Uint8Array.of(0x49, 0x49, 42, 0, 0, 0, 0, 0), /holds no directory/],
    [
      'a directory behind the end',
      Uint8Array.of(0x49, 0x49, 42, 0, 99, 0, 0, 0),
      /ends at byte 101, the file at byte 8/,
    ],
    ['a directory cut short', whole.subarray(0, -20), /the directory ends at byte \d+/],
    ['a BigTIFF cut short', tiff({ tags, bigTiff: true }).subarray(0, 12), /BigTIFF header/],
  ];
  for (const [what, bytes, problem] of cases) {
    it(`refuses ${what}`, () => {
      expect(() => directoriesOf(bytes)).to.throw(DataError, problem);
    });
  }

  it('refuses values outside the file when they are read', () => {
    const [directory] = directoriesOf(tiff({ tags: { 256: [1], 273: { type: 'long', values: [1, 2] } } }));
    expect(directory.numbers(273)).to.deep.equal([1, 2]);
    const file = tiff({ tags: { 256: [1], 273: { type: 'long', values: [1, 2] } } });
    new DataView(file.buffer).setUint32(new DataView(file.buffer).getUint32(4, true) + 2 + 12 + 4, 2 ** 31, true);
    const [far] = directoriesOf(file);
    expect(far.number(256, 0)).to.equal(1);
    expect(() => far.element(273, 0)).to.throw(DataError, /tag 273 ends at byte/);
  });
});
