export { longitudeFrom } from './angles.ts';
export { boundsOf } from './bounds/bounds.ts';
export { centreOf } from './bounds/centre.ts';
export type {
  GeostationaryGeometry,
  Geometry,
  GridShape,
  LambertGeometry,
  LatLonGeometry,
  ProjectedGeometry,
} from './geometry.ts';
export { proj4 } from './proj4/library.ts';
export { projectionOf, type Projection } from './proj4/proj-string.ts';
export { geostationaryInverse, meridianPlane, viewOf } from './projections/geostationary.ts';
export { coneOf, lambertInverse } from './projections/lambert.ts';
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
