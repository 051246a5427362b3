/** The structure of TIFF files: tags, directories, image layouts and metadata. Decodes no pixels. */
export { blocksAcross, blockSize, smallBlockSize } from './cog-blocks.ts';
export { maxDeflateRatio } from './codecs/deflate.ts';
export { directoriesIn, isMask, isOverview, readDirectories, type Directory } from './directory.ts';
export { headerBytes } from './header.ts';
export { readImageLayout, type ImageLayout } from './image-layout.ts';
export { undoDifferences } from './image/predictor.ts';
export { readMetadata, roleOf, type MetadataItem } from './metadata.ts';
export { memorySource, type ByteRange, type ByteSource, type RangedFile } from './source/index.ts';
export { compressions, photometrics, predictors, subfiles, tags } from './tags.ts';
