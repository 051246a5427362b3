import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Feature, FeatureCollection, MultiPolygon } from 'geojson';
import { readTwkb } from './twkb.ts';

const folder = new URL('../../workers/ingest/data/counties-500k/', import.meta.url);

/** A county: its FIPS code and name, and its boundary at 1:500,000 (US Census Bureau). */
export type County = Feature<MultiPolygon, { fips: string; name: string }>;

/** All bundled counties, without the planning regions of Connecticut, which lie over its counties. */
export function readCounties(): FeatureCollection<MultiPolygon, County['properties']> {
  const features = readdirSync(folder).flatMap((file) =>
    brotliDecompressSync(readFileSync(new URL(file, folder)))
      .toString()
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([fips]) => !/^091[1-9]0$/.test(fips))
      .map(([fips, name, , , , shape]): County => ({
        type: 'Feature',
        properties: { fips, name },
        geometry: { type: 'MultiPolygon', coordinates: readTwkb(Buffer.from(shape, 'base64')) },
      })),
  );
  return { type: 'FeatureCollection', features };
}
