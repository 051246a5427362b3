export { openTilePack, type TilePack } from './reader.ts';
export { openRemoteTilePack, type RemoteTilePack } from './remote.ts';
export { TilePackWriter, type TilePackOptions, type VectorLayer } from './writer.ts';
