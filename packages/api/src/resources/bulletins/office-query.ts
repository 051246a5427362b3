import { invalid } from '@severe/base';
import { officeOf } from '@severe/catalogue';
import { alsoCalled, number, parsed, placeParams, text, type ValuesOf } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { officeAt } from '../../shared/office-at.ts';

/** Normalises an office id. Four letters with another prefix than K, P, T or N stay unchanged and match no office. */
function normaliseOffice(letters: string): string {
  return /^[^KPTN]...$/i.test(letters) ? letters.toUpperCase() : officeOf(letters);
}

/** Parameters that select an office: its id, or a point. */
export const officeQuery = {
  office: alsoCalled(
    parsed(
      text({
        pattern: '^[A-Za-z]{3,4}$',
        about:
          'Forecast office: three letters, or the four letters of its bulletins, in any case. Takes precedence over `lat` and `lon`.',
        example: 'OUN',
      }),
      normaliseOffice,
    ),
    ['wfo', 'cwa', 'site', 'sid', 'issuedby'],
  ),
  lat: alsoCalled(
    number({ min: -90, max: 90, about: 'Latitude in degrees, WGS84; requires `lon`.', example: 35.22 }),
    placeParams.lat.alsoCalled ?? [],
  ),
  lon: alsoCalled(
    number({ min: -180, max: 180, about: 'Longitude in degrees, WGS84; requires `lat`.', example: -97.44 }),
    placeParams.lon.alsoCalled ?? [],
  ),
};

/**
 * Checks the parameters and returns a function that finds the office. It returns null for a point outside all offices.
 *
 * @throws {RequestError} 422 if neither an office nor a point is given
 */
export function officeFinder({
  office,
  lat,
  lon,
}: ValuesOf<typeof officeQuery>): (context: ApiContext) => Promise<string | null> {
  if (office !== undefined) return async () => office;
  if (lat === undefined || lon === undefined) {
    const missing = lat !== undefined ? 'lon' : lon !== undefined ? 'lat' : 'office';
    throw invalid(['query', missing], 'Field required: office, or lat and lon', 'missing', { input: null });
  }
  return async ({ db }) => officeAt({ lat, lon }, await db.places.around({ lat, lon }));
}
