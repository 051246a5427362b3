import type { NewGranule } from '@severe/db';
import { Dice, loadTime, minutesBefore, type Fill } from './world.ts';
import { unlessShort } from '../support/short-form.ts';

const granules = 40;
const each = unlessShort(500, 50);

/** Fifteen minutes of lightning, in clusters like storms. */
export const lightning: Fill = {
  of: `${granules * each} flashes`,
  async run(db) {
    const dice = new Dice(12);
    const storms = Array.from({ length: 30 }, () => dice.place());
    for (let i = 0; i < granules; i++) {
      const startsAt = minutesBefore(loadTime, 14.5 - i * 0.35);
      const placeOf = (): [number, number] => {
        const [lon, lat] = dice.one(storms);
        return [lon + dice.between(-1, 1), lat + dice.between(-1, 1)];
      };
      const name = `OR_GLM-L2-LCFA_G19_bench${i}.nc`;
      await db.lightning.store(granuleOf(name, startsAt, each, placeOf, dice));
    }
  },
};

/** The flashes of twenty seconds. @param placeOf longitude and latitude of the next flash */
export function granuleOf(
  name: string,
  startsAt: Date,
  count: number,
  placeOf: () => [lon: number, lat: number],
  dice: Dice,
): NewGranule {
  const flashes = Array.from({ length: count }, (_, number) => {
    const [lon, lat] = placeOf();
    return {
      number,
      at: new Date(startsAt.getTime() + dice.between(0, 20_000)),
      lat,
      lon,
      energyFj: dice.between(1, 900),
      areaKm2: dice.between(60, 2000),
    };
  });
  return { name, satellite: 'G19', startsAt, flashes };
}
