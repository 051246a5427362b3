import { type Tile, tileRange, tileSize } from '@severe/geo';
import { boundsOf, type GridShape } from '@severe/projection';
import type { Field, Geometry } from './field.ts';
import type { Look } from './look.ts';
import { paint, wipe, type Painted } from './paint/codes.ts';
import { tileEncoder, type Colour } from './png/indexed.ts';
import { windowFor } from './warp/window.ts';
import { geostationaryWarp } from './warp/geostationary.ts';
import { lambertWarp } from './warp/lambert.ts';
import { latLonWarp } from './warp/latlon.ts';
import { projectedWarp } from './warp/projected.ts';
import type { Warp } from './warp/warp.ts';

/** Draws one tile as an indexed PNG; undefined if nothing is visible. */
export type TileDrawer = (tile: Tile) => Uint8Array | undefined;

/** Prepares a frame; the returned function draws one tile, or returns undefined for an empty one. */
export function tileDrawer(field: Field, look: Look): TileDrawer {
  return drawerOf(field, look, paint(field, look));
}

/** The same for the duration of `work`; its memory is then free for the next frame. */
export function withTileDrawer<T>(field: Field, look: Look, work: (draw: TileDrawer) => T): T {
  const painted = paint(field, look);
  const result = work(drawerOf(field, look, painted));
  wipe(painted);
  return result;
}

function drawerOf(field: Field, look: Look, painted: Painted): TileDrawer {
  const warp = warpOf(field, look, painted);
  const encode = tileEncoder(coloursOf(painted));
  const codes = new Uint8Array(tileSize * tileSize);
  return (tile) => (warp(tile, codes) ? encode(codes) : undefined);
}

/** All tiles that touch the grid, and some empty ones beside it, level by level and row by row from z0. */
export function* tilesAhead(
  field: GridShape,
  look: Pick<Look, 'maxPrerenderedZoom'>,
  bounds = boundsOf(field),
): Iterable<Tile> {
  const touches = touchTest(field);
  for (let z = 0; z <= look.maxPrerenderedZoom; z++) {
    const { minX, maxX, minY, maxY } = tileRange(bounds, z);
    for (let y = minY; y <= maxY; y++) {
      for (let x = minX; x <= maxX; x++) if (touches({ z, x, y })) yield { z, x, y };
    }
  }
}

/** Whether a tile within the bounds is drawn. All are if drawing itself detects empty tiles as fast. */
function touchTest(shape: GridShape): (tile: Tile) => boolean {
  return shape.geometry.kind === 'projected' ? (tile) => windowFor(shape, tile) !== undefined : () => true;
}

/**
 * Draws one tile from the cells that it needs: `window` is the field cut to `windowFor(whole field, tile)`. The pixels
 * equal those of `tileDrawer` for the whole field.
 */
export function drawWindow(window: Field, look: Look, tile: Tile): Uint8Array | undefined {
  return withTileDrawer(window, look, (draw) => draw(tile));
}

type WarpMaker<G extends Geometry> = (field: Field & { geometry: G }, look: Look, painted: Painted) => Warp;

const warps: { [K in Geometry['kind']]: WarpMaker<Extract<Geometry, { kind: K }>> } = {
  latlon: latLonWarp,
  lambert: lambertWarp,
  geostationary: geostationaryWarp,
  projected: projectedWarp,
};

/** Converts a field to pixels of tiles. */
export function warpOf(field: Field, look: Look, painted: Painted): Warp {
  const warp = warps[field.geometry.kind] as WarpMaker<Geometry>;
  return warp(field, look, painted);
}

function coloursOf({ bandOfCode, palette }: Painted): (Colour | undefined)[] {
  return Array.from(bandOfCode, (band) => palette.colours[band - 1]);
}
