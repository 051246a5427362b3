/** Writes TIFF files: directories, and Cloud Optimized GeoTIFF from levels of cells. */
export { blocksAcross, blockSize, smallBlockSize } from '../cog-blocks.ts';
export { geoEntries } from './geo-keys.ts';
export { headerBytes, writeHeader } from '../header.ts';
export { metadataXml, type MetadataItem } from '../metadata.ts';
export { compressions, photometrics, sampleFormats, tags } from '../tags.ts';
export { writeCog, type CogParts } from './write-cog.ts';
export { differencesPay, type ConstantBlocks } from './compress-blocks.ts';
export { directoryBytes, writeDirectory, type Entry } from './directory.ts';
export type { SampleEntries } from './image-entries.ts';
export { cellsLike, levelOf, type Cells, type Level, type LevelSize, type LevelWorkspace } from './level.ts';
