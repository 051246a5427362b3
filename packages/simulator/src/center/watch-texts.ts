import type { Ring } from '@severe/geo';
import { states } from '@severe/catalogue';
import { countiesWithin } from '../land/counties.ts';
import { bulletinTime, clockTime } from '../land/local-time.ts';
import { headingTime } from '../land/utc-time.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { packed } from './packed.ts';
import { probabilitiesText } from './watch-probabilities.ts';
import type { Watch } from './watches.ts';

/** A bulletin of a watch: code, WMO heading, name, and its text. */
export interface WatchProduct {
  code: string;
  heading: string;
  name: string;
  textOf: (watch: Watch) => string;
}

/** The bulletins that are issued for each watch. */
export const watchProducts: WatchProduct[] = [
  { code: 'SAW', heading: 'WWUS30', name: 'Preliminary Notice of Watch & Cancellation Msg', textOf: aviationText },
  { code: 'SEL', heading: 'WWUS20', name: 'Severe Local Storm Watch and Watch Cancellation Msg', textOf: publicText },
  { code: 'WWP', heading: 'WWUS40', name: 'Watch Probabilities', textOf: probabilitiesText },
];

const zone = 'America/Chicago';

/** The aviation product (SAW), the only text with the outline. */
function aviationText({ type, number, hailIn, gustKt, issuedAt, expiresAt, ring }: Watch): string {
  const kind = type === 'TOR' ? 'TORNADO' : 'SEVERE TSTM';
  return [
    `\n000\nWWUS30 KWNS ${headingTime(issuedAt)}\nSAW${number % 10}`,
    `SPC AWW ${headingTime(issuedAt)}`,
    `WW ${number} ${kind} ${statesWithin(ring).join(' ')} ${headingTime(issuedAt)}Z - ${headingTime(expiresAt)}Z`,
    `...${simulatedLabel}: THIS WEATHER NEVER HAPPENED...`,
    `HAIL SURFACE AND ALOFT..${hailIn} ${hailIn === 1 ? 'INCH' : 'INCHES'}. WIND GUSTS..${gustKt} KNOTS.`,
    `MAX TOPS TO 500. MEAN STORM MOTION VECTOR 24030.\n`,
    `LAT...LON ${ring.slice(0, -1).map(packed).join(' ')}\n`,
    'THIS IS AN APPROXIMATION TO THE WATCH AREA.  FOR A',
    `COMPLETE DEPICTION OF THE WATCH SEE WOUS64 KWNS\nFOR WOU${number % 10}.\n`,
  ].join('\n');
}

/** The public product (SEL). */
function publicText({ type, number, isPds, hailIn, gustKt, issuedAt, expiresAt, ring }: Watch): string {
  const kind = type === 'TOR' ? 'Tornado' : 'Severe Thunderstorm';
  const within = statesWithin(ring);
  return [
    `\n000\nWWUS20 KWNS ${headingTime(issuedAt)}\nSEL${number % 10}`,
    `SPC WW ${headingTime(issuedAt)}`,
    `${within.map((state) => `${state}Z000`).join('-')}-${headingTime(expiresAt)}-\n`,
    `URGENT - IMMEDIATE BROADCAST REQUESTED\n${kind} Watch Number ${number}`,
    `NWS Storm Prediction Center Norman OK\n${bulletinTime(zone, issuedAt)}\n`,
    `...${simulatedLabel}: this weather never happened...\n`,
    'The NWS Storm Prediction Center has issued a\n',
    `* ${kind} Watch for portions of `,
    ...within.map((state) => `  ${nameOf(state)}`),
    `\n* Effective from ${clockTime(zone, issuedAt).replace(/ \w+$/, '')} until ${clockTime(zone, expiresAt)}.\n`,
    ...(isPds ? ['...THIS IS A PARTICULARLY DANGEROUS SITUATION...\n'] : []),
    '&&\n',
    `AVIATION...Severe thunderstorms with hail surface and aloft to ${hailIn}\ninches. Surface wind gusts to ${gustKt} knots.\n`,
    '...Simulated\n',
  ].join('\n');
}

function statesWithin(ring: Ring): string[] {
  return [...new Set(countiesWithin(ring).map(({ state }) => state))].toSorted();
}

function nameOf(state: string): string {
  return states.find(({ code }) => code === state)?.name ?? state;
}
