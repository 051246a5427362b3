/** Reading value files: what the servers need, without the means to draw or to write. */
export type {
  Absent,
  Field,
  GeostationaryGeometry,
  Geometry,
  LambertGeometry,
  LatLonGeometry,
  ProjectedGeometry,
} from '../field.ts';
export { BlockCache } from './block-cache.ts';
export { coarsened } from './locate.ts';
export { openValues, type ValueGrid } from './grid.ts';
export { openColourImage, type ColourImageGrid } from './colour-image-grid.ts';
export type { FileParts } from './file-parts.ts';
export { openRemoteValues, type ReadRange, type RemoteValues } from './remote.ts';
export type { Reading } from './sample.ts';
