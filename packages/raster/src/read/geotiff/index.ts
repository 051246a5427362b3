export { type Band, type Statistics, type Stored, valueOf } from '@severe/tiff';
export type { RangedFile } from '@severe/tiff/container';
export { openGeotiff, type Geotiff, type GeotiffSurvey } from './open.ts';
export { readGeotiffField, readGeotiffPicture, type GeotiffOptions } from './field.ts';
