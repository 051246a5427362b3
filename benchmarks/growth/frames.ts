import type { NewFrame } from '@severe/db';
import { Dice, loadTime, minutesBefore } from '../api/world.ts';
import { inBatches, indexed, type Work } from './work.ts';

const minutesOfFrames = 2;

/** What a tile server asks for each new frame that it hears of. */
export const framesOfProduct: Work = {
  name: 'the frame of a product at a time',
  of: 'frames of that product',
  smallest: 100,
  most: indexed,
  begin({ db }) {
    const dice = new Dice(19);
    let count = 0;
    return {
      async grow(have, rows) {
        count = rows;
        await inBatches(have, rows, (from, size) =>
          db.frames.insertRun(Array.from({ length: size }, (_, i) => frameAt(from + i))),
        );
      },
      async ask() {
        const { family, product, validAt } = frameAt(dice.whole(0, count - 1));
        if (!(await db.frames.find(family, product, null, validAt))) throw new Error('a frame was not found');
      },
    };
  },
};

function frameAt(number: number): NewFrame {
  const validAt = minutesBefore(loadTime, number * minutesOfFrames);
  const key = `radar/growth/${number}`;
  return {
    simulated: false,
    family: 'radar',
    product: 'growth',
    runAt: null,
    validAt,
    publishedAt: validAt,
    tilesKey: `${key}.pmtiles`,
    tilesBytes: 1,
    valuesKey: `${key}.tif`,
    valuesBytes: 1,
  };
}
