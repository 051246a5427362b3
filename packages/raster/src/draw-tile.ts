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

/** Draws one tile as an indexed PNG; undefined when nothing of it is visible. */
export type TileDrawer = (tile: Tile) => Uint8Array | undefined;

/** Prepares what is common to a frame; the function it returns draws one tile, or gives undefined for an empty one. */
export function tileDrawer(field: Field, look: Look): TileDrawer {
  return drawerOf(field, look, paint(field, look));
}

/** The same for the time of `work`, after which the memory that it took is free for the next frame. */
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

/** Every tile that touches the grid, and some beside it that draw as nothing, level by level and row by row from z0. */
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

/** Whether a tile within the bounds is worth drawing: where that finds out as fast that it touches nothing, all are. */
function touchTest(shape: GridShape): (tile: Tile) => boolean {
  return shape.geometry.kind === 'projected' ? (tile) => windowFor(shape, tile) !== undefined : () => true;
}

/**
 * Draws one tile from the cells that it needs: `window` is the field cut to `windowFor(whole field, tile)`. The pixels
 * are those that `tileDrawer` of the whole field would give.
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

/** How a field comes to the pixels of tiles. */
export function warpOf(field: Field, look: Look, painted: Painted): Warp {
  const warp = warps[field.geometry.kind] as WarpMaker<Geometry>;
  return warp(field, look, painted);
}

function coloursOf({ bandOfCode, palette }: Painted): (Colour | undefined)[] {
  return Array.from(bandOfCode, (band) => palette.colours[band - 1]);
}
