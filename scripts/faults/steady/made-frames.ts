import type { Settings } from '@severe/base';
import {
  lastHourOf,
  modelProductsNamed,
  models,
  modelWishes,
  nowcast,
  nowcastProducts,
  radarProducts,
  satelliteProductsNamed,
  nexrad,
  type ModelSource,
  type RasterProduct,
} from '@severe/catalogue';
import type { FamilyFiles } from './stored-files.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** From the time of a file until its frame is made: a volume takes five minutes, a scan three. */
const lateMs = 15 * minuteMs;
/** Until the last hour of a run of 48 hours is there, and made. */
const longestRunMs = 4 * hourMs;

type Families = ReadonlyMap<string, Pick<FamilyFiles, 'times'>>;

/** The frames that were stored at some moment, also those that are removed meanwhile. */
export class MadeFrames {
  readonly families = new Map<string, Pick<FamilyFiles, 'times'>>();

  add(stored: Families): void {
    for (const [family, { times }] of stored) {
      const known = this.families.get(family) ?? { times: new Map<string, Map<number, Set<number>>>() };
      this.families.set(family, known);
      for (const [product, frames] of times) {
        const all = known.times.get(product) ?? new Map<number, Set<number>>();
        known.times.set(product, all);
        for (const [time, hours] of frames) all.set(time, new Set([...(all.get(time) ?? []), ...hours]));
      }
    }
  }
}

/** The frames of a family in a period beside those that the provider's cadence gives. */
export interface Cadence {
  family: string;
  /** Products or sites, at how many times each. */
  about: string;
  expected: number;
  /** What is not there, such as `vil: 29 of 30 at 2026-05-20T18`. */
  missing: string[];
}

interface Period {
  from: number;
  to: number;
}

/** Compares the frames with files every so many seconds, or with the hours of every run, in the whole hours of a period. */
export function comparedWithCadence(families: Families, settings: Settings, period: Period): Cadence[] {
  const observed = {
    radar: everySecondsOf(radarProducts),
    satellite: everySecondsOf(satelliteProductsNamed(settings.satelliteProducts)),
    nexrad: Object.fromEntries(settings.nexradSites.split(',').map((site) => [site, nexrad.everySeconds])),
  };
  return [
    ...Object.entries(observed).map(([family, products]) => byHour(families.get(family), family, products, period)),
    ofRuns(families.get('hrrr'), settings, period),
    ...(settings.nowcast ? [ofNowcast(families, period)] : []),
  ];
}

const everySecondsOf = (products: readonly RasterProduct[]): Record<string, number> =>
  Object.fromEntries(products.map(({ id, everySeconds }) => [id, everySeconds]));

function byHour(
  found: Pick<FamilyFiles, 'times'> | undefined,
  family: string,
  products: Record<string, number>,
  { from, to }: Period,
): Cadence {
  const hours = Array.from(
    { length: Math.max(0, Math.floor((to - lateMs - from) / hourMs)) },
    (_, i) => from + i * hourMs,
  );
  const missing = Object.entries(products).flatMap(([product, everySeconds]) => {
    const times = [...(found?.times.get(product)?.keys() ?? [])];
    const wanted = hourMs / 1000 / everySeconds;
    return hours.flatMap((hour) => {
      const there = times.filter((time) => time >= hour && time < hour + hourMs).length;
      return there < wanted ? [`${product}: ${there} of ${wanted} at ${hourText(hour)}`] : [];
    });
  });
  const each = Object.values(products).reduce((sum, everySeconds) => sum + hourMs / 1000 / everySeconds, 0);
  const about = `${Object.keys(products).length} products or sites in ${hours.length} hours`;
  return { family, about, expected: each * hours.length, missing };
}

/** Every hour of the runs that have ended in the period. Sums and maxima have no hour 0, what is constant only that. */
function ofRuns(found: Pick<FamilyFiles, 'times'> | undefined, settings: Settings, { from, to }: Period): Cadence {
  const { fields, hours, everyHours } = modelWishes('hrrr', settings);
  const products = modelProductsNamed('hrrr', fields);
  const each = everyHours * hourMs;
  const runs = Array.from(
    { length: Math.max(0, Math.floor((to - longestRunMs - from) / each)) },
    (_, i) => from + i * each,
  );
  let expected = 0;
  const missing = runs.flatMap((run) =>
    products.flatMap(({ id, source }) => {
      const { constant, records } = source as ModelSource;
      const last = Math.min(hours, lastHourOf(models.hrrr, new Date(run)));
      const wanted = constant ? 1 : records.some(({ over }) => over !== 'instant') ? last : last + 1;
      expected += wanted;
      const there = found?.times.get(id)?.get(run)?.size ?? 0;
      return there < wanted ? [`${id}: ${there} of ${wanted} hours of the run of ${hourText(run)}`] : [];
    }),
  );
  return { family: 'hrrr', about: `${products.length} fields of ${runs.length} runs`, expected, missing };
}

/** Runs of the nowcast are whole. A run that a newer image overtakes is skipped, which a replay at full speed does often. */
function ofNowcast(families: Families, { from, to }: Period): Cadence {
  const isWithin = (time: number): boolean => time >= from && time < to - lateMs;
  const images = [...(families.get('radar')?.times.get('composite-reflectivity')?.keys() ?? [])].filter(isWithin);
  const found = families.get('nowcast')?.times;
  const runs = new Set([...(found?.values() ?? [])].flatMap((each) => [...each.keys()]).filter(isWithin));
  const wanted = nowcast.leads.length;
  const missing = [...runs].flatMap((run) =>
    nowcastProducts.flatMap(({ id }) => {
      const there = found?.get(id)?.get(run)?.size ?? 0;
      return there < wanted ? [`${id}: ${there} of ${wanted} lead times of ${new Date(run).toISOString()}`] : [];
    }),
  );
  return {
    family: 'nowcast',
    about: `${runs.size} runs of ${images.length} images, the others overtaken by newer images`,
    expected: runs.size * wanted * nowcastProducts.length,
    missing: runs.size === 0 ? ['no run'] : missing,
  };
}

const hourText = (time: number): string => new Date(time).toISOString().slice(0, 13);
