import { ByteCache, CacheBudget } from '@severe/async';
import { Dice } from '../api/world.ts';
import { indexed, type Work } from './work.ts';

const entryBytes = 64;
const gets = 1000;

/** A cache holds what clients ask for, and strangers choose how many different things they ask for. */
export const keysOfCache: Work = {
  name: `${gets} answers from memory`,
  of: 'keys in one cache',
  smallest: 1000,
  most: indexed,
  whyMore: 'more keys than the caches of the processor hold: each is a wait for memory',
  begin() {
    const cache = new ByteCache<number>({
      name: 'growth',
      budget: new CacheBudget(1 << 30),
      minimum: 1,
    });
    const dice = new Dice(20);
    let count = 0;
    const get = (number: number) =>
      cache.get(`/api/v1/alerts?point=${number}`, entryBytes, () =>
        Promise.resolve({ value: number, bytes: entryBytes }),
      );
    return {
      async grow(have, rows) {
        count = rows;
        for (let i = have; i < rows; i++) await get(i);
      },
      async ask() {
        for (let i = 0; i < gets; i++) await get(dice.whole(0, count - 1));
      },
    };
  },
};
