/** Longest wait that is taken from a provider, in seconds. */
const longestSeconds = 3600;

/**
 * The wait that a response asks for, in seconds, from `Retry-After` as a number or as a date (RFC 9110, 10.2.3). A date counts
 * from the `Date` of the response, so a wrong clock on either side does not matter. Undefined without one.
 */
export function retryAfterSeconds(headers: Headers, now = Date.now()): number | undefined {
  const given = headers.get('retry-after')?.trim();
  if (!given) return undefined;
  const sentAt = Date.parse(headers.get('date') ?? '');
  const seconds = /^\d+$/.test(given)
    ? Number(given)
    : (Date.parse(given) - (Number.isNaN(sentAt) ? now : sentAt)) / 1000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), longestSeconds) : undefined;
}
