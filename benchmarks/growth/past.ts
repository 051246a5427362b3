import type { Tables } from '@severe/db';
import { eventOf } from '../api/fill-alerts.ts';
import { randomBoxes } from '../api/questions.ts';
import { Dice, loadTime, minutesBefore } from '../api/world.ts';
import { asked, indexed, type Work } from './work.ts';

const alertsOfDay = 100;
const dayMinutes = 1440;
/** All alerts of a day are in force for half of it. */
const inForceMinutes = dayMinutes / 2;

/** What was in force at a moment: each alert leaves a state of its past when it ends. */
export const alertsAsOf: Work = {
  name: 'alerts in a random box as of a random moment',
  of: `alerts of the past, ${alertsOfDay} a day`,
  smallest: alertsOfDay,
  most: indexed,
  begin({ db, setTime }) {
    const dice = new Dice(16);
    const boxes = randomBoxes(asked, 36);
    let days = 0;
    const askOf = (tables: Tables, number: number): Promise<unknown> => {
      const asOf = minutesBefore(loadTime, dice.between(1, days) * dayMinutes - inForceMinutes / 2);
      const area = { bbox: boxes[number % boxes.length] };
      return tables.alerts.searchPast({ asOf, at: asOf, active: true, area, limit: 100, offset: 0 });
    };
    return {
      async grow(have, rows) {
        for (days = have / alertsOfDay; days < rows / alertsOfDay; days++) {
          const sent = minutesBefore(loadTime, (days + 1) * dayMinutes);
          const expires = minutesBefore(sent, -inForceMinutes);
          setTime(sent);
          await db.alerts.store(
            Array.from({ length: alertsOfDay }, (_, i) => ({
              ...eventOf(1_000_000 + days * alertsOfDay + i, true, dice, ['OKC027', 'OKC109', 'OKC017']),
              sent,
              effective: sent,
              onset: sent,
              issuedAt: sent,
              expires,
              messageExpires: expires,
              ends: expires,
            })),
          );
          setTime(expires);
          await db.alerts.expire();
        }
        setTime(loadTime);
      },
      ask: (number) => askOf(db, number),
      explained: (tables) => askOf(tables, 0),
    };
  },
};
