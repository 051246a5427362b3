import { inflateSync } from 'node:zlib';
import { fromArrayBuffer } from 'geotiff';
import type { RasterProduct } from '@severe/catalogue';
import { tileSize, type Tile } from '@severe/geo';
import { drawWindow, windowFor, type CellWindow } from '@severe/raster';
import { openValues } from '@severe/raster/values';
import { compressionOf } from './frame-floor.ts';

/**
 * The work that no program can leave out when it draws tiles of a value file: unpack the blocks under a tile, look up a colour for each
 * pixel, and compress the pixels. Which cell a pixel has is known, colours are ready, and so are the pixels that are compressed.
 *
 * @param file  a COG of 16-bit cells, compressed by deflate; geotiff reads where its blocks are
 * @param tiles tiles that are drawn of it
 * @returns does it once for each tile
 */
export async function drawnTileFloor(
  file: Uint8Array,
  product: RasterProduct,
  tiles: readonly Tile[],
): Promise<() => void> {
  const blockOf = await blocksOf(file);
  const grid = openValues(file);
  const work = tiles.flatMap((tile): (() => void)[] => {
    const box = windowFor(grid, tile);
    if (!box) return [];
    const drawn = drawWindow(grid.window(box.column, box.row, box.width, box.height), product, tile);
    const blocks = blockOf(box);
    const compress = drawn && compressionOf(drawn);
    return [
      () => {
        const unpacked = blocks.map((block) => inflateSync(block));
        paintOne(unpacked[0]);
        compress?.();
      },
    ];
  });
  return () => {
    for (const one of work) one();
  };
}

const colourOf = Uint8Array.from({ length: 1 << 16 }, (_, value) => value >> 8);
const pixels = new Uint8Array(tileSize * tileSize);
/** Pixels of one cell in each direction: at level 10 seven. */
const cellPixels = 8;
const cellsAcross = tileSize / cellPixels;

/** Reads a cell and its colour for each pixel. */
function paintOne({ buffer, byteOffset }: Buffer): void {
  const cells = new Uint16Array(buffer, byteOffset, cellsAcross * cellsAcross);
  for (let y = 0; y < tileSize; y++) {
    const from = Math.trunc(y / cellPixels) * cellsAcross;
    for (let x = 0; x < tileSize; x++) pixels[y * tileSize + x] = colourOf[cells[from + Math.trunc(x / cellPixels)]];
  }
}

/** Finds the compressed blocks of the grid itself, not of its overviews. */
async function blocksOf(file: Uint8Array): Promise<(box: CellWindow) => Uint8Array[]> {
  const image = await (await fromArrayBuffer(new Uint8Array(file).buffer)).getImage();
  const size = image.getTileWidth();
  const across = Math.ceil(image.getWidth() / size);
  const [offsets, lengths] = await Promise.all([
    image.fileDirectory.loadValue('TileOffsets'),
    image.fileDirectory.loadValue('TileByteCounts'),
  ]);
  if (!offsets || !lengths) throw new Error('the value file has no blocks');
  return ({ column, row, width, height }) => {
    const found: Uint8Array[] = [];
    for (let y = Math.floor(row / size); y <= Math.floor((row + height - 1) / size); y++) {
      for (let x = Math.floor(column / size); x <= Math.floor((column + width - 1) / size); x++) {
        const at = offsets[y * across + x];
        found.push(file.subarray(at, at + lengths[y * across + x]));
      }
    }
    return found;
  };
}
