import type { Tables } from '@severe/db';
import { Dice, loadTime, minutesBefore, round, states } from './world.ts';

/** West, south, east and north in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** A request, for the service and for the database. */
export interface Question {
  /** Path and query of the API. */
  path: string;
  /** The same query of the tables, as the endpoint runs it. */
  ask: (tables: Tables) => Promise<unknown>;
}

/** A box of a map, from a town to a state: 0.25 to 4 degrees high and 1.5 times as wide, in the lower 48 states. */
function randomBox(dice: Dice): Box {
  const [lon, lat] = dice.place();
  const height = 2 ** dice.between(-2, 2);
  const width = height * 1.5;
  return [lon - width / 2, lat - height / 2, lon + width / 2, lat + height / 2].map(round) as Box;
}

const page = { limit: 100, offset: 0 };
/** An id above all existing ones; the service looks up the greatest id at negligible cost. */
const through = 1e12;

export function randomBoxes(count: number, seed: number): Box[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, () => randomBox(dice));
}

/** Active alerts in a box. */
export function alertsIn(bbox: Box): Question {
  return {
    path: `/api/v1/alerts?bbox=${bbox.join(',')}`,
    ask: ({ alerts }) => alerts.searchRevisions({ ...page, area: { bbox }, active: true, at: loadTime }),
  };
}

/** The same alerts through the door of another client, and as the list. */
interface Door {
  name: string;
  through: string[];
  list: string[];
}

/** What other clients ask, beside the list that it is a form of. */
export function doorsOf(boxes: Box[], count: number, seed: number): Door[] {
  const dice = new Dice(seed);
  const sites = Array.from({ length: count }, (): [number, number] => {
    const [lon, lat] = dice.place();
    return [round(lon), round(lat)];
  });
  const lists = boxes.map((box) => alertsIn(box).path);
  return [
    {
      name: 'alerts in a random box as a table',
      through: lists.map((path) => path.replace('/alerts?', '/alerts.csv?')),
      list: lists,
    },
    {
      name: 'alerts in a random box as a feed',
      through: lists.map((path) => path.replace('/alerts?', '/feeds/alerts.atom?')),
      list: lists,
    },
    {
      name: 'alerts in a random box as OGC API Features',
      through: lists.map((path) => path.replace('/alerts?', '/ogc/collections/alerts/items?')),
      list: lists,
    },
    {
      name: 'a placefile of the warnings near a random radar',
      through: sites.map(([lon, lat]) => `/api/v1/placefiles/warnings.txt?lat=${lat}&lon=${lon}`),
      list: sites.map(([lon, lat]) => `/api/v1/alerts?limit=1000&point=${lat},${lon}&radius=500km`),
    },
  ];
}

/** Storm reports of a day of the last three years, or of some other time. */
export function reportsOfDays(count: number, seed: number, days = 3 * 365): Question[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, () => {
    const start = new Date(
      Math.floor(minutesBefore(loadTime, dice.between(1440, days * 1440)).getTime() / 1000) * 1000,
    );
    const end = new Date(start.getTime() + 86_400_000);
    return {
      path: `/api/v1/reports?start=${start.toISOString()}&end=${end.toISOString()}`,
      ask: ({ reports }) => reports.search({ ...page, start, end }),
    };
  });
}

/** Almost all flashes, the largest response of the API; `limit` makes each request unique. */
export function manyFlashes(count: number): Question[] {
  return Array.from({ length: count }, (_, i) => {
    const limit = 20_000 - (i % 5000);
    return {
      path: `/api/v1/lightning?minutes=${180 - Math.floor(i / 5000)}&limit=${limit}`,
      ask: ({ lightning }) => lightning.features({ from: minutesBefore(loadTime, 150), to: loadTime, limit }),
    };
  });
}

/** Flashes of one hour in a box. */
export function flashesIn(bbox: Box): Question {
  return {
    path: `/api/v1/lightning?bbox=${bbox.join(',')}&minutes=60`,
    ask: ({ lightning }) =>
      lightning.features({ area: { bbox }, from: minutesBefore(loadTime, 60), to: loadTime, limit: 5000 }),
  };
}

/** The newest observation of each station of a state in about three hours; the start makes each request unique. */
export function latestInStates(count: number, seed: number): Question[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, (_, i) => {
    const state = dice.one(states);
    const start = new Date(loadTime.getTime() - 10_800_000 + i * 100);
    return {
      path: `/api/v1/observations?state=${state}&latest=true&start=${start.toISOString()}`,
      ask: ({ observations }) => observations.search({ ...page, state, latest: true, start, through }),
    };
  });
}

/** Gauges in a box with readings of the last six hours. */
export function gaugesIn(bbox: Box): Question {
  const times = { since: minutesBefore(loadTime, 360), at: loadTime };
  return {
    path: `/api/v1/gauges?bbox=${bbox.join(',')}`,
    ask: ({ gauges }) => gauges.search({ ...page, limit: 200, area: { bbox }, aboveFlood: false, ...times }),
  };
}
