import { quoted, RequestError } from '@severe/base';
import { asRequestError } from './as-request-error.ts';
import { datetimeParam } from './datetime-param.ts';
import { composite, oneOf, parsed, required, text } from './params.ts';

/** Longitude and latitude, WGS 84. */
export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/**
 * Parameters of queries at places, without the place (OGC API Environmental Data Retrieval, OGC 19-086r6, 8.2). OWSLib writes
 * `parameter_names`.
 *
 * @param names of the parameters that can be chosen
 */
export function edrParams<const F extends string>(names: readonly string[], forms: readonly F[]) {
  const about = `Parameters, separated by commas: ${names.join(', ')}. Default: all.`;
  const chosen = parsed(text({ about, example: names[0] }), (given) =>
    given.split(',').map((name) => nameIn(name, names)),
  );
  return {
    datetime: datetimeParam,
    'parameter-name': chosen,
    parameter_names: { ...chosen, about: 'Alias of `parameter-name`.' },
    crs: oneOf(['CRS84', crs84], { about: 'Reference system of `coords` and of the response.' }),
    f: oneOf(forms, { about: 'Form of the response; there is one.' }),
  };
}

/** The required parameter `coords`: a geometry as Well-Known Text. */
export function wktParam<T>(parse: (given: string) => T, example: string) {
  return required(
    composite((given) => asRequestError(() => parse(given)), {
      about: 'Well-Known Text: longitude, then latitude, in degrees.',
      example,
    }),
  );
}

/** The parameters that a query chooses; undefined for all. */
export function namesChosen(query: {
  'parameter-name'?: string[] | undefined;
  parameter_names?: string[] | undefined;
}): string[] | undefined {
  return query['parameter-name'] ?? query.parameter_names;
}

/** @throws {RequestError} 400 for a name that none has */
function nameIn(given: string, names: readonly string[]): string {
  const name = given.trim();
  if (names.includes(name)) return name;
  throw new RequestError(400, `Invalid parameter-name: ${quoted(name)} is none of ${names.join(', ')}`);
}
