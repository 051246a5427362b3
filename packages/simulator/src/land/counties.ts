import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { states, zoneOfFips } from '@severe/catalogue';
import { areaHolds, type Area, type Bounds, type Point, type Position, type Ring } from '@severe/geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** A county, with the geometry of the 1:10,000,000 map. */
export interface County {
  /** For example `OKC027`. */
  ugc: string;
  /** For example `40027`. */
  fips: string;
  name: string;
  /** Two letters. */
  state: string;
  area: Area;
  bounds: Bounds;
  /** Centre of the bounds. */
  middle: Point;
}

let cached: County[] | undefined;

/** The counties of the United States (Census Bureau). Read on first use. */
export function allCounties(): County[] {
  return (cached ??= readCounties());
}

/** The county with a code such as `OKC027`. */
export function countyOf(ugc: string): County | undefined {
  return allCounties().find((county) => county.ugc === ugc);
}

/** The county that contains a point. */
export function countyAt({ lon, lat }: Point): County | undefined {
  return allCounties().find(({ bounds, area }) => boundsHold(bounds, [lon, lat]) && areaHolds(area, [lon, lat]));
}

/** Number of sample points along each side of a ring's bounds. */
const samplesPerSide = 24;

/** The counties of which a ring contains a significant part, in order of their codes. */
export function countiesWithin(ring: Ring): County[] {
  const area: Area = { type: 'Polygon', coordinates: [ring] };
  const [west, south, east, north] = boundsOf([ring]);
  const near = allCounties().filter(({ bounds: [w, s, e, n] }) => w < east && e > west && s < north && n > south);
  const found = new Set<County>();
  for (let i = 0; i < samplesPerSide; i++) {
    for (let j = 0; j < samplesPerSide; j++) {
      const place: Position = [
        west + ((i + 0.5) / samplesPerSide) * (east - west),
        south + ((j + 0.5) / samplesPerSide) * (north - south),
      ];
      if (!areaHolds(area, place)) continue;
      const county = near.find((one) => boundsHold(one.bounds, place) && areaHolds(one.area, place));
      if (county) found.add(county);
    }
  }
  return [...found].toSorted((one, other) => (one.ugc < other.ugc ? -1 : 1));
}

/** The name of a state by its two-letter code. */
export function stateName(code: string): string {
  return states.find((state) => state.code === code)?.name ?? code;
}

function readCounties(): County[] {
  const file = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology<{
    counties: GeometryCollection<{ name: string }>;
  }>;
  return feature(topology, topology.objects.counties).features.flatMap(({ id, properties, geometry }) => {
    const fips = String(id).padStart(5, '0');
    const ugc = zoneOfFips(fips);
    if (ugc === undefined) return [];
    const area = geometry as Area;
    const bounds = boundsOf(shellsOf(area));
    const [west, south, east, north] = bounds;
    const middle = { lat: (south + north) / 2, lon: (west + east) / 2 };
    return [{ ugc, fips, name: properties.name, state: ugc.slice(0, 2), area, bounds, middle }];
  });
}

function shellsOf(area: Area): Ring[] {
  return area.type === 'Polygon' ? [area.coordinates[0]] : area.coordinates.map(([shell]) => shell);
}

function boundsOf(rings: Ring[]): Bounds {
  const positions = rings.flat();
  const [lons, lats] = [positions.map(([lon]) => lon), positions.map(([, lat]) => lat)];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

function boundsHold([west, south, east, north]: Bounds, [lon, lat]: Position): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north;
}
