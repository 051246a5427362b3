import { distanceM } from '@severe/geo';
import type { FutureEvents } from '../center/future-events.ts';
import { airAt, type Air } from '../hrrr/air.ts';
import { bulletinTime, zoneOf } from '../land/local-time.ts';
import { headingTime } from '../land/utc-time.ts';
import { hourMs, mpsPerKnot } from '../model/plane.ts';
import { synopticAt } from '../model/synoptic.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { headingOf, nameOfProduct, type Bulletin } from './bulletin.ts';

/** A storm within this distance of an office counts for its forecast, metres. */
const nearbyM = 160_000;
const day = 24 * hourMs;

/** What an office expects for the day that begins at 12 UTC. */
interface Expectation {
  /** Afternoon temperature, °C. */
  high: number;
  air: Air;
  /** Whether each hazard is expected nearby. */
  tornado: boolean;
  hail: boolean;
  wind: boolean;
}

/** The text of a bulletin with its heading, as the provider sends it. */
export function bulletinText(seed: number, futureEvents: FutureEvents, bulletin: Bulletin): string {
  const { office, product, issuedAt } = bulletin;
  const time = bulletinTime(zoneOf(office), issuedAt);
  const stamp = headingTime(issuedAt);
  const head = [
    `\n000\n${headingOf(product)} ${office.icao} ${stamp}\n${product}${office.id}\n`,
    `${nameOfProduct(product)}\nNational Weather Service ${office.name} ${office.state}\n${time}`,
    `...${simulatedLabel}: this weather never happened...`,
  ];
  const today = Math.floor(issuedAt / day) * day + 12 * hourMs;
  const days = [0, 1].map((ahead) => expectationOf(seed, futureEvents, bulletin, today + ahead * day));
  const body = product === 'AFD' ? discussion(days) : outlook(days);
  return [...head, ...body, '$$\n'].join('\n\n');
}

function expectationOf(seed: number, futureEvents: FutureEvents, { office }: Bulletin, from: number): Expectation {
  const afternoon = from + 10 * hourMs;
  const air = airAt(synopticAt(seed, afternoon), office.lat, office.lon, afternoon);
  const comes = (subject: 'tornado' | 'hail' | 'wind'): boolean =>
    futureEvents.between(subject, from, from + day).some(({ place }) => distanceM(place, office) < nearbyM);
  return { high: air.temperature, air, tornado: comes('tornado'), hail: comes('hail'), wind: comes('wind') };
}

function discussion([today, tomorrow]: Expectation[]): string[] {
  return [
    `.SYNOPSIS...\nA lee low stays over the high plains. ${airWords(today)}`,
    '&&',
    `.SHORT TERM /TODAY AND TONIGHT/...\n${dayWords(today)}`,
    '&&',
    `.LONG TERM /TOMORROW AND BEYOND/...\n${dayWords(tomorrow)}`,
    '&&',
  ];
}

function outlook([today, tomorrow]: Expectation[]): string[] {
  const activation = today.tornado || today.hail ? 'is expected' : 'will not be necessary';
  return [
    `.DAY ONE...Today and tonight.\n\n${stormWords(today)}`,
    `.DAYS TWO THROUGH SEVEN...\n\n${stormWords(tomorrow)}`,
    `.SPOTTER INFORMATION STATEMENT...\n\nSpotter activation ${activation}.`,
    '&&',
  ];
}

function airWords({ air }: Expectation): string {
  if (air.dewPoint > 14) return 'Moist air from the Gulf lies over the area, east of\nthe dryline.';
  if (air.temperature - air.dewPoint > 15) return 'Dry air from the deserts lies over the area, behind\nthe dryline.';
  return 'Cool air lies over the area, north of the warm front.';
}

function dayWords(expected: Expectation): string {
  const { high, air } = expected;
  const fahrenheit = Math.round(high * 1.8 + 32);
  const shear = Math.round(Math.hypot(air.shearU6, air.shearV6) / mpsPerKnot);
  const energy = Math.round(air.cape / 100) * 100;
  return (
    `Afternoon temperatures reach ${fahrenheit} degrees. Surface-based CAPE is\n` +
    `about ${energy} J/kg, and shear through 6 km about ${shear} knots.\n${stormWords(expected)}`
  );
}

function stormWords({ tornado, hail, wind }: Expectation): string {
  const threats = [hail && 'large hail', wind && 'damaging gusts', tornado && 'a few tornadoes'].filter(Boolean);
  if (threats.length === 0) return 'No hazardous weather is expected.';
  const list = threats.length === 1 ? String(threats[0]) : `${threats.slice(0, -1).join(', ')} and ${threats.at(-1)}`;
  return `Severe thunderstorms are expected, with ${list}.`;
}
