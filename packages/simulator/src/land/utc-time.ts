/** `2026-07-15T20:00:00Z` */
export function zuluTime(at: number): string {
  return `${plain(at)}Z`;
}

/** `2026-07-15T20:00:00+00:00` */
export function offsetTime(at: number): string {
  return `${plain(at)}+00:00`;
}

/** `152000`: the day of the month with hours and minutes, as headings of bulletins have it. */
export function headingTime(at: number): string {
  return plain(at).replace(/^.{8}(..)T(..):(..).*$/, '$1$2$3');
}

function plain(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}
