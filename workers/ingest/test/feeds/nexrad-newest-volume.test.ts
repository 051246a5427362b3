import { expect } from 'chai';
import { newestVolume } from '../../src/feeds/nexrad/newest-volume.ts';

/** A bucket in which the volumes up to `newest` are, `count` of them; counts how often it is asked. */
function circle(newest: number, count: number) {
  const ages = new Map(Array.from({ length: count }, (_, age) => [((newest - 1 - age + 999) % 999) + 1, age]));
  let asked = 0;
  const startedAt = async (number: number) => {
    asked++;
    const age = ages.get(number);
    return age === undefined ? undefined : new Date(1e12 - age * 300_000);
  };
  return { numbers: [...ages.keys()].sort((a, b) => a - b), startedAt, asked: () => asked };
}

describe('feeds/nexrad/newest-volume', () => {
  for (const newest of [1, 2, 185, 500, 998, 999]) {
    it(`finds volume ${newest} in a partial and in a full cycle`, async () => {
      for (const count of [1, 40, 998, 999]) {
        const { numbers, startedAt, asked } = circle(newest, count);
        expect(await newestVolume(numbers, startedAt), `${count}`).to.equal(newest);
        expect(asked()).to.be.at.most(12); // the logarithm of 999, and the first
      }
    });
  }

  it('checks every gap if there are several', async () => {
    const startedAt = async (number: number) => new Date(number === 30 ? 5000 : number * 10);
    expect(await newestVolume([10, 11, 29, 30, 100], startedAt)).to.equal(30);
    expect(await newestVolume([], startedAt)).to.equal(undefined);
  });
});
