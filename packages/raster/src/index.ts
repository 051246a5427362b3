export type { Absent, Field, Geometry, LambertGeometry, LatLonGeometry } from './field.ts';
export type { Look } from './look.ts';
export { openTilePack, TilePackWriter, type TilePack, type TilePackOptions } from './pack/index.ts';
