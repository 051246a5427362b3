import { joinTiles, type TilesToJoin } from '@severe/raster/join-tiles';
import { inThread } from './in-thread.ts';

/** Joins tiles to one image. Nothing outlives a task. */
function join(parts: TilesToJoin): Promise<Uint8Array> {
  return joinTiles(parts);
}

export default inThread(join);
