import type { NewGauge } from '@severe/db';
import { Dice, loadTime, minutesBefore, states, type Fill } from './world.ts';
import { unlessShort } from '../support/short-form.ts';

const count = unlessShort(10_000, 500);
const atOnce = 500;

/** River gauges with readings of the last hours. */
export const gauges: Fill = {
  of: `${count} gauges`,
  async run(db) {
    const dice = new Dice(15);
    for (let i = 0; i < count; i += atOnce) {
      await db.gauges.store(Array.from({ length: atOnce }, (_, j) => gaugeOf(i + j, dice)));
    }
  },
};

function gaugeOf(number: number, dice: Dice): NewGauge {
  const [lon, lat] = dice.place();
  return {
    lid: `G${number.toString(36).toUpperCase().padStart(4, '0')}`,
    usgsId: String(10_000_000 + number),
    name: `River ${number} at a bridge`,
    state: dice.one(states),
    wfo: 'OUN',
    lon,
    lat,
    observed: {
      at: minutesBefore(loadTime, dice.between(1, 240)),
      stage: dice.whole(1, 30),
      stageUnit: 'ft',
      discharge: dice.whole(10, 5000),
      dischargeUnit: 'cfs',
      category: dice.one(['none', 'none', 'none', 'action', 'minor'] as const),
    },
    forecast: null,
    thresholds: { action: 15, minor: 18, moderate: 22, major: 26 },
  };
}
