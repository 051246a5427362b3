/**
 * Runs a task for every item, at most `width` at the same time, and returns the results in the order of the items.
 * After a failure no further task starts; running tasks are awaited, then the first failure is thrown.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const i = next++;
      try {
        results[i] = await task(items[i]);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  if (failures.length > 0) throw failures[0];
  return results;
}
