/**
 * Grids of a view from space to the map: the rule of `projected.ts`, with every pixel asked of the projection itself,
 * which costs little here.
 */
import type { Field, GeostationaryGeometry } from '../field.ts';
import type { Look } from '../look.ts';
import type { Painted } from '../paint/codes.ts';
import { footprintsOn } from '../project/footprints.ts';
import { boxReducer } from './reduce.ts';
import type { Warp } from './warp.ts';

export function geostationaryWarp(
  field: Field & { geometry: GeostationaryGeometry },
  look: Look,
  painted: Painted,
): Warp {
  const { width } = field;
  const { codes } = painted;
  const reduce = boxReducer(field, look, painted);
  const footprintsOf = footprintsOn(field);
  return (tile, out) => {
    const footprints = footprintsOf(tile);
    if (!footprints) return false;
    const { firstColumn, lastColumn, firstRow, lastRow } = footprints;
    for (let i = 0; i < out.length; i++) {
      const left = firstColumn[i];
      const right = lastColumn[i];
      const top = firstRow[i];
      const bottom = lastRow[i];
      if (left > right || top > bottom) out[i] = 0;
      else if (left === right && top === bottom) out[i] = codes[top * width + left];
      else out[i] = reduce(left, right, top, bottom);
    }
    return true;
  };
}
