import { lastNumber, numberAfter } from './keys.ts';

/** So many ends of runs of numbers are looked at; a bucket in good order has one. */
const mostEnds = 50;

/**
 * The newest of the volumes that are there. Their numbers run in a circle and the oldest are removed, so where one has
 * no successor the newest ends; in a full circle it is searched for.
 *
 * @param startedAt when a volume began; undefined when it is gone
 */
export async function newestVolume(
  numbers: number[],
  startedAt: (number: number) => Promise<Date | undefined>,
): Promise<number | undefined> {
  const present = new Set(numbers);
  const ends = numbers.filter((number) => !present.has(numberAfter(number)));
  if (ends.length === 0) return numbers.length > 0 ? searchCircle(startedAt) : undefined;
  let newest: { number: number; at: number } | undefined;
  for (const number of ends.slice(-mostEnds)) {
    const at = (await startedAt(number))?.getTime();
    if (at !== undefined && !(newest && newest.at >= at)) newest = { number, at };
  }
  return newest?.number;
}

/** All numbers are taken: up to the newest volume they began after number 1, beyond it before. */
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
