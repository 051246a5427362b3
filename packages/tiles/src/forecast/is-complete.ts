import { hourMs } from '@severe/async';
import { lastHourOf, findProduct, type Model, type ModelSource, type ModelRun } from '@severe/catalogue';

/**
 * Whether a run of a model holds every frame that it can hold of these products at these times. It does not while the run is
 * still arriving, or if a file could not be read.
 *
 * @param times milliseconds
 */
export function isComplete(
  model: Model,
  run: ModelRun,
  products: readonly string[],
  times: readonly number[],
): boolean {
  const start = run.runAt.getTime();
  return products.every((product) => {
    const first = coversAnHour(model, product) ? start + hourMs : start;
    const stored = times.filter((time) => time >= first && time <= start + lastHourOf(model, run.runAt) * hourMs);
    return stored.every((time) => run.frames.get(product)?.has(time));
  });
}

/** Sums and maxima over the preceding hour: the analysis hour has none. */
function coversAnHour({ id }: Model, product: string): boolean {
  const source = findProduct(id, product)?.source as ModelSource | undefined;
  return source !== undefined && source.records.some(({ over }) => over !== 'instant');
}
