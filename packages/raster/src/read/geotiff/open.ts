import { DataError } from '@severe/base';
import { type Band, readBands, readItems, type Survey, surveyBlocks, typeName } from '@severe/tiff';
import {
  type Directory,
  type ImageLayout,
  isOverview,
  memorySource,
  type MetadataItem,
  readDirectories,
  readImageLayout,
  tags,
} from '@severe/tiff/container';
import { readLocator, type Locator } from './place/locate.ts';

export type GeotiffSurvey = Survey;

/** The first image of a TIFF file. */
export interface Geotiff {
  width: number;
  height: number;
  bands: Band[];
  /** The type of a sample, such as `uint16`. */
  type: string;
  /** Smaller copies of the image, in file order. */
  overviews: { width: number; height: number }[];
  /** Items that GDAL wrote for the whole file. */
  metadata: MetadataItem[];
  /** Where the pixels lie; undefined when the image is not placed, or in a way that is not surely known. */
  locator: Locator | undefined;
  /** Reads every block once, for statistics and for the pixels at some positions. */
  survey(options: { indices: number[]; isLate?: () => boolean }): Promise<Survey>;
}

/**
 * Opens a TIFF file that is in memory: its directories, no pixels. Further pages are left aside, as are masks.
 *
 * @throws {DataError} `geotiff-…` when the first directory is damaged, or tells of an image that cannot be read
 */
export function openGeotiff(bytes: Uint8Array): Geotiff {
  const octets = memorySource(bytes);
  const [directory, ...others] = readDirectories(octets);
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
    locator: placeOf(directory, layout),
    survey: (options) => surveyBlocks(octets, layout, bands, options),
  };
}

/** What says where the image lies may be damaged: its pixels can be read without. */
function placeOf(directory: Directory, { width, height }: ImageLayout): Locator | undefined {
  try {
    return readLocator(directory, width, height);
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

function sizeOf(directory: Directory): { width: number; height: number } {
  return { width: directory.number(tags.imageWidth, 0), height: directory.number(tags.imageLength, 0) };
}
