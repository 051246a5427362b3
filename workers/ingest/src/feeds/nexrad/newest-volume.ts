import { lastNumber, numberAfter } from './keys.ts';

/** Maximum number of gaps to check. A bucket normally has one. */
const maxGaps = 50;

/**
 * Finds the newest volume. Numbers are cyclic and the oldest volumes are removed, so the newest has no successor. If no
 * number is missing, a binary search finds it.
 *
 * @param startedAt start time of a volume; undefined if it does not exist
 */
export async function newestVolume(
  numbers: number[],
  startedAt: (number: number) => Promise<Date | undefined>,
): Promise<number | undefined> {
  const present = new Set(numbers);
  const ends = numbers.filter((number) => !present.has(numberAfter(number)));
  if (ends.length === 0) return numbers.length > 0 ? searchCircle(startedAt) : undefined;
  let newest: { number: number; at: number } | undefined;
  for (const number of ends.slice(-maxGaps)) {
    const at = (await startedAt(number))?.getTime();
    if (at !== undefined && !(newest && newest.at >= at)) newest = { number, at };
  }
  return newest?.number;
}

/** Searches when all numbers exist: volumes up to the newest are later than number 1, the others are earlier. */
async function searchCircle(startedAt: (number: number) => Promise<Date | undefined>): Promise<number> {
  const first = (await startedAt(1))?.getTime() ?? 0;
  let low = 1;
  let high = lastNumber;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (((await startedAt(middle))?.getTime() ?? 0) >= first) low = middle;
    else high = middle - 1;
  }
  return low;
}
