import { readFileSync } from 'node:fs';
import { findProduct, type Family } from '@severe/catalogue';
import { makeFrame, readGrib2Field, releaseField } from '@severe/raster';

// frame-process.ts FILE FAMILY/ID COUNT: makes a frame of a file so many times, as a raster worker does, and prints what
// each cost as a line of JSON: seconds of CPU, resident bytes afterwards.

const [file, name, count] = process.argv.slice(2);
const [family, id] = name.split('/');
const product = findProduct(family as Family, id);
if (!product) throw new Error(`there is no product ${name}`);
const recipe = product.source.feed === 'hrrr' ? product.source : {};
const bytes = readFileSync(file);
for (let i = 0; i < Number(count); i++) {
  const before = process.cpuUsage();
  const field = readGrib2Field(bytes, { ...recipe, nothing: product.nothing, missing: product.missing });
  const { tiles, values } = makeFrame(field, product, { name: id });
  releaseField(field);
  const { user, system } = process.cpuUsage(before);
  const made = {
    cpuSeconds: (user + system) / 1e6,
    rss: process.memoryUsage.rss(),
    bytes: tiles.length + values.length,
  };
  console.log(JSON.stringify(made));
}
