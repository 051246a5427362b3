import type { Tile } from '@severe/geo';
import type { TileDrawer } from './draw-tile.ts';
import { inSteps, wordOf, type Picture } from './picture.ts';
import { encodeTruecolour } from './png/truecolour.ts';
import { footprintsOn, type Footprints } from './project/footprints.ts';
import { tileSize } from './project/latlon.ts';

/**
 * Prepares a picture; the function it returns draws one tile, or gives undefined where there is none of it. A pixel that
 * is larger than a cell is the average of all cells that it touches; one that is not lies between the four next to it.
 */
export function pictureDrawer(picture: Picture): TileDrawer {
  const footprintsOf = footprintsOn(picture);
  const words = new Uint32Array(tileSize * tileSize);
  return (tile) => {
    const footprints = footprintsOf(tile);
    if (!footprints) return undefined;
    fill(picture, footprints, words);
    return encodeTruecolour(words);
  };
}

/** Draws one tile from the pixels that it needs: `window` is the picture cut to `windowFor(whole picture, tile)`. */
export function drawPictureWindow(window: Picture, tile: Tile): Uint8Array | undefined {
  return pictureDrawer(window)(tile);
}

function fill(picture: Picture, footprints: Footprints, words: Uint32Array): void {
  const { pixels, width } = picture;
  const { firstColumn, lastColumn, firstRow, lastRow, centres } = footprints;
  for (let i = 0; i < words.length; i++) {
    const left = firstColumn[i];
    const right = lastColumn[i];
    const top = firstRow[i];
    const bottom = lastRow[i];
    if (left > right || top > bottom) words[i] = 0;
    else if (left < right || top < bottom) words[i] = average(pixels, width, left, right, top, bottom);
    else words[i] = between(picture, centres.columns[i] - 0.5, centres.rows[i] - 0.5, pixels[top * width + left]);
  }
}

/** Colours of clear cells take no part; how many there are shows in the alpha. */
function average(pixels: Uint32Array, width: number, left: number, right: number, top: number, bottom: number): number {
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  for (let row = top; row <= bottom; row++) {
    const end = row * width + right;
    for (let i = row * width + left; i <= end; i++) {
      const word = pixels[i];
      const weight = word >>> 24;
      red += (word & 255) * weight;
      green += ((word >>> 8) & 255) * weight;
      blue += ((word >>> 16) & 255) * weight;
      alpha += weight;
    }
  }
  if (alpha === 0) return 0;
  const part = (sum: number) => inSteps(Math.round(sum / alpha));
  const cells = (right - left + 1) * (bottom - top + 1);
  return wordOf(part(red), part(green), part(blue), Math.round(alpha / cells));
}

/** What lies at a place between four cells; at the edge of the picture, and of holes in it, the nearest cell alone. */
function between({ pixels, width, height }: Picture, column: number, row: number, nearest: number): number {
  const left = Math.floor(column);
  const top = Math.floor(row);
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return nearest;
  const at = top * width + left;
  const nw = pixels[at];
  const ne = pixels[at + 1];
  const sw = pixels[at + width];
  const se = pixels[at + width + 1];
  if (nw >>> 24 !== 255 || ne >>> 24 !== 255 || sw >>> 24 !== 255 || se >>> 24 !== 255) return nearest;
  if (nw === ne && nw === sw && nw === se) return nw;
  const u = column - left;
  const v = row - top;
  const part = (shift: number) => {
    const north = ((nw >>> shift) & 255) * (1 - u) + ((ne >>> shift) & 255) * u;
    const south = ((sw >>> shift) & 255) * (1 - u) + ((se >>> shift) & 255) * u;
    return inSteps(Math.round(north * (1 - v) + south * v));
  };
  return wordOf(part(0), part(8), part(16));
}
