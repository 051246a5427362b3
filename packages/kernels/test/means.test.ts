import { expect } from 'chai';
import { footprintsRoom, meansOfCells, meansRoom, Workspace } from '../src/index.ts';
import { seeded } from './seeded.ts';

const pixels = 256 * 256;
const [width, height, absent] = [50, 40, 9];

describe('means', () => {
  for (const none of [absent, undefined]) {
    it(`are of the cells of a pixel, ${none === undefined ? 'all of them' : 'without those that are absent'}`, () => {
      const random = seeded(8);
      const packed = Uint16Array.from({ length: width * height }, () => (random() < 0.4 ? absent : random() * 65_536));
      const codes = Uint8Array.from({ length: packed.length }, () => random() * 256);
      const space = new Workspace();
      const room = { ...footprintsRoom, ...meansRoom, codes: codes.length, packed: packed.byteLength };
      const parts = space.layOut(room);
      space.octets(parts.codes).set(codes);
      space.shorts(parts.packed).set(packed);
      const list = Array.from({ length: pixels }, () => {
        const [left, top, size] = [random() * width, random() * height, random() * 4 - 1].map(Math.floor);
        return [left, Math.min(width - 1, left + size), top, Math.min(height - 1, top + size)];
      });
      const spans = space.words(parts.spans);
      for (let side = 0; side < 4; side++) spans.set(list.map((pixel) => pixel[side]), side * pixels); // prettier-ignore

      const made = meansOfCells(space, width, none, parts);
      list.forEach(([left, right, top, bottom], i) => {
        const cells: number[] = [];
        for (let row = top; row <= bottom; row++) {
          for (let column = left; column <= right; column++) cells.push(row * width + column);
        }
        const present = cells.map((cell) => packed[cell]).filter((value) => value !== none);
        const mean = present.length > 0 ? present.reduce((sum, value) => sum + value, 0) / present.length : -1;
        const expected = cells.length > 1 ? [0, mean] : [cells.length === 1 ? codes[cells[0]] : 0, -1];
        const found = [made.codes[i], made.means?.[i]];
        if (found.join() !== expected.join()) expect.fail(`pixel ${i}: ${found.join()}, not ${expected.join()}`);
      });
    });
  }

  it('are none where no pixel takes several cells', () => {
    const space = new Workspace();
    const parts = space.layOut({ ...footprintsRoom, ...meansRoom, codes: 1, packed: 2 });
    space.words(parts.spans).fill(0);
    space.octets(parts.codes)[0] = 77;
    const { codes, means } = meansOfCells(space, 1, undefined, parts);
    expect(means).to.equal(undefined);
    expect(new Set(codes)).to.deep.equal(new Set([77]));
  });
});
