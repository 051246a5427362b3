import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { wound, type Area, type Position, type Ring } from '@severe/geo';

/** Source of the bundled boundaries. */
export const detailedSource = 'cb_2016_us_county_500k, Census Bureau, for maps of 1:500,000';

/** One file per state, by its FIPS number, made by `scripts/build-county-boundaries.mjs`. */
const folder = new URL('../../../data/counties-500k/', import.meta.url);

/** Coordinates in steps of this, degrees. */
const step = 1e-5;

const decompress = promisify(brotliDecompress);

/**
 * The boundary of a county at the full resolution of the Census Bureau's cartographic boundary file; undefined for a county
 * that the file of 2016 does not have: the planning regions of Connecticut, and two census areas of Alaska.
 *
 * @param fips five digits
 */
export async function detailedBoundary(fips: string): Promise<Area | undefined> {
  const bytes = await readFile(new URL(`${fips.slice(0, 2)}.json.br`, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined; // a state that the file does not have
    throw error;
  });
  if (!bytes) return undefined;
  const counties = JSON.parse(String(await decompress(bytes))) as Record<string, number[][][]>;
  const polygons = counties[fips]?.map((rings) => rings.map((coded, i) => wound(decodeRing(coded), i > 0)));
  if (!polygons) return undefined;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** A ring from steps east and north between its positions. */
function decodeRing(coded: number[]): Ring {
  const ring: Ring = [];
  let [east, north] = [0, 0];
  for (let i = 0; i < coded.length; i += 2) {
    east += coded[i];
    north += coded[i + 1];
    ring.push([rounded(east), rounded(north)] as Position);
  }
  return ring;
}

const rounded = (steps: number) => Math.round(steps * step * 1e5) / 1e5;
