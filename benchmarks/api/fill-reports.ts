import type { Report } from '@severe/db';
import { Dice, loadTime, minutesBefore, states, type Fill } from './world.ts';
import { unlessShort } from '../support/short-form.ts';

const count = unlessShort(100_000, 2000);
const years = 3;
const kinds = [
  { type: 'tornado', units: 'EF', least: 0, most: 5 },
  { type: 'hail', units: 'in', least: 1, most: 4 },
  { type: 'wind', units: 'mph', least: 50, most: 100 },
  { type: 'flood', units: null, least: 0, most: 0 },
] as const;

/** Storm reports of several years. */
export const reports: Fill = {
  of: `${count} storm reports of ${years} years`,
  async run(db) {
    const dice = new Dice(13);
    for (let i = 0; i < count; i += 1000) {
      await db.reports.store(Array.from({ length: 1000 }, (_, j) => reportOf(i + j, years * 365, dice)));
    }
  },
};

/** @param days the longest time since it happened */
export function reportOf(number: number, days: number, dice: Dice): Report {
  const { type, units, least, most } = dice.one(kinds);
  const at = minutesBefore(loadTime, dice.between(0, days * 1440));
  const [lon, lat] = dice.place();
  return {
    key: String(number),
    type,
    source: 'spc',
    magnitude: units && dice.whole(least, most),
    units,
    qualifier: type === 'wind' ? 'estimated' : null,
    at,
    receivedAt: new Date(at.getTime() + 600_000),
    place: '3 SW Norman',
    county: 'Cleveland',
    state: dice.one(states),
    wfo: 'OUN',
    reportedBy: 'Trained Spotter',
    remarks: 'Large limbs down across a road, and a roof was damaged.',
    lon,
    lat,
  };
}
