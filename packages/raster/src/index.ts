export { drawWindow, tileDrawer, tilesAhead, type TileDrawer } from './draw-tile.ts';
export type { Absent, Field, Geometry, LambertGeometry, LatLonGeometry } from './field.ts';
export type { Look } from './look.ts';
export { drawFrame, makeFrame, type DrawnFrame, type Frame, type FrameOptions } from './make-frame.ts';
export { openTilePack, TilePackWriter, type TilePack, type TilePackOptions } from './pack/index.ts';
export { clearTile } from './png/clear-tile.ts';
export { boundsOf, type GridShape } from './project/bounds.ts';
export { windowFor, type CellWindow } from './project/window.ts';
export { encodeCog, type CogOptions } from './values/encode-cog.ts';
