import type { Tile } from '@severe/geo';
import { borrow, coloursRoom, footprintsRoom, giveBack, mixColours, type Part, type Workspace } from '@severe/kernels';
import type { TileDrawer } from './draw-tile.ts';
import type { Picture } from './picture.ts';
import { encodeTruecolour } from './png/truecolour.ts';
import { footprintsOn } from './warp/footprints.ts';

/**
 * Prepares a picture; the returned function draws one tile, or returns undefined for an empty one. A pixel larger than a
 * cell is the average of all cells that it touches; a smaller one is interpolated between its four neighbours.
 */
export function pictureDrawer(picture: Picture): TileDrawer {
  return drawerOn(picture, workspaceFor(picture));
}

/** The same for the duration of `work`; its memory is then free for the next picture. */
export function withPictureDrawer<T>(picture: Picture, work: (draw: TileDrawer) => T): T {
  const workspace = workspaceFor(picture);
  const result = work(drawerOn(picture, workspace));
  giveBack(workspace.space);
  return result;
}

/** Draws one tile from the pixels that it needs: `window` is the picture cut to `windowFor(whole picture, tile)`. */
export function drawPictureWindow(window: Picture, tile: Tile): Uint8Array | undefined {
  return withPictureDrawer(window, (draw) => draw(tile));
}

const roomFor = (cells: number) => ({ ...footprintsRoom, ...coloursRoom, cells: 4 * cells });

/** A workspace with the cells of a picture and a tile. */
interface PictureWorkspace {
  space: Workspace;
  parts: Record<keyof ReturnType<typeof roomFor>, Part>;
}

function workspaceFor({ pixels }: Picture): PictureWorkspace {
  const room = roomFor(pixels.length);
  const space = borrow(Object.values(room).reduce((sum, bytes) => sum + bytes));
  const parts = space.layOut(room);
  space.words(parts.cells).set(pixels);
  return { space, parts };
}

function drawerOn(picture: Picture, workspace: PictureWorkspace): TileDrawer {
  const footprintsOf = footprintsOn(picture, workspace);
  const { space, parts } = workspace;
  return (tile) => {
    if (!footprintsOf(tile)) return undefined;
    mixColours(space, parts.cells, picture, parts);
    return encodeTruecolour(space, parts);
  };
}
