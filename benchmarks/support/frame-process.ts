import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProduct, type Family } from '@severe/catalogue';
import { drawFrame, encodeCog, readGrib2Field, releaseField } from '@severe/raster';
import { floorOf } from './frame-floor.ts';

// frame-process.ts FAMILY/ID COUNT FLOORS FILE…: makes and stores so many frames of the files in turn, as a raster worker does, and
// prints what each cost as a line of JSON: seconds of CPU for reading, for drawing the tiles, for the value file and for
// storing both, how many tiles there were, resident bytes afterwards. Then, so many times, the lower bound of the same files: seconds of
// CPU.

const [name, count, floors, ...files] = process.argv.slice(2);
const [family, id] = name.split('/');
const product = findProduct(family as Family, id);
if (!product) throw new Error(`there is no product ${name}`);
const recipe = product.source.feed === 'model' ? product.source : {};
const inputs = files.map((file) => readFileSync(file));
const folder = mkdtempSync(join(tmpdir(), 'severe-frame-'));

let last = process.cpuUsage();
/** CPU seconds since the last call. */
function lap(): number {
  const { user, system } = process.cpuUsage(last);
  last = process.cpuUsage();
  return (user + system) / 1e6;
}

function make(i: number): void {
  const bytes = inputs[i % inputs.length];
  lap();
  const field = readGrib2Field(bytes, { ...recipe, nothing: product!.nothing, missing: product!.missing });
  const read = lap();
  const { tiles, perZoom } = drawFrame(field, product!, { name: id });
  const drawn = lap();
  const values = encodeCog(field, { reduce: product!.reduce });
  releaseField(field);
  const encoded = lap();
  writeFileSync(join(folder, `${i}.pmtiles`), tiles);
  writeFileSync(join(folder, `${i}.tif`), values);
  const stored = lap();
  const drawnTiles = perZoom.reduce((sum, tiles) => sum + tiles, 0);
  const rss = process.memoryUsage.rss();
  const sizes = { tiles: drawnTiles, bytes: tiles.length + values.length, rss };
  console.log(JSON.stringify({ read, drawn, encoded, stored, ...sizes }));
}

for (let i = 0; i < Number(count); i++) make(i);

if (Number(floors) > 0) {
  const runs = inputs.map((bytes) => {
    const tiles: Uint8Array[] = [];
    const field = readGrib2Field(bytes, { nothing: product.nothing, missing: product.missing });
    drawFrame(field, product, { name: id, onTile: (_, png) => tiles.push(png) });
    return floorOf(bytes, tiles);
  });
  for (let i = -runs.length; i < Number(floors); i++) {
    lap();
    runs[(i + runs.length) % runs.length]();
    const floor = lap();
    if (i >= 0) console.log(JSON.stringify({ floor })); // the first of each file warms up
  }
}
rmSync(folder, { recursive: true });
