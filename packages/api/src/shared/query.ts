import { grammars, parseTime, quoted, RequestError } from '@severe/base';
import { officeOf, states } from '@severe/catalogue';
import type { TimeRange } from '@severe/db';
import {
  areaOf as areaFrom,
  parseBbox,
  parsePoint,
  parseRadius,
  roundedBox,
  type Bounds,
  type SearchArea,
} from '@severe/geo';
import {
  alsoCalled,
  asOfParam,
  asRequestError,
  boolean,
  composite,
  defaultUnless,
  integer,
  keyHints,
  oneOf,
  parsed,
  text,
  type Param,
  type ValuesOf,
} from '@severe/http';
import { hintFor, otherNames } from './other-names.ts';

/** Two-letter codes of states and territories. */
export const stateCodes = states.map(({ code }) => code);

function readBox(given: string): Bounds {
  return asRequestError(() => roundedBox(parseBbox(given)));
}

/** A decimal number between any spaces. */
const decimal = String.raw`\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*`;

/** Spatial filters. All given filters must match. */
export const spatial = {
  bbox: alsoCalled(
    composite(readBox, {
      canonical: (given) => readBox(given).join(','),
      grammar: `^${decimal}(?:,${decimal}){3}$`,
      about:
        'Box as `west,south,east,north` in degrees. West greater than east crosses the antimeridian. Everything ' +
        'that touches the box matches. Alerts without a polygon match through their zones. The box is rounded outward to ' +
        '0.00001 degrees (about 1 m), the precision of coordinates in responses.',
      example: '-100,33,-94,37',
    }),
    otherNames.bbox,
  ),
  point: alsoCalled(
    composite((given) => asRequestError(() => parsePoint(given)), {
      grammar: `^${decimal},${decimal}$`,
      about:
        'Point as `lat,lon` in degrees. Without `radius`, areas match if they contain the point, and point data match within 50 km.',
      example: '35.22,-97.44',
    }),
    otherNames.point,
  ),
  radius: alsoCalled(
    composite((given) => asRequestError(() => parseRadius(given)), {
      grammar: `^${decimal}(?:[kK][mM]|[nN]?[mM][iI]|[mM])\\s*$`,
      about: 'Distance from `point` with unit, at most 1000 km: km, mi, nmi or m.',
      example: '50km',
    }),
    otherNames.radius,
  ),
  state: alsoCalled(
    oneOf(stateCodes, { anyCase: true, about: 'One state or territory, two letters, any case.', example: 'OK' }),
    otherNames.state,
  ),
};

/** A forecast office of the National Weather Service. */
export const wfo: Param<string | undefined> = alsoCalled(
  parsed(
    text({
      pattern: '^(?:[KPTkpt]?[A-Za-z]{3})$',
      about: 'Forecast office: three letters, or four with the leading K, P or T, in any case.',
      example: 'OUN',
    }),
    officeOf,
  ),
  otherNames.wfo,
);

/** What to write for a filter of other APIs that no list has. @param taken names that a list does have */
export function foreignFilters(...taken: string[]): Record<string, string> {
  const area = 'Write bbox, point with radius, or state';
  const all = {
    ...keyHints,
    ...hintFor(['region', 'region_type', 'zone', 'ugc', 'zones'], `${area}. /alerts also takes zone`),
    ...hintFor(['county', 'countycd', 'fips'], `${area}. A county has /jurisdiction/summary?fips=40027`),
    ...hintFor(['query', 'filter', 'where'], 'Each filter is a parameter of its own'),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !taken.includes(name)));
}

/** For lists whose records have no forecast office. @param instead what to write */
export const noOffice = (instead = 'Write state, bbox, or point with radius') =>
  hintFor(['wfo', ...otherNames.wfo], `Records have no forecast office. ${instead}`);

/** FIPS code of a county. Four digits are accepted, because tools that treat it as a number drop the leading zero. */
export const fips: Param<string | undefined> = alsoCalled(
  parsed(text({ pattern: '^[0-9]{4,5}$', about: 'Number of a county, five digits.', example: '40027' }), (given) =>
    given.padStart(5, '0'),
  ),
  ['county', 'countycd', 'geoid'],
);

