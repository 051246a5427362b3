/** Shorter texts are not counted, and decoded at once. */
export const largeLength = 1 << 20;
/** A list of the largest real size, and some. */
const mostLength = 16 << 20;

let inFlight = 0;
const waiting: (() => void)[] = [];

/** Counts the large texts of a request to a parser until it has its result. */
export async function countingLargeTexts<T>(given: unknown[], parse: () => Promise<T>): Promise<T> {
  let own = 0;
  for (const each of given.flat()) if (lengthOf(each) > largeLength) own += lengthOf(each);
  inFlight += own;
  try {
    return await parse();
  } finally {
    inFlight -= own;
    if (own > 0) for (const go of waiting.splice(0)) go();
  }
}

/**
 * Resolves when few large texts wait for parsers. Providers send faster than parsers read: who reads a further large body
 * before would hold every list of an outbreak in memory.
 */
export async function roomForLargeText(): Promise<void> {
  const isFull = (): boolean => inFlight > mostLength;
  while (isFull()) await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Length of a text or its bytes; 0 for anything else. */
export function lengthOf(given: unknown): number {
  return typeof given === 'string' || given instanceof Uint8Array ? given.length : 0;
}
