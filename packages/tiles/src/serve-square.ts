import { clampLatitude, mercatorX, mercatorY, tileSize, type Tile } from '@severe/geo';
import type { Reply } from '@severe/http';
import type { Caller } from './caller.ts';
import type { Choice } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import type { Form } from './form.ts';
import { drawnTile, replyOf } from './serve-tile.ts';
import { outsideTile } from './tile-image.ts';
import { coloursOf, type TileProduct } from './tile-products.ts';

/** A square around a place, in pixels of a level of 256-pixel tiles. */
interface Square {
  z: number;
  lat: number;
  lon: number;
  /** Side in pixels. */
  size: number;
}

/** The response for a square, joined from the tiles under it. What is beyond the poles is transparent. */
export async function serveSquare(
  context: TileContext,
  product: TileProduct,
  choice: Choice,
  { z, lat, lon, size }: Square,
  { palette, smooth }: Pick<Form, 'palette' | 'smooth'>,
): Promise<Reply> {
  const { frame } = choice;
  const tilesAcross = 2 ** z;
  const [left, top] = [mercatorX(lon), mercatorY(clampLatitude(lat))].map((part) =>
    Math.round(part * tilesAcross * tileSize - size / 2),
  );
  const [column, row] = [left, top].map((pixel) => Math.floor(pixel / tileSize));
  const [columns, rows] = [left, top].map(
    (pixel, i) => Math.floor((pixel + size - 1) / tileSize) - [column, row][i] + 1,
  );
  const parts = Array.from({ length: columns * rows }, (_, i): Tile => {
    const x = column + (i % columns);
    return { z, x: ((x % tilesAcross) + tilesAcross) % tilesAcross, y: row + Math.floor(i / columns) };
  });
  const isTile = ({ y }: Tile): boolean => y >= 0 && y < tilesAcross;
  const crop = { left: left - column * tileSize, top: top - row * tileSize, width: size, height: size };
  const key = `${frame.valuesKey}/square ${z}/${left}/${top}/${size}/${palette}${smooth ? '/smooth' : ''}`;
  const tiles = (caller: Caller) =>
    Promise.all(
      parts.map(async (part) =>
        isTile(part) ? drawnTile({ ...context, caller }, product, frame, part, smooth) : outsideTile,
      ),
    );
  const recolouring = coloursOf(product, palette);
  const request = { key, tiles, columns, rows, media: 'image/png' as const, crop, recolouring };
  const { joinedTiles } = context;
  return replyOf(choice, joinedTiles.peek(key) ?? (await joinedTiles.get(request, context.caller)));
}
