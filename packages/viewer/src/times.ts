/** `202605202218` as a moment. */
export function momentOf(stamp: string): Date {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

/** The inverse of `momentOf`. */
export function stampOf(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(0, 12);
}

const localFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** In the reader's own zone: `Wed, 5:18 PM CDT`. */
export function localTime(at: Date): string {
  return localFormat.format(at);
}

/** `22:18 UTC, 20 May` as weather people write it: `20 May 22:18Z`. */
export function utcTime(at: Date): string {
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return `${day} ${at.toISOString().slice(11, 16)}Z`;
}

/** `4 minutes`, `1 hour`, `3 hours`. */
export function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 90) return `${minutes} minute${minutes === 1 ? '' : 's'}`;
  const hours = Math.round(minutes / 60);
  return `${hours} hour${hours === 1 ? '' : 's'}`;
}

/** `4 minutes ago`, `in 3 hours`. */
export function fromNow(at: Date, now: number): string {
  const seconds = (now - at.getTime()) / 1000;
  return seconds < 0 ? `in ${duration(-seconds)}` : `${duration(seconds)} ago`;
}
