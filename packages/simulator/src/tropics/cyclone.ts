import type { Point } from '@severe/geo';
import { clamp, mix, smoothstep } from '../model/curves.ts';
import { hourMs, kmPerDegree, radian } from '../model/plane.ts';
import { randomFrom } from '../model/random.ts';

/** A cyclone of the Atlantic at one time. */
interface CycloneState extends Point {
  /** Sustained wind and gusts, kt. */
  windKt: number;
  gustKt: number;
  /** Central pressure, hPa. */
  pressureHpa: number;
  /** Direction of movement, degrees clockwise from north. */
  towardDeg: number;
  speedKt: number;
}

/** A cyclone: born in the tropics, turning north off the coast. Another one begins when it ends. */
export interface Cyclone {
  /** As in file names: `al052026`. */
  id: string;
  name: string;
  beginsAt: number;
  endsAt: number;
  at(time: number): CycloneState;
}

/** Lifetime of a cyclone: one follows another, so that there always is one. */
const lifeMs = 9 * 24 * hourMs;

/** Forecasts go beyond the end of the advisories, up to this share of the lifetime. */
const furthest = 1.25;

/** Interval of advisories, which are issued at 03, 09, 15 and 21 UTC. */
const advisoryMs = 6 * hourMs;
const firstAdvisoryMs = 3 * hourMs;

/** Names that no list of the World Meteorological Organization has. */
const names = ['Simone', 'Testo', 'Quilla', 'Ranolf', 'Umbra', 'Vesper', 'Wilmot', 'Yarrow', 'Zephyr', 'Ludmil'];

/** The cyclone of a time. Pure in seed and time. */
export function cycloneAt(seed: number, time: number): Cyclone {
  const index = Math.floor(time / lifeMs);
  const beginsAt = index * lifeMs;
  const random = (salt: number, low: number, high: number) => mix(low, high, randomFrom(seed, 0x7c, index, salt));
  const year = new Date(beginsAt).getUTCFullYear();
  const number = 1 + Math.floor((beginsAt - Date.UTC(year, 0, 1)) / lifeMs);
  // A curve with three control points: westwards in the trades, then north, then out to sea.
  const origin = { lat: random(1, 11, 14), lon: random(2, -48, -40) };
  const bend = { lat: random(3, 19, 23), lon: random(4, -84, -76) };
  const end = { lat: random(5, 36, 41), lon: random(6, -70, -62) };
  const strongestKt = random(7, 85, 130);

  const place = (share: number): Point => ({
    lat: (1 - share) ** 2 * origin.lat + 2 * share * (1 - share) * bend.lat + share ** 2 * end.lat,
    lon: (1 - share) ** 2 * origin.lon + 2 * share * (1 - share) * bend.lon + share ** 2 * end.lon,
  });
  return {
    id: `al${String(number).padStart(2, '0')}${year}`,
    name: names[((index % names.length) + names.length) % names.length],
    beginsAt,
    endsAt: beginsAt + lifeMs,
    at(moment) {
      const share = clamp((moment - beginsAt) / lifeMs, 0, furthest);
      const here = place(share);
      const [before, after] = [place(Math.max(0, share - 0.01)), place(Math.min(furthest, share + 0.01))];
      const eastKm = (after.lon - before.lon) * kmPerDegree * Math.cos(here.lat * radian);
      const northKm = (after.lat - before.lat) * kmPerDegree;
      const hours = ((Math.min(furthest, share + 0.01) - Math.max(0, share - 0.01)) * lifeMs) / hourMs;
      const windKt = Math.round((30 + (strongestKt - 30) * smoothstep(0, 0.5, share) * (1 - 0.6 * smoothstep(0.65, 1, share))) / 5) * 5; // prettier-ignore
      return {
        ...here,
        windKt,
        gustKt: Math.round((windKt * 1.22) / 5) * 5,
        pressureHpa: Math.round(1012 - (windKt / 14) ** 2 * 1.05),
        towardDeg: (Math.atan2(eastKm, northKm) / radian + 360) % 360,
        speedKt: Math.hypot(eastKm, northKm) / hours / 1.852,
      };
    },
  };
}

/** The newest advisory of the cyclone at a time: its issue, at most six hours ago, and its number. */
export function advisoryAt({ beginsAt }: Cyclone, time: number): { issuedAt: number; number: number } {
  const issuedAt = Math.floor((time - firstAdvisoryMs) / advisoryMs) * advisoryMs + firstAdvisoryMs;
  return { issuedAt, number: Math.max(1, Math.floor((issuedAt - beginsAt) / advisoryMs) + 1) };
}

/** Hours of a forecast, and the radius around the centre that holds two thirds of the errors, nautical miles. */
export const forecastErrors: readonly (readonly [hour: number, nauticalMiles: number])[] = [
  [0, 5],
  [12, 26],
  [24, 41],
  [36, 55],
  [48, 70],
  [60, 88],
  [72, 102],
  [96, 151],
  [120, 220],
];

/** `TD`, `TS` or `HU`, by the wind. */
export function classOf(windKt: number): string {
  return windKt >= 64 ? 'HU' : windKt >= 34 ? 'TS' : 'TD';
}
