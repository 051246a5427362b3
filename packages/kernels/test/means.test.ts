import { expect } from 'chai';
import { drawMeans, footprintsSizes, putSteps, stepsSizes, meansSizes, Workspace } from '../src/index.ts';
import { seeded } from '@severe/testing/seeded';

const pixels = 256 * 256;
const [width, height, absent] = [50, 40, 9];
/** Bands with edges between whole values, so that a mean can be in the band after that of its integer part. */
const from = Float64Array.from({ length: 200 }, (_, i) => 99.7 + i * 250.1);
const bandOf = (value: number) => from.findLastIndex((edge) => edge <= value) + 1;
const steps = {
  bandOfWhole: Uint8Array.from({ length: 65_536 }, (_, value) => bandOf(value)),
  from,
  codeOfBand: Uint8Array.from({ length: 201 }, (_, band) => 255 - band),
};

describe('means', () => {
  for (const none of [absent, undefined]) {
    it(`have the code of their band, ${none === undefined ? 'of all cells' : 'without absent cells'}`, () => {
      const random = seeded(8);
      const packed = Uint16Array.from({ length: width * height }, () => (random() < 0.4 ? absent : random() * 65_536));
      const codes = Uint8Array.from({ length: packed.length }, () => random() * 256);
      const space = new Workspace();
      const room = { ...footprintsSizes, ...meansSizes, ...stepsSizes, codes: codes.length, packed: packed.byteLength };
      const parts = space.layOut(room);
      putSteps(space, parts.steps, steps);
      space.octets(parts.codes).set(codes);
      space.shorts(parts.packed).set(packed);
      const list = Array.from({ length: pixels }, () => {
        const [left, top, size] = [random() * width, random() * height, random() * 4 - 1].map(Math.floor);
        return [left, Math.min(width - 1, left + size), top, Math.min(height - 1, top + size)];
      });
      const spans = space.words(parts.spans);
      for (let side = 0; side < 4; side++) spans.set(list.map((pixel) => pixel[side]), side * pixels); // prettier-ignore

      const made = drawMeans(space, width, none, parts);
      list.forEach(([left, right, top, bottom], i) => {
        const cells: number[] = [];
        for (let row = top; row <= bottom; row++) {
          for (let column = left; column <= right; column++) cells.push(row * width + column);
        }
        const present = cells.map((cell) => packed[cell]).filter((value) => value !== none);
        const mean = present.reduce((sum, value) => sum + value, 0) / present.length;
        const codeOfMean = present.length > 0 ? steps.codeOfBand[bandOf(mean)] : 0;
        const expected = cells.length > 1 ? codeOfMean : cells.length === 1 ? codes[cells[0]] : 0;
        if (made[i] !== expected) expect.fail(`pixel ${i}: ${made[i]}, not ${expected}`);
      });
    });
  }
});
