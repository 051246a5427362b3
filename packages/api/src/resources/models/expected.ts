import { findProduct, hrrrModel, type HrrrSource } from '@severe/catalogue';
import { hourMs, type ModelRun } from './runs.ts';

/** Products that the analysis hour does not have: sums and maxima over the hour before it. */
function isOverAnHour(product: string): boolean {
  const source = findProduct('hrrr', product)?.source as HrrrSource | undefined;
  return source?.records.some(({ over }) => over !== 'instant') ?? false;
}

/**
 * Whether a run of the HRRR holds all that it will ever hold of these products at these times; while it comes in, or
 * where a file could not be read, it does not.
 *
 * @param times milliseconds
 */
export function isComplete(run: ModelRun, products: readonly string[], times: readonly number[]): boolean {
  const start = run.runAt.getTime();
  return products.every((product) => {
    const first = isOverAnHour(product) ? start + hourMs : start;
    const kept = times.filter((time) => time >= first && time <= start + hrrrModel.hoursKept * hourMs);
    return kept.every((time) => run.frames.get(product)?.has(time));
  });
}
