export { openTilePack, type TilePack } from './reader.ts';
export { TilePackWriter, type TilePackOptions } from './writer.ts';
