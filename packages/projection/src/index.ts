export { longitudeFrom, positiveAngle, wrapLongitude } from '@severe/geo';
export type { Position } from './angles.ts';
export { boundsOf } from './bounds/bounds.ts';
export { centreOf } from './bounds/bounds.ts';
export { convergenceOf, type Convergence } from './convergence.ts';
export type {
  GeostationaryGeometry,
  Geometry,
  GridShape,
  LambertGeometry,
  LatLonGeometry,
  ProjectedGeometry,
} from './geometry.ts';
export type * from './grid-definition.ts';
export { gaussianLatitude } from './grids/gaussian-latitude.ts';
export { gridLocator } from './grids/index.ts';
export type { GridCell, GridLocator } from './grids/locator.ts';
export { cellAround, nearestCell } from './grids/nearest.ts';
export { storedLocator, type StoredLocator, type StoredOrder } from './grids/stored.ts';
export { mapGeometry } from './map-geometry.ts';
export { loadProj4, type Converter } from './proj4/library.ts';
export { projectionFromString, type Proj4Projection } from './proj4/proj-string.ts';
export { geostationaryInverse, meridianPlane, viewOf } from './projections/geostationary.ts';
export type { Projection } from './projections/projection.ts';
export { gridTransform } from './transform/grid-transform.ts';
export {
  extentOf,
  lambertPixels,
  lambertTiles,
  largestBox,
  type Extent,
  type LambertPixels,
} from './transform/lambert-tiles.ts';
export { pixelColumns, pixelRows, type PixelAxis } from './transform/latlon-tiles.ts';
export { memoizeForZoom } from './transform/memoize-for-zoom.ts';
export { pixelTransform, type GridPosition, type GridTransform, type PixelTransform } from './transform/projected.ts';
