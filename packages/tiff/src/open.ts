import { DataError } from '@severe/base';
import { isOverview, readDirectories, type Directory } from './directory.ts';
import { readImageLayout } from './image-layout.ts';
import { readBands, readItems, type Band } from './image/bands.ts';
import { typeName } from './image/samples.ts';
import { surveyBlocks, type Survey, type SurveyOptions } from './image/survey.ts';
import type { MetadataItem } from './metadata.ts';
import { datumNote } from './place/datum-note.ts';
import { readGeoKeys } from './place/geo-keys.ts';
import { readLocator, type Locator } from './place/locator.ts';
import { memorySource } from './source/index.ts';
import { tags } from './tags.ts';

/** The first image of a TIFF file. */
export interface Geotiff {
  width: number;
  height: number;
  bands: Band[];
  /** The sample type, such as `uint16`. */
  type: string;
  /** Smaller copies of the image, in file order. */
  overviews: { width: number; height: number }[];
  /** Metadata items of the whole file. */
  metadata: MetadataItem[];
  /** What to know of positions if the image is on an old datum, or on one that is not known. */
  datumNote: string | undefined;
  /** Undefined if the image is not georeferenced, or its coordinate system is not certain. */
  locator: Locator | undefined;
  /** Reads every block once, for statistics and for the pixels at some positions. */
  survey(options: SurveyOptions): Promise<Survey>;
}

/**
 * Opens a TIFF file in memory. Reads its directories, but no pixels. Further pages and masks are ignored.
 *
 * @throws {DataError} `geotiff-…` when the first directory is damaged, or describes an image that is not supported
 */
export function openGeotiff(bytes: Uint8Array): Geotiff {
  const source = memorySource(bytes);
  const [directory, ...others] = readDirectories(source);
  const layout = readImageLayout(directory);
  const { width, height } = layout;
  const bands = readBands(directory, layout);
  return {
    width,
    height,
    bands,
    type: typeName(layout),
    overviews: others.filter(isOverview).map(sizeOf),
    metadata: readItems(directory),
    datumNote: ignoringDamage(() => datumNote(readGeoKeys(directory))),
    locator: ignoringDamage(() => readLocator(directory, width, height)),
    survey: (options) => surveyBlocks(source, layout, bands, options),
  };
}

/** Undefined for damaged georeferencing, which is ignored: pixels can be read without it. */
function ignoringDamage<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

function sizeOf(directory: Directory): { width: number; height: number } {
  return { width: directory.number(tags.imageWidth, 0), height: directory.number(tags.imageLength, 0) };
}
