import type { Objects } from '@severe/platform';
import { openValues, type ValueGrid } from '@severe/raster/values';
import type { EchoGrid, IdentifiedCell } from '@severe/storms';
import { attributeProducts, type Attribute } from './storm-task.ts';

/** Values of other products inside a cell; null if the product has no frame, or did not observe the cell. */
type Attributes = Record<Attribute, number | null>;

const names = Object.keys(attributeProducts) as Attribute[];

/**
 * Reads the greatest value of each product inside each cell.
 *
 * @param keys value files
 * @param grid the grid in which the cells were found
 * @returns by index of the cell
 * @throws {UpstreamError} if the store is unavailable
 */
export async function readAttributes(
  keys: Partial<Record<Attribute, string>>,
  cells: IdentifiedCell[],
  grid: EchoGrid,
  objects: Objects,
): Promise<Attributes[]> {
  const found = cells.map((): Attributes => ({ meshMm: null, vilKgm2: null, echoTopKm: null, rotation: null }));
  if (cells.length === 0) return found;
  for (const name of names) {
    const key = keys[name];
    const bytes = key && (await objects.get(key)); // a file can be removed meanwhile
    if (!bytes) continue;
    const values = openValues(bytes); // one file at a time: each has some megabytes of blocks
    cells.forEach((cell, i) => (found[i][name] = greatestIn(cell, grid, values)));
    values.forget();
  }
  return found;
}

/** The greatest value of a cell; 0 if nothing was detected there. */
function greatestIn({ members }: IdentifiedCell, { width, geometry }: EchoGrid, values: ValueGrid): number | null {
  const { west, north, stepLon, stepLat } = geometry;
  let greatest: number | null = null;
  for (const index of members) {
    const lon = west + (index % width) * stepLon;
    const lat = north - Math.floor(index / width) * stepLat;
    // A cell of the overview is four of the grid; its centre is their corner.
    for (const down of [-stepLat / 4, stepLat / 4]) {
      for (const right of [-stepLon / 4, stepLon / 4]) {
        const { status, value } = values.at(lon + right, lat + down);
        if (status === 'ok' || status === 'nothing') greatest = Math.max(greatest ?? 0, value ?? 0);
      }
    }
  }
  return greatest;
}
