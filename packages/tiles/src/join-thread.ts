import { joinTiles, type TilesToJoin } from '@severe/raster/join-tiles';

/** Joins tiles to one image. Nothing outlives a task. */
export default function join(parts: TilesToJoin): Promise<Uint8Array> {
  return joinTiles(parts);
}
