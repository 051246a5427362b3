/** For example `2026-07-15T20:00:00Z`. */
export function zuluTime(at: number): string {
  return `${plain(at)}Z`;
}

/** For example `2026-07-15T20:00:00+00:00`. */
export function offsetTime(at: number): string {
  return `${plain(at)}+00:00`;
}

/** For example `152000`: day of the month, hours and minutes, as in headings of bulletins. */
export function headingTime(at: number): string {
  return plain(at).replace(/^.{8}(..)T(..):(..).*$/, '$1$2$3');
}

function plain(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}
