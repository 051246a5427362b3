import { nearestOffice } from '@severe/catalogue';
import type { Point } from '@severe/geo';
import { countyAt, type County } from '../land/counties.ts';
import { seenFrom, townNear } from '../land/towns.ts';
import { randomSequence } from '../model/random.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import type { RiverCenter } from './courses.ts';
import { reaches } from './reaches.ts';

/** A river gauge. */
export interface Gauge extends Point {
  /** Five letters, none of them the identifier of a real gauge. */
  lid: string;
  /** Number at the Geological Survey; empty if the Survey does not operate the gauge. */
  usgsId: string;
  name: string;
  county: County;
  rfc: RiverCenter;
  /** Office, three letters. */
  wfo: string;
  /** Index of its reach in `reaches`, and of the upstream reaches that feed it. */
  reach: number;
  above: number[];
  rating: Rating;
  /** Flood stages, feet; null where not defined. */
  floods: { action: number; minor: number; moderate: number | null; major: number | null } | null;
  /** Why it has no current reading; undefined while in service. */
  outOfService: 'not current' | 'never read' | undefined;
  hasForecast: boolean;
  /** Whether flow is the primary value, as below dams. */
  isFlowPrimary: boolean;
}

/** Relation of stage and flow. */
interface Rating {
  /** Without rain, and at bankfull: feet, and thousands of cubic feet per second. */
  low: { stage: number; flow: number };
  banks: { stage: number; flow: number };
  /** Rain on its catchment that fills it to the banks, mm/h over some hours. */
  fullAt: number;
}

/** Length of river upstream that feeds a gauge, km. */
const upstreamKm = 200;

let cached: { seed: number; gauges: Gauge[] } | undefined;

/** The gauges of a seed. Most reaches have one. */
export function gaugesOf(seed: number): Gauge[] {
  if (cached?.seed !== seed) cached = { seed, gauges: placeGauges(seed) };
  return cached.gauges;
}

function placeGauges(seed: number): Gauge[] {
  const gauges = reaches.flatMap(({ river, km, place }, reach): Omit<Gauge, 'lid' | 'usgsId'>[] => {
    const random = randomSequence(seed, 0x91e, reach);
    const county = countyAt(place);
    if (!random.happens(0.55) || !county) return [];
    const above = reaches.flatMap((other, i) =>
      other.river === river && other.km <= km && other.km > km - upstreamKm ? [i] : [],
    );
    const bankStage = Math.round(random.between(12, 28));
    const size = random.between(0.7, 1.4) * (2 + km / 12);
    const hasFloods = !random.happens(0.15);
    const hasHigherStages = !random.happens(0.2);
    const [action, moderate, major] = [-random.between(1, 3), random.between(3, 5), random.between(7, 11)].map(
      (feet) => bankStage + Math.round(2 * feet) / 2,
    );
    return [
      {
        ...place,
        name: `${river.name} ${nameOfPlace(place)} (${simulatedLabel})`,
        county,
        rfc: river.rfc,
        wfo: nearestOffice(place).id,
        reach,
        above,
        rating: {
          low: { stage: random.between(2, 6), flow: 0.04 * size },
          banks: { stage: bankStage, flow: size },
          fullAt: random.between(1.3, 4),
        },
        floods: hasFloods
          ? {
              action,
              minor: bankStage,
              moderate: hasHigherStages ? moderate : null,
              major: hasHigherStages ? major : null,
            }
          : null,
        outOfService: random.happens(0.03) ? (random.happens(0.5) ? 'never read' : 'not current') : undefined,
        hasForecast: hasFloods && random.happens(0.7),
        isFlowPrimary: !hasFloods && random.happens(0.3),
      },
    ];
  });
  return gauges.map((gauge, i) => ({
    lid: `SIM${letter(Math.floor(i / 26))}${letter(i)}`,
    usgsId: i % 6 === 5 ? '' : String(99_000_000 + 20 * (i + 1)),
    ...gauge,
  }));
}

/** For example `at Anadarko` or `near Anadarko`. */
function nameOfPlace(place: Point): string {
  const town = townNear(place);
  return `${seenFrom(town, place).miles < 4 ? 'at' : 'near'} ${town.name}`;
}

function letter(n: number): string {
  return String.fromCodePoint(65 + (n % 26));
}
