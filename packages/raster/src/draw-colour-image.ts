import type { Tile } from '@severe/geo';
import {
  borrowParts,
  colourKernelSizes,
  footprintsSizes,
  giveBack,
  mixColours,
  type Part,
  type Workspace,
} from '@severe/kernels';
import type { TileDrawer } from './draw-tile.ts';
import type { ColourImage } from './colour-image.ts';
import { encodeTruecolour } from './png/truecolour.ts';
import { footprintsOn } from './warp/footprints.ts';

/**
 * Prepares an image; the returned function draws one tile, or returns undefined for an empty one. A pixel larger than a
 * cell is the average of all cells that it touches; a smaller one is interpolated between its four neighbours.
 */
export function colourImageDrawer(image: ColourImage): TileDrawer {
  return drawerOn(image, workspaceFor(image));
}

/** The same for the duration of `work`; its memory is then free for the next image. */
export function withColourImageDrawer<T>(image: ColourImage, work: (draw: TileDrawer) => T): T {
  const workspace = workspaceFor(image);
  const result = work(drawerOn(image, workspace));
  giveBack(workspace.space);
  return result;
}

/** Draws one tile from the pixels that it needs: `window` is the image cut to `windowFor(whole image, tile)`. */
export function drawColourImageWindow(window: ColourImage, tile: Tile): Uint8Array | undefined {
  return withColourImageDrawer(window, (draw) => draw(tile));
}

const partSizes = (cells: number) => ({ ...footprintsSizes, ...colourKernelSizes, cells: 4 * cells });

/** A workspace with the cells of an image and a tile. */
interface ColourImageWorkspace {
  space: Workspace;
  parts: Record<keyof ReturnType<typeof partSizes>, Part>;
}

function workspaceFor({ pixels }: ColourImage): ColourImageWorkspace {
  const { space, parts } = borrowParts(partSizes(pixels.length));
  space.words(parts.cells).set(pixels);
  return { space, parts };
}

function drawerOn(image: ColourImage, workspace: ColourImageWorkspace): TileDrawer {
  const footprintsOf = footprintsOn(image, workspace);
  const { space, parts } = workspace;
  return (tile) => {
    if (!footprintsOf(tile)) return undefined;
    mixColours(space, parts.cells, image, parts);
    return encodeTruecolour(space, parts);
  };
}
