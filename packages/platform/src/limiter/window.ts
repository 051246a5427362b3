/** Length of the window. */
export const windowMs = 60_000;

/** Maximum number of timestamps per key. */
const maxMoments = 4096;

/** Layout of the window of a limit. */
interface WindowShape {
  /** Number of requests that share a timestamp: 1 up to a limit of 4096. */
  grain: number;
  /** Maximum number of timestamps. */
  moments: number;
}

/** @throws {TypeError} if the limit is not a whole number above 0 */
export function shapeOf(limit: number): WindowShape {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new TypeError(`a limit needs a whole number above 0, got ${limit}`);
  }
  const grain = Math.ceil(limit / maxMoments);
  return { grain, moments: Math.ceil(limit / grain) };
}
