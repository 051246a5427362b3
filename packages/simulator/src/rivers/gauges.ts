import { nearestOffice } from '@severe/catalogue';
import type { Point } from '@severe/geo';
import { countyAt, type County } from '../land/counties.ts';
import { fromTown, townNear } from '../land/towns.ts';
import { dice } from '../model/random.ts';
import { mark } from '../warnings/words.ts';
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
  tellsFlowFirst: boolean;
}

/** Relation of stage and flow. */
export interface Rating {
  /** Without rain, and at bankfull: feet, and thousands of cubic feet per second. */
  low: { stage: number; flow: number };
  banks: { stage: number; flow: number };
  /** Rain on its catchment that fills it to the banks, mm/h over some hours. */
  fullAt: number;
}

/** Length of river upstream that feeds a gauge, km. */
const reachesKm = 200;

let known: { seed: number; gauges: Gauge[] } | undefined;

/** The gauges of a seed. Most reaches have one. */
export function gaugesOf(seed: number): Gauge[] {
  if (known?.seed !== seed) known = { seed, gauges: placeGauges(seed) };
  return known.gauges;
}

function placeGauges(seed: number): Gauge[] {
  const gauges = reaches.flatMap(({ river, km, place }, reach): Omit<Gauge, 'lid' | 'usgsId'>[] => {
    const roll = dice(seed, 0x91e, reach);
    const county = countyAt(place);
    if (!roll.happens(0.55) || !county) return [];
    const above = reaches.flatMap((other, i) =>
      other.river === river && other.km <= km && other.km > km - reachesKm ? [i] : [],
    );
    const bankStage = Math.round(roll.between(12, 28));
    const size = roll.between(0.7, 1.4) * (2 + km / 12);
    const hasFloods = !roll.happens(0.15);
    const tellsHigher = !roll.happens(0.2);
    const [action, moderate, major] = [-roll.between(1, 3), roll.between(3, 5), roll.between(7, 11)].map(
      (feet) => bankStage + Math.round(2 * feet) / 2,
    );
    return [
      {
        ...place,
        name: `${river.name} ${nameOfPlace(place)} (${mark})`,
        county,
        rfc: river.rfc,
        wfo: nearestOffice(place).id,
        reach,
        above,
        rating: {
          low: { stage: roll.between(2, 6), flow: 0.04 * size },
          banks: { stage: bankStage, flow: size },
          fullAt: roll.between(1.3, 4),
        },
        floods: hasFloods
          ? { action, minor: bankStage, moderate: tellsHigher ? moderate : null, major: tellsHigher ? major : null }
          : null,
        outOfService: roll.happens(0.03) ? (roll.happens(0.5) ? 'never read' : 'not current') : undefined,
        hasForecast: hasFloods && roll.happens(0.7),
        tellsFlowFirst: !hasFloods && roll.happens(0.3),
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
  return `${fromTown(town, place).miles < 4 ? 'at' : 'near'} ${town.name}`;
}

function letter(n: number): string {
  return String.fromCodePoint(65 + (n % 26));
}
