/** Reads images of TIFF files. Codecs that need a library load it on demand. */
export { readBands, readItems, type Band } from './image/bands.ts';
export { readPlanes, type Plane } from './image/planes.ts';
export { typeName, type Samples } from './image/samples.ts';
export { valueOf, type Statistics } from './image/statistics.ts';
export { surveyBlocks, type Stored, type Survey } from './image/survey.ts';
export { refuse } from './refuse.ts';
export { sourceOf } from './source/index.ts';
