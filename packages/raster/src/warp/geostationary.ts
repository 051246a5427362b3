/**
 * Geostationary views to the map: the rule of `projected.ts`, with the projection evaluated at every pixel, which is cheap
 * here.
 */
import { drawMeans, type Footprints } from '@severe/kernels';
import type { Field, GeostationaryGeometry } from '../field.ts';
import type { Look } from '../look.ts';
import type { Codes, Painted } from '../paint/codes.ts';
import { footprintsOn } from './footprints.ts';
import { boxReducer } from './reduce.ts';
import type { Warp } from './warp.ts';

export function geostationaryWarp(
  field: Field & { geometry: GeostationaryGeometry },
  look: Look,
  painted: Painted,
): Warp {
  const footprintsOf = footprintsOn(field, painted.kernelMemory);
  const draw = meansDrawer(field, look, painted) ?? boxDrawer(field, look, painted);
  return (tile, out) => {
    const footprints = footprintsOf(tile);
    if (!footprints) return false;
    draw(footprints, out);
    return true;
  };
}

type Drawer = (footprints: Footprints, out: Codes) => void;

/** Draws by a kernel in the workspace of a large grid, if there is one for the product's rule. */
function meansDrawer({ width, absent }: Field, look: Look, painted: Painted): Drawer | undefined {
  const { kernelMemory } = painted;
  if (!kernelMemory || painted.reduce || look.reduce !== 'mean' || absent.length > 1) return undefined;
  const none = absent.at(0)?.code;
  return (_, out) => out.set(drawMeans(kernelMemory.space, width, none, kernelMemory.parts));
}

function boxDrawer(field: Field, look: Look, painted: Painted): Drawer {
  const { width } = field;
  const { codes } = painted;
  const reduce = boxReducer(field, look, painted);
  return ({ firstColumn, lastColumn, firstRow, lastRow }, out) => {
    for (let i = 0; i < out.length; i++) {
      const left = firstColumn[i];
      const right = lastColumn[i];
      const top = firstRow[i];
      const bottom = lastRow[i];
      if (left > right || top > bottom) out[i] = 0;
      else if (left === right && top === bottom) out[i] = codes[top * width + left];
      else out[i] = reduce(left, right, top, bottom);
    }
  };
}
