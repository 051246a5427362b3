import type { Point } from '@severe/geo';
import { roundTo } from '../model/curves.ts';
import { minuteMs, moved } from '../model/plane.ts';
import { randomSequence } from '../model/random.ts';
import { hailName, simulatedLabel } from '../warnings/texts.ts';
import type { StormReport } from './report.ts';

/** What somebody with an app or a radio reports of an event that an office also reports. */
interface PublicReport {
  /** Positive, and the same at every request. */
  id: number;
  /** The minute of the observation; the report is sent two minutes later. */
  at: number;
  place: Point;
  event: StormReport;
}

/** Delay of a report. */
const delayMs = 2 * minuteMs;
/** Sources of the network of trained spotters. */
const spotters = new Set(['Storm Chaser', 'Trained Spotter']);

/** Independent observers of these events: other people, some kilometres away, who look at another minute. */
function observed(seed: number, salt: number, events: StormReport[], share: number): PublicReport[] {
  return events.flatMap((event) => {
    const { at, place, type } = event;
    const minute = at / minuteMs;
    const random = randomSequence(seed, salt, minute, Math.round(place.lat * 100), Math.round(place.lon * 100), type.length); // prettier-ignore
    if (!random.happens(share)) return [];
    const away = moved(place, { east: random.between(-3, 3), north: random.between(-3, 3) });
    return [
      {
        id: (minute % 1e6) * 1000 + Math.floor(random.between(0, 1000)),
        at: at + Math.floor(random.between(-2, 4)) * minuteMs,
        place: { lat: roundTo(away.lat, 1000), lon: roundTo(away.lon, 1000) },
        event,
      },
    ];
  });
}

/** Reports of the app mPING on these events, sent by `now`. */
export function mpingReports(seed: number, events: StormReport[], now: number): PublicReport[] {
  return observed(seed, 0x319, events, 0.45).filter(({ at }) => at + delayMs <= now);
}

/** Reports of the Spotter Network on these events, sent by `now`. */
export function spotterReports(seed: number, events: StormReport[], now: number): PublicReport[] {
  const seen = events.filter(({ source }) => spotters.has(source));
  return observed(seed, 0x507, seen, 0.8).filter(({ at }) => at + delayMs <= now);
}

/** Category and class of mPING; sizes are compared with coins and balls. */
const categories: Record<StormReport['type'], (event: StormReport) => [category: string, description: string]> = {
  tornado: () => ['Tornado', 'Tornado (on ground)'],
  hail: ({ magnitude }) => ['Hail', `Hail (${hailName(magnitude ?? 0)} size)`],
  gust: () => ['Wind Damage', 'Lawn furniture or trash cans displaced; Small twigs broken'],
  damage: () => ['Wind Damage', 'Trees uprooted or snapped; Roof blown off'],
  flood: () => ['Flood', 'Street/road flooding; Street/road closed; Vehicles stranded'],
};

/** A report as mPING lists it. */
export function mpingRow({ id, at, place, event }: PublicReport): object {
  const [category, description] = categories[event.type](event);
  return {
    id,
    obtime: `${new Date(at).toISOString().slice(0, 19)}Z`,
    category,
    description: `${simulatedLabel}. ${description}`,
    description_id: 1,
    geom: { type: 'Point', coordinates: [place.lon, place.lat] },
  };
}

/** A report as the Spotter Network lists it, with one flag for each kind of weather. */
export function spotterRow({ at, place, event }: PublicReport): object {
  const { type, magnitude, isMeasured, remark } = event;
  const flag = (...types: StormReport['type'][]): 0 | 1 => (types.includes(type) ? 1 : 0);
  return {
    stamp: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    lat: String(place.lat),
    lon: String(place.lon),
    tornado: flag('tornado'),
    funnelcloud: 0,
    wallcloud: 0,
    rotation: 0,
    hail: flag('hail'),
    hailsize: type === 'hail' ? magnitude : 0,
    wind: flag('gust', 'damage'),
    windspeed: type === 'gust' ? magnitude : 0,
    windmeasure: isMeasured ? 1 : 0,
    flood: 0,
    flashflood: flag('flood'),
    other: 0,
    first: 'Simulated',
    last: 'Spotter',
    callsign: null,
    narrative: remark,
  };
}
