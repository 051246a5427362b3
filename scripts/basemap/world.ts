import { createRequire } from 'node:module';
import { ringHolds, type Ring } from '@severe/geo';
import type { MultiLineString, MultiPolygon, Position } from 'geojson';
import polygonClipping, { type Geom } from 'polygon-clipping';
import { merge, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Polygon as PolygonObject, Topology } from 'topojson-specification';
import type { LayerFeature } from './layer.ts';

const require = createRequire(import.meta.url);

type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** Countries of Natural Earth whose land is that of the counties. */
const states = new Set(['United States of America', 'Puerto Rico', 'U.S. Virgin Is.', 'Guam', 'N. Mariana Is.', 'American Samoa']); // prettier-ignore

/** Half the width of the strip along the land borders of the states, in degrees: Natural Earth errs by about 1 km. */
const seamDeg = 0.015;

export interface WorldLayers {
  land: LayerFeature[];
  /** Borders between countries, each once. */
  lines: LayerFeature[];
}

/**
 * The land of the other countries and the borders between countries, at 1:10,000,000 (Natural Earth, of the package world-atlas).
 *
 * @param greatLakes taken out of the land, since the land of the counties ends at their shore
 */
export function worldLayers(greatLakes: Position[][][]): WorldLayers {
  const topology = require('world-atlas/countries-10m.json') as Countries;
  const { countries } = topology.objects;
  const isState = ({ properties }: GeometryObject<object>) => states.has((properties as { name: string }).name);
  const isCanada = ({ properties }: GeometryObject<object>) => (properties as { name: string }).name === 'Canada';
  const landOf = (wanted: (country: GeometryObject<object>) => boolean): MultiPolygon =>
    merge(topology, countries.geometries.filter((country) => wanted(country)) as PolygonObject<object>[]);
  const shared = polygonClipping.difference(landOf(isCanada).coordinates as Geom, greatLakes as Geom);
  const borders = mesh(topology, countries, (a, b) => a !== b);
  const ownBorders = mesh(topology, countries, (a, b) => a !== b && isState(a) !== isState(b));
  const earth = (geometry: MultiPolygon): LayerFeature => ({
    type: 'Feature',
    properties: { kind: 'earth', min_zoom: 0 },
    geometry,
  });
  return {
    land: [
      earth(landOf((country) => !isState(country) && !isCanada(country))),
      earth({ type: 'MultiPolygon', coordinates: shared }),
      earth(seam(ownBorders, greatLakes)),
    ],
    lines: [{ type: 'Feature', properties: { kind: 'country', min_zoom: 0 }, geometry: borders }],
  };
}

/** A strip of land along lines: without it, gaps would show where the boundaries of two sources do not meet. */
function seam({ coordinates }: MultiLineString, greatLakes: Position[][][]): MultiPolygon {
  const isLake = (x: number, y: number) => greatLakes.some(([shore]) => ringHolds(shore as Ring, [x, y]));
  const pieces = coordinates.flatMap((line) =>
    line.slice(1).flatMap(([x1, y1], i) => {
      const [x0, y0] = line[i];
      if (isLake((x0 + x1) / 2, (y0 + y1) / 2)) return [];
      const length = Math.hypot(x1 - x0, y1 - y0) || 1;
      const [dx, dy] = [((x1 - x0) / length) * seamDeg, ((y1 - y0) / length) * seamDeg];
      const [ax, ay, bx, by] = [x0 - dx, y0 - dy, x1 + dx, y1 + dy];
      return [[[[ax + dy, ay - dx], [bx + dy, by - dx], [bx - dy, by + dx], [ax - dy, ay + dx], [ax + dy, ay - dx]]]]; // prettier-ignore
    }),
  );
  return { type: 'MultiPolygon', coordinates: pieces };
}
