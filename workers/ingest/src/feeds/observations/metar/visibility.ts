import { converted } from '../../../parse/units.ts';

/** A whole number, a fraction or both. The blank between them can be missing, as no fraction has a numerator of two digits. */
const inMiles = /(?:^| )[MP]?(\d{1,2})?(?: ?(\d)\/([1-9]\d?))?(SM|KM)(?: |$)/;

/** The first group is the prevailing visibility; a lower one in another direction follows it. */
const inMetres = /(?:^| )[MP]?(\d{4})(?:NDV|[NS][EW]?|[EW])?(?: |$)/;

/** What `9999` and `CAVOK` stand for: at least this. */
const unlimitedKm = 10;

/**
 * Prevailing visibility in kilometres of the body of a report: `10SM`, `1/2SM`, `1 3/4SM`, `M1/4SM` (less than), `P6SM` (more
 * than), `5KM`, or metres, `4000`, with the direction of the lowest (`4000NE`) or the sign that the station knows none
 * (`4000NDV`).
 */
export function visibilityOf(body: string): number | null {
  const [, whole, above, below, unit] = inMiles.exec(body) ?? [];
  if (whole !== undefined || above !== undefined) {
    const distance = Number(whole ?? 0) + (above ? Number(above) / Number(below) : 0);
    return converted(distance, unit === 'SM' ? 'mi' : 'km', 'km');
  }
  if (/\bCAVOK\b/.test(body)) return unlimitedKm;
  const metres = inMetres.exec(body)?.[1];
  if (metres === undefined) return null;
  return metres === '9999' ? unlimitedKm : Number(metres) / 1000;
}
