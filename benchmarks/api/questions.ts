import type { Tables } from '@severe/db';
import { Dice, loadTime, minutesBefore, round } from './world.ts';

/** West, south, east and north in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** One way of asking, for service and database alike. */
export interface Question {
  /** The path and query of the API. */
  path: string;
  /** The same of the tables, as the endpoint asks it. */
  ask: (tables: Pick<Tables, 'alerts' | 'lightning' | 'reports'>) => Promise<unknown>;
}

/** A box as maps show it, from a town to a state: 0.25 to 4 degrees high and half as wide again, over the lower 48. */
function randomBox(dice: Dice): Box {
  const [lon, lat] = dice.place();
  const height = 2 ** dice.between(-2, 2);
  const width = height * 1.5;
  return [lon - width / 2, lat - height / 2, lon + width / 2, lat + height / 2].map(round) as Box;
}

const page = { limit: 100, offset: 0 };

export function randomBoxes(count: number, seed: number): Box[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, () => randomBox(dice));
}

/** Alerts in force in a box. */
export function alertsIn(bbox: Box): Question {
  return {
    path: `/api/v1/alerts?bbox=${bbox.join(',')}`,
    ask: ({ alerts }) => alerts.searchMarks({ ...page, area: { bbox }, active: true, at: loadTime }),
  };
}

/** The same as the database would have to answer if nothing were remembered: whole rows. */
export function wholeAlertsIn(bbox: Box): Question {
  return {
    ...alertsIn(bbox),
    ask: ({ alerts }) => alerts.search({ ...page, area: { bbox }, active: true, at: loadTime }),
  };
}

/** Storm reports of a day of the last three years. */
export function reportsOfDays(count: number, seed: number): Question[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, () => {
    const start = new Date(
      Math.floor(minutesBefore(loadTime, dice.between(1440, 3 * 525_600)).getTime() / 1000) * 1000,
    );
    const end = new Date(start.getTime() + 86_400_000);
    return {
      path: `/api/v1/reports?start=${start.toISOString()}&end=${end.toISOString()}`,
      ask: ({ reports }) => reports.search({ ...page, start, end }),
    };
  });
}

/** All flashes that there are: the longest answer of the API. */
export function allFlashes(): Question {
  return {
    path: '/api/v1/lightning?minutes=180&limit=20000',
    ask: ({ lightning }) => lightning.features({ from: minutesBefore(loadTime, 180), to: loadTime, limit: 20_000 }),
  };
}

/** Flashes of an hour in a box. */
export function flashesIn(bbox: Box): Question {
  return {
    path: `/api/v1/lightning?bbox=${bbox.join(',')}&minutes=60`,
    ask: ({ lightning }) =>
      lightning.features({ area: { bbox }, from: minutesBefore(loadTime, 60), to: loadTime, limit: 5000 }),
  };
}
