/** How long a request counts. */
export const windowMs = 60_000;

/** How many moments are kept of a key. */
const maxMoments = 4096;

/** How the window of a limit is kept. */
export interface WindowShape {
  /** Requests that share a moment: 1 up to a limit of 4096. */
  grain: number;
  /** How many moments there can be. */
  moments: number;
}

/** @throws {TypeError} the limit is no whole number above 0 */
export function shapeOf(limit: number): WindowShape {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new TypeError(`a limit needs a whole number above 0, got ${limit}`);
  }
  const grain = Math.ceil(limit / maxMoments);
  return { grain, moments: Math.ceil(limit / grain) };
}
