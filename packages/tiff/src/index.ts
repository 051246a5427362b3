/** Reads images of TIFF files. Codecs and projections load their libraries on demand. */
export { chooseImage, type ChosenImage } from './choose-image.ts';
export { readBands, type Band } from './image/bands.ts';
export { readPlanes, type Plane } from './image/planes.ts';
export { valueOf, type Statistics } from './image/statistics.ts';
export type { Stored, Survey } from './image/survey.ts';
export { openGeotiff, type Geotiff } from './open.ts';
export { refuse } from './refuse.ts';
export { sourceOf, type ByteSource, type RangedFile } from './source/index.ts';
export { photometrics, tags } from './tags.ts';
