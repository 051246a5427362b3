import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import type { Feature, FeatureCollection, MultiPolygon } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);
const folder = new URL('../../packages/api/data/counties-500k/', import.meta.url);

/** A county: its FIPS code and name, and its boundary at 1:500,000 (US Census Bureau). */
export type County = Feature<MultiPolygon, { fips: string; name: string }>;

/** All counties whose boundary is bundled, with the names of the package us-atlas (US Census Bureau). */
export function readCounties(): FeatureCollection<MultiPolygon, County['properties']> {
  const names = countyNames();
  const features = readdirSync(folder).flatMap((file) => {
    const text = brotliDecompressSync(readFileSync(new URL(file, folder))).toString();
    const counties = JSON.parse(text) as Record<string, number[][][]>;
    return Object.entries(counties).map(([fips, polygons]): County => ({
      type: 'Feature',
      properties: { fips, name: names.get(fips) ?? '' },
      geometry: { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(decodeRing)) },
    }));
  });
  return { type: 'FeatureCollection', features };
}

/** Vertices of a ring that is stored as steps of 0.00001 degrees; see scripts/build-county-boundaries.mjs. */
function decodeRing(steps: number[]): [number, number][] {
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, i) => {
    x += steps[2 * i];
    y += steps[2 * i + 1];
    return [x / 1e5, y / 1e5];
  });
}

function countyNames(): Map<string, string> {
  const { objects } = require('us-atlas/counties-10m.json') as Topology<{
    counties: GeometryCollection<{ name: string }>;
  }>;
  return new Map(
    objects.counties.geometries.map(({ id, properties }) => [
      String(id),
      properties && 'name' in properties ? properties.name : '',
    ]),
  );
}
