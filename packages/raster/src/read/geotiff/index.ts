export type { Band } from './bands.ts';
export { openGeotiff, type Geotiff, type GeotiffSurvey } from './open.ts';
export { valueOf, type Statistics } from './statistics.ts';
export type { Stored } from './survey.ts';
export { readGeotiffField, readGeotiffPicture, type GeotiffOptions } from './field.ts';
export type { RangedFile } from './octets/index.ts';
