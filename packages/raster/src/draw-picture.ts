import type { Tile } from '@severe/geo';
import { borrow, coloursRoom, footprintsRoom, giveBack, mixColours, type Part, type Workspace } from '@severe/kernels';
import type { TileDrawer } from './draw-tile.ts';
import type { Picture } from './picture.ts';
import { encodeTruecolour } from './png/truecolour.ts';
import { footprintsOn } from './warp/footprints.ts';

/**
 * Prepares a picture; the function it returns draws one tile, or gives undefined where there is none of it. A pixel that
 * is larger than a cell is the average of all cells that it touches; one that is not lies between the four next to it.
 */
export function pictureDrawer(picture: Picture): TileDrawer {
  return drawerOn(picture, deskFor(picture));
}

/** The same for the time of `work`, after which the memory that it took is free for the next picture. */
export function withPictureDrawer<T>(picture: Picture, work: (draw: TileDrawer) => T): T {
  const desk = deskFor(picture);
  const result = work(drawerOn(picture, desk));
  giveBack(desk.space);
  return result;
}

/** Draws one tile from the pixels that it needs: `window` is the picture cut to `windowFor(whole picture, tile)`. */
export function drawPictureWindow(window: Picture, tile: Tile): Uint8Array | undefined {
  return withPictureDrawer(window, (draw) => draw(tile));
}

const deskRoom = (cells: number) => ({ ...footprintsRoom, ...coloursRoom, cells: 4 * cells });

/** A workspace with the cells of a picture, and room for a tile. */
interface Desk {
  space: Workspace;
  parts: Record<keyof ReturnType<typeof deskRoom>, Part>;
}

function deskFor({ pixels }: Picture): Desk {
  const room = deskRoom(pixels.length);
  const space = borrow(Object.values(room).reduce((sum, bytes) => sum + bytes));
  const parts = space.layOut(room);
  space.words(parts.cells).set(pixels);
  return { space, parts };
}

function drawerOn(picture: Picture, desk: Desk): TileDrawer {
  const footprintsOf = footprintsOn(picture, desk);
  const { space, parts } = desk;
  return (tile) => {
    if (!footprintsOf(tile)) return undefined;
    mixColours(space, parts.cells, picture, parts);
    return encodeTruecolour(space, parts);
  };
}
