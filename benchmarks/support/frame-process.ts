import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProduct, type Family } from '@severe/catalogue';
import { drawFrame, encodeCog, readGrib2Field, releaseField } from '@severe/raster';

// frame-process.ts FILE FAMILY/ID COUNT: makes and stores a frame of a file so many times, as a raster worker does, and
// prints what each cost as a line of JSON: seconds of CPU for reading, for drawing the tiles, for the value file and for
// storing both, how many tiles there were, resident bytes afterwards.

const [file, name, count] = process.argv.slice(2);
const [family, id] = name.split('/');
const product = findProduct(family as Family, id);
if (!product) throw new Error(`there is no product ${name}`);
const recipe = product.source.feed === 'hrrr' ? product.source : {};
const bytes = readFileSync(file);
const folder = mkdtempSync(join(tmpdir(), 'severe-frame-'));

let last = process.cpuUsage();
/** CPU seconds since the last call. */
function lap(): number {
  const { user, system } = process.cpuUsage(last);
  last = process.cpuUsage();
  return (user + system) / 1e6;
}

for (let i = 0; i < Number(count); i++) {
  lap();
  const field = readGrib2Field(bytes, { ...recipe, nothing: product.nothing, missing: product.missing });
  const read = lap();
  const { tiles, perZoom } = drawFrame(field, product, { name: id });
  const drawn = lap();
  const values = encodeCog(field, { reduce: product.reduce });
  releaseField(field);
  const encoded = lap();
  writeFileSync(join(folder, `${i}.pmtiles`), tiles);
  writeFileSync(join(folder, `${i}.tif`), values);
  const stored = lap();
  const count = perZoom.reduce((sum, tiles) => sum + tiles, 0);
  const rss = process.memoryUsage.rss();
  console.log(JSON.stringify({ read, drawn, encoded, stored, tiles: count, bytes: tiles.length + values.length, rss }));
}
rmSync(folder, { recursive: true });
