import type { Database } from '@severe/db';
import { eventOf, storeCounties } from '../api/fill-alerts.ts';
import { granuleOf } from '../api/fill-lightning.ts';
import { hourOf, placesOf, stations } from '../api/fill-observations.ts';
import { reportOf } from '../api/fill-reports.ts';
import { alertsIn, flashesIn, latestInStates, randomBoxes, reportsOfDays } from '../api/questions.ts';
import { Dice, loadTime, minutesBefore } from '../api/world.ts';
import { keysOfUsers, webhooksOfAlerts } from './accounts.ts';
import { keysOfCache } from './caches.ts';
import { framesOfProduct } from './frames.ts';
import { alertsAsOf } from './past.ts';
import { asked, asking, inBatches, indexed, linear, type Work } from './work.ts';

const reportsOfDay = 90;

export const works: readonly Work[] = [
  {
    name: 'alerts in a random box',
    of: 'ended alerts, beside 500 in force',
    smallest: 200,
    most: indexed,
    async begin({ db }) {
      const codes = await storeCounties(db);
      const dice = new Dice(11);
      await db.alerts.store(Array.from({ length: 500 }, (_, i) => eventOf(i, true, dice, codes)));
      return {
        grow: (have, rows) =>
          inBatches(have, rows, (from, count) =>
            db.alerts.store(Array.from({ length: count }, (_, i) => eventOf(1000 + from + i, false, dice, codes))),
          ),
        ...asking(db, randomBoxes(asked, 31).map(alertsIn)),
      };
    },
  },
  {
    name: 'the newest observations of a state',
    of: `observations, of ${stations} stations`,
    smallest: 5 * stations,
    most: indexed,
    begin({ db }) {
      const dice = new Dice(14);
      const places = placesOf(dice);
      return {
        async grow(have, rows) {
          for (let hour = have / stations; hour < rows / stations; hour++)
            await db.observations.store(hourOf(places, hour, dice));
        },
        ...asking(db, latestInStates(asked, 32)),
      };
    },
  },
  {
    name: 'the storm reports of a day',
    of: `reports, ${reportsOfDay} a day`,
    smallest: 1000, // eleven days
    most: indexed,
    begin({ db }) {
      const dice = new Dice(13);
      return {
        grow: (have, rows) =>
          inBatches(have, rows, (from, count) =>
            db.reports.store(
              Array.from({ length: count }, (_, i) => {
                const ago = (1440 * (from + i)) / reportsOfDay;
                return { ...reportOf(from + i, 0, dice), at: minutesBefore(loadTime, ago), receivedAt: null };
              }),
            ),
          ),
        ...asking(db, reportsOfDays(asked, 33, 10)),
      };
    },
  },
  {
    name: 'the flashes of the last hour in a random box',
    of: 'flashes, 20,000 in that hour',
    smallest: 20_000,
    most: indexed,
    whyMore:
      'indices of place and of time are combined: at most as much as the whole hour, however long flashes are kept (6 h)',
    begin({ db }) {
      const dice = new Dice(12);
      return {
        async grow(have, rows) {
          for (let n = have / 500; n < rows / 500; n++) await storeGranule(db, n, dice);
        },
        ...asking(db, randomBoxes(asked, 34).map(flashesIn)),
      };
    },
  },
  {
    name: 'all flashes of some minutes',
    of: 'flashes in them',
    smallest: 100,
    most: linear,
    begin({ db }) {
      const dice = new Dice(15);
      let have = 0;
      const from = minutesBefore(loadTime, -60);
      return {
        async grow(_, rows) {
          for (; have < rows; have += 100) await storeGranule(db, 1_000_000 + have, dice, 100, -61);
        },
        ask: () => db.lightning.features({ from, to: minutesBefore(loadTime, -120), limit: 1_000_000 }),
      };
    },
  },
  alertsAsOf,
  keysOfUsers,
  webhooksOfAlerts,
  framesOfProduct,
  keysOfCache,
  {
    name: 'alerts in force in a random box, at most 100',
    of: 'alerts in force, with their counties',
    smallest: 200,
    most: linear,
    async begin({ db, client }) {
      await client.query('truncate alerts cascade'); // those of the works before
      const codes = await storeCounties(db);
      const dice = new Dice(21);
      return {
        grow: (have, rows) =>
          inBatches(have, rows, (from, count) =>
            db.alerts.store(Array.from({ length: count }, (_, i) => eventOf(2_000_000 + from + i, true, dice, codes))),
          ),
        ...asking(db, randomBoxes(asked, 35).map(alertsIn)),
      };
    },
  },
];

/** Stores a granule of flashes. @param ago minutes; by default 40 granules an hour, from now into the past */
function storeGranule(
  db: Database,
  number: number,
  dice: Dice,
  flashes = 500,
  ago = 1 + 1.45 * number,
): Promise<unknown> {
  const name = `OR_GLM-L2-LCFA_G19_growth${number}.nc`;
  return db.lightning.store(granuleOf(name, minutesBefore(loadTime, ago), flashes, () => dice.place(), dice));
}
