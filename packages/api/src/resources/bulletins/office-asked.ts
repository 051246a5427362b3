import { invalid } from '@severe/base';
import { officeOf } from '@severe/catalogue';
import { number, parsed, text, type ValuesOf } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { officeAt } from '../../shared/office-at.ts';

/** Four letters that begin with another one are no office's, whoever has the last three of them. */
function ofLetters(letters: string): string {
  return /^[^KPTN]...$/i.test(letters) ? letters.toUpperCase() : officeOf(letters);
}

/** An office by its letters, or by a point. */
export const officeQuery = {
  office: parsed(
    text({
      pattern: '^[A-Za-z]{3,4}$',
      about:
        'Forecast office: three letters, or the four letters of its bulletins, in any case. Takes precedence over `lat` and `lon`.',
      example: 'OUN',
    }),
    ofLetters,
  ),
  lat: number({ min: -90, max: 90, about: 'Latitude in degrees, WGS84; requires `lon`.', example: 35.22 }),
  lon: number({ min: -180, max: 180, about: 'Longitude in degrees, WGS84; requires `lat`.', example: -97.44 }),
};

/**
 * How to find the office that was asked for; it finds null for a point in no office's area.
 *
 * @throws {RequestError} 422 where neither an office nor a point is given
 */
export function officeAsked({
  office,
  lat,
  lon,
}: ValuesOf<typeof officeQuery>): (context: ApiContext) => Promise<string | null> {
  if (office !== undefined) return async () => office;
  if (lat === undefined || lon === undefined) {
    const missing = lat !== undefined ? 'lon' : lon !== undefined ? 'lat' : 'office';
    throw invalid(['query', missing], 'An office is needed: office, or lat and lon', 'missing', { input: null });
  }
  return async ({ db }) => officeAt({ lat, lon }, await db.places.around({ lat, lon }));
}
