export { drawWindow, tileDrawer, tilesAhead, type TileDrawer } from './draw-tile.ts';
export type {
  Absent,
  Field,
  GeostationaryGeometry,
  Geometry,
  LambertGeometry,
  LatLonGeometry,
  ProjectedGeometry,
} from './field.ts';
export type { Look } from './look.ts';
export { drawColourImageWindow, colourImageDrawer } from './draw-colour-image.ts';
export type { ColourImage } from './colour-image.ts';
export {
  drawFrame,
  drawColourImageFrame,
  makeFrame,
  type DrawnFrame,
  type Frame,
  type FrameOptions,
} from './make-frame.ts';
export { openRemoteTilePack, openTilePack, type RemoteTilePack, type TilePack } from './pack/reader.ts';
export { TilePackWriter, type TilePackOptions, type VectorLayer } from './pack/writer.ts';
export { clearTile } from './png/indexed.ts';
export { boundsOf, centreOf, type GridShape } from '@severe/projection';
export { drawSmoothWindow, smoothWindowFor } from './smooth/smooth-tile.ts';
export { windowFor, type CellWindow } from './warp/window.ts';
export { smallBlockSize } from '@severe/tiff/write';
export { CogSeries, encodeCog, type CogOptions } from './values/encode-cog.ts';
export { encodeColourImage } from './values/encode-colour-image.ts';
export { releaseField, releaseWorkspaces } from './release.ts';
export { readGrib2Field, type Grib2Spec } from './read/grib2.ts';
export { recolour, recolouring, type Recolouring } from './join-tiles/recolour.ts';
export { filmStripLayout, type JoinLayout } from './join-tiles/layout.ts';
export * from './values-tile/index.ts';
export { composeDayNight } from './compose/day-night.ts';
export { composeRgb } from './compose/rgb.ts';
export type { Channel, DayNightRecipe, RgbRecipe } from './compose/recipe.ts';
