import type { Tile } from '@severe/geo';
import { boundsOf, type GridShape } from '@severe/projection';
import { withColourImageDrawer } from './draw-colour-image.ts';
import { tilesAhead, withTileDrawer, type TileDrawer } from './draw-tile.ts';
import type { Field } from './field.ts';
import type { Look } from './look.ts';
import { TilePackWriter } from './pack/writer.ts';
import type { ColourImage } from './colour-image.ts';
import { encodeCog } from './values/encode-cog.ts';

export interface FrameOptions {
  /** Stored in the archive's metadata. */
  name: string;
  attribution?: string;
  /** Units of the values, stored in the value file. */
  units?: string;
  /** The deepest level to draw; else the one that the look draws ahead. */
  maxZoom?: number;
  /** Called after every tile, empty or not, with the number of tiles that are done and of all. */
  onProgress?: (done: number, of: number) => void;
  /** Called for every tile that is not empty, after it is drawn. */
  onTile?: (tile: Tile, png: Uint8Array) => void;
}

/** The tiles of a frame as one PMTiles archive. */
export interface DrawnFrame {
  tiles: Uint8Array;
  /** Number of tiles of each level that are not empty. */
  perZoom: number[];
}

/** A frame as it is stored: tiles and values. */
export interface Frame extends DrawnFrame {
  /** The values as a Cloud Optimized GeoTIFF. */
  values: Uint8Array;
}

/** Makes tiles and values of a frame. Equal fields give equal bytes. */
export function makeFrame(field: Field, look: Look, options: FrameOptions): Frame {
  const drawn = drawFrame(field, look, options);
  return { ...drawn, values: encodeCog(field, { reduce: look.reduce, units: options.units }) };
}

/** Draws every tile of a frame from z0 on. Empty tiles are omitted; they are served as the transparent tile. */
export function drawFrame(field: Field, look: Look, options: FrameOptions): DrawnFrame {
  const maxZoom = options.maxZoom ?? look.maxPrerenderedZoom;
  return withTileDrawer(field, look, (draw) => drawTiles(field, draw, { ...options, maxZoom }));
}

/** The same for an image. */
export function drawColourImageFrame(image: ColourImage, options: FrameOptions & { maxZoom: number }): DrawnFrame {
  return withColourImageDrawer(image, (draw) => drawTiles(image, draw, options));
}

function drawTiles(shape: GridShape, draw: TileDrawer, options: FrameOptions & { maxZoom: number }): DrawnFrame {
  const { name, attribution, maxZoom, onTile, onProgress } = options;
  const bounds = boundsOf(shape);
  const pack = new TilePackWriter({ name, attribution, bounds, minZoom: 0, maxZoom });
  const perZoom = Array.from({ length: maxZoom + 1 }, () => 0);
  const tiles = [...tilesAhead(shape, { maxPrerenderedZoom: maxZoom }, bounds)];
  for (const [i, tile] of tiles.entries()) {
    const png = draw(tile);
    onProgress?.(i + 1, tiles.length);
    if (!png) continue;
    pack.add(tile, png);
    perZoom[tile.z]++;
    onTile?.(tile, png);
  }
  return { tiles: pack.finish(), perZoom };
}
