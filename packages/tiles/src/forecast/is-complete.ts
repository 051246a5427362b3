import { hourMs } from '@severe/async';
import { lastHrrrHour, findProduct, type HrrrSource, type ModelRun } from '@severe/catalogue';

/**
 * Whether an HRRR run holds every frame that it can hold of these products at these times. It does not while the run is
 * still arriving, or if a file could not be read.
 *
 * @param times milliseconds
 */
export function isComplete(run: ModelRun, products: readonly string[], times: readonly number[]): boolean {
  const start = run.runAt.getTime();
  return products.every((product) => {
    const first = coversAnHour(product) ? start + hourMs : start;
    const stored = times.filter((time) => time >= first && time <= start + lastHrrrHour(run.runAt) * hourMs);
    return stored.every((time) => run.frames.get(product)?.has(time));
  });
}

/** Sums and maxima over the preceding hour: the analysis hour has none. */
function coversAnHour(product: string): boolean {
  const source = findProduct('hrrr', product)?.source as HrrrSource | undefined;
  return source !== undefined && source.records.some(({ over }) => over !== 'instant');
}
