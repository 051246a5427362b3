/** Milliseconds of a time to live. @throws {TypeError} unless it is positive and at most a year */
export function ttlMs(ttlSeconds: number): number {
  if (ttlSeconds > 0 && ttlSeconds <= 31_536_000) return Math.ceil(ttlSeconds * 1000);
  throw new TypeError(`a time to live needs more than 0 and at most 31536000 seconds, got ${ttlSeconds}`);
}
