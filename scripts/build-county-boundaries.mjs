// Makes packages/api/data/counties-500k from the cartographic boundary file of counties of the Census Bureau, at 1:500,000.
//
//   node scripts/build-county-boundaries.mjs cb_2016_us_county_500k
//
// The argument is the path of the .shp and .dbf without their endings. The files are in the public domain; the Python package
// plotly-geo 1.0.0 has them in _plotly_geo/package_data. No vertex is dropped: coordinates are rounded to five decimals, about
// a metre, as in every response, and written as steps from the vertex before.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';

const require = createRequire(new URL('../workers/ingest/package.json', import.meta.url));
const shapefile = require('shapefile');
const [base] = process.argv.slice(2);
if (!base) throw new Error('expected the path of a shapefile without its ending');
const folder = new URL('../packages/api/data/counties-500k/', import.meta.url);

const states = new Map();
const source = await shapefile.open(`${base}.shp`, `${base}.dbf`);
for (let next = await source.read(); !next.done; next = await source.read()) {
  const { properties, geometry } = next.value;
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const counties = states.get(properties.STATEFP) ?? {};
  counties[properties.GEOID] = polygons.map((rings) => rings.map(encodeRing));
  states.set(properties.STATEFP, counties);
}

mkdirSync(folder, { recursive: true });
for (const [state, counties] of states) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(new URL(`${state}.json.br`, folder), brotliCompressSync(JSON.stringify(counties), { params }));
}

/** Steps of 0.00001 degrees between the vertices; equal neighbours are one vertex. */
function encodeRing(ring) {
  let [x, y] = [0, 0];
  const coded = [];
  for (const [lon, lat] of ring) {
    const [east, north] = [Math.round(lon * 1e5), Math.round(lat * 1e5)];
    if (coded.length > 0 && east === x && north === y) continue;
    coded.push(east - x, north - y);
    [x, y] = [east, north];
  }
  return coded;
}
