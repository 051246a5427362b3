import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { zoneOfFips } from '@severe/catalogue';
import type { BundledCounty } from '@severe/db';

/** A file per state, by its FIPS number, made by `scripts/build-county-boundaries.mjs`. */
const folder = new URL('../../../data/counties-500k/', import.meta.url);

const decompress = promisify(brotliDecompress);

/** A bundled file. */
async function* packedFiles(): AsyncIterable<Buffer> {
  for (const name of (await readdir(folder)).toSorted()) yield readFile(new URL(name, folder));
}

/** Changes with the content of the bundled files. */
export async function countiesEdition(): Promise<string> {
  const hash = createHash('sha256');
  for await (const packed of packedFiles()) hash.update(packed);
  return hash.digest('hex').slice(0, 16);
}

/** The bundled counties, at 1:500,000, in batches of at most `maxLength` characters of shapes, or one county. */
export async function* bundledCounties(maxLength: number): AsyncIterable<BundledCounty[]> {
  let [batch, length]: [BundledCounty[], number] = [[], 0];
  for await (const packed of packedFiles()) {
    for (const line of String(await decompress(packed)).split('\n')) {
      const [fips, name, source, asOf, simplified, shape] = line.split('\t');
      const ugc = zoneOfFips(fips);
      if (ugc === undefined) continue;
      if (batch.length > 0 && length + shape.length > maxLength) {
        yield batch;
        [batch, length] = [[], 0];
      }
      batch.push({ ugc, name, source, asOf, simplified: simplified === 't', shape });
      length += shape.length;
    }
  }
  if (batch.length > 0) yield batch;
}
