import { createRequire } from 'node:module';
import type { Language, Units } from '@severe/assessment';
import { countyName, fipsOfZone } from '@severe/catalogue';
import type { Around, County, FoundPlace, NearPlace } from '@severe/db';
import { metresPerMile, type Point } from '@severe/geo';
import { placeOnEarth } from '@severe/geo/on-earth';
import type { TypeOf } from '@severe/http';
import { officeAt } from '../../shared/office-at.ts';
import type { foundPlaceShape, geocodeReverseShape } from './schema.ts';

/** The package has no ES module. */
const timezoneOf = createRequire(import.meta.url)('@photostructure/tz-lookup') as (lat: number, lon: number) => string;

type Result = TypeOf<typeof foundPlaceShape>;

/** Scores by kind of match; population adds up to 0.1. */
const fits = [0.9, 0.6, 0.4];
const maxPopulation = 1e7;

export function presentFound(place: FoundPlace): Result {
  const { kind, name, town, state, country, population, county, how, lat, lon } = place;
  const within = county && kind !== 'county' ? `${countyName(county)}, ${state}` : state;
  return {
    name: town ?? name,
    label: [name, ...(town ? [town] : []), within].join(', '),
    ...placeOnEarth({ lat, lon }),
    kind,
    ...countyOf(county, state),
    country,
    score: Math.round(100 * (fits[how] + (0.1 * Math.log1p(population)) / Math.log1p(maxPopulation))) / 100,
  };
}

export function presentPoint(point: Point, county: County | null): Result {
  const at = placeOnEarth(point);
  const name = `${at.lat}, ${at.lon}`;
  const country = county ? 'us' : null;
  return { name, label: name, ...at, kind: 'point', ...countyOf(county, null), country, score: 1 };
}

/** Within this distance of a city, a point counts as land, because shorelines are generalised. */
const ashoreM = 10_000;

/** Whether a point is on land: in a county, or near a city. */
export function isAshore(near: NearPlace | undefined, { county }: Around): boolean {
  return county !== null || (near !== undefined && near.distanceM <= ashoreM);
}

export function presentReverse(
  { lat, lon }: Point,
  near: NearPlace | undefined,
  around: Around,
  style: LabelStyle = { lang: 'en', units: 'metric' },
): TypeOf<typeof geocodeReverseShape> {
  const { county, zone } = around;
  const ashore = isAshore(near, around);
  const place = ashore ? near : undefined;
  const km = place && Math.round(place.distanceM / 100) / 10;
  return {
    ...placeOnEarth({ lat, lon }),
    name: place?.name ?? null,
    label: place ? labelOf(place, style) : null,
    distance_km: km ?? null,
    ...countyOf(county, place?.state ?? null),
    wfo: ashore ? officeAt({ lat, lon }, around) : null,
    zone: ashore ? zone : null,
    timezone: ashore ? timezoneOf(lat, lon) : null,
  };
}

/** How a place is described. */
export interface LabelStyle {
  lang: Language;
  units: Units;
}

const compass: Record<Language, readonly string[]> = {
  en: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  es: ['N', 'NE', 'E', 'SE', 'S', 'SO', 'O', 'NO'],
};
const away: Record<Language, (distance: string, direction: string, place: string) => string> = {
  en: (distance, direction, place) => `${distance} ${direction} of ${place}`,
  es: (distance, direction, place) => `A ${distance} al ${direction} de ${place}`,
};

/** `2 km W of Norman, OK`; `Norman, OK` within a kilometre. The state is that of the city. */
export function labelOf({ name, state, distanceM, bearing }: NearPlace, { lang, units }: LabelStyle): string {
  const place = `${name}, ${state}`;
  if (distanceM < 1000 || bearing === null) return place;
  const [unit, metres] = units === 'imperial' ? ['mi', metresPerMile] : ['km', 1000];
  return away[lang](`${Math.round(distanceM / metres)} ${unit}`, compass[lang][Math.round(bearing / 45) % 8], place);
}

function countyOf(county: County | null, state: string | null) {
  return {
    county: county?.name ?? null,
    state: county?.state ?? state,
    fips: (county && fipsOfZone(county.ugc)) ?? null,
  };
}
