import { Dice, loadTime, minutesBefore, type Fill } from './world.ts';

const granules = 40;
const each = 500;

/** Fifteen minutes of lightning, in clusters like storms. */
export const lightning: Fill = {
  of: `${granules * each} flashes`,
  async run(db) {
    const dice = new Dice(12);
    const storms = Array.from({ length: 30 }, () => dice.place());
    for (let i = 0; i < granules; i++) {
      const startsAt = minutesBefore(loadTime, 14.5 - i * 0.35);
      const flashes = Array.from({ length: each }, (_, number) => {
        const [lon, lat] = dice.one(storms);
        return {
          number,
          at: new Date(startsAt.getTime() + dice.between(0, 20_000)),
          lat: lat + dice.between(-1, 1),
          lon: lon + dice.between(-1, 1),
          energyFj: dice.between(1, 900),
          areaKm2: dice.between(60, 2000),
        };
      });
      await db.lightning.store({ name: `OR_GLM-L2-LCFA_G19_bench${i}.nc`, satellite: 'G19', startsAt, flashes });
    }
  },
};
