/**
 * Does a task for every item, a number of them at a time, and gives the results in the order of the items. After a
 * failure no further task begins; those under way are waited for, and then the first failure is thrown.
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
      const at = next++;
      try {
        results[at] = await task(items[at]);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  if (failures.length > 0) throw failures[0];
  return results;
}