/** Time range parameters. @param of the time that must be in the range, as `the time of issue` */
export function timeRangeOf(of: string) {
  const written = 'RFC 3339 or a date. UTC if there is no offset.';
  return {
    start: alsoCalled(time('start', `Start of the range of ${of}, inclusive: ${written}`), otherNames.start),
    end: alsoCalled(time('end', `End of the range of ${of}, exclusive: ${written}`), otherNames.end),
  };
}

/** The moment whose knowledge a list shows. */
export const asOf = {
  as_of: alsoCalled(
    asOfParam('Shows what was known at this moment, in the versions of then; an error if that is not kept.'),
    otherNames.asOf,
  ),
};

/** Paging parameters. @param options.limit default number of results */
export function page({ limit, max = 1000 }: { limit: number; max?: number }) {
  return {
    limit: alsoCalled(integer({ min: 1, max, default: limit, about: 'Maximum number of results.' }), otherNames.limit),
    offset: alsoCalled(
      integer({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0, about: 'Number of results to skip.' }),
      otherNames.offset,
    ),
    through: integer({
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      about:
        'Excludes records with a greater id. Links to other pages carry it, so that pages neither repeat nor skip ' +
        'records while new ones arrive.',
    }),
  };
}

/**
 * A list of words, separated by commas. Spaces and empty words are ignored. Without any word the value is undefined, as
 * if the parameter were absent: an empty form field does not hide all results.
 */
export function words(about: { about: string; example: string; pattern?: string }): Param<string[] | undefined> {
  return parsed(text(about), (given) => {
    const all = given.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
    return all.length > 0 ? all : undefined;
  });
}

/** Whether a list has the records in force only. */
export const active = {
  active: defaultUnless(
    boolean({ default: true, about: 'true: only records in force; false: all stored records.' }),
    'id',
  ),
};

/** Most records that are chosen by their ids. */
const maxIds = 100;

/** Chooses records by the ids of their features. */
export const ids = {
  id: parsed(
    text({
      pattern: `^[0-9]{1,15}(?:,[0-9]{1,15}){0,${maxIds - 1}}$`,
      about: `Only these records, whatever the default of other filters: at most ${maxIds} ids, separated by commas.`,
      example: '1042,1043',
    }),
    (given) => given.split(',').map(Number),
  ),
};

/** The same of records whose ids are words. */
export function idWords(example: string) {
  return {
    id: parsed(
      text({
        pattern: `^[^,\\s]{1,60}(?:,[^,\\s]{1,60}){0,${maxIds - 1}}$`,
        about: `Only these: at most ${maxIds} ids, separated by commas.`,
        example,
      }),
      (given) => given.split(','),
    ),
  };
}

/**
 * The requested area; undefined if none is given.
 *
 * @throws {RequestError} 400 for a radius without a point
 */
export function areaOf(query: Pick<ValuesOf<typeof spatial>, 'bbox' | 'point' | 'radius'>): SearchArea | undefined {
  return asRequestError(() => areaFrom(query));
}

/**
 * The requested time range.
 *
 * @throws {RequestError} 400 if `start` is after `end`
 */
export function rangeOf({ start, end }: ValuesOf<ReturnType<typeof timeRangeOf>>): TimeRange {
  if (start && end && start > end) throw new RequestError(400, 'Invalid time range: start is after end');
  return { ...(start ? { start } : {}), ...(end ? { end } : {}) };
}

/** Whether a time is in a range. A row without a time is in the range without ends only. */
export function isInRange({ start, end }: TimeRange, at: Date | null): boolean {
  if (at === null) return !start && !end;
  return (!start || at >= start) && (!end || at < end);
}

function time(name: string, about: string): Param<Date | undefined> {
  return composite(
    (given) => {
      const at = parseTime(given.trim());
      if (at) return at;
      const needed = 'an RFC 3339 time such as 2026-05-20T22:18:00Z, or a date';
      throw new RequestError(400, `Invalid ${name}: expected ${needed}, got ${quoted(given)}`);
    },
    { about, grammar: grammars.time, example: '2026-05-20T22:18:00Z' },
  );
}
