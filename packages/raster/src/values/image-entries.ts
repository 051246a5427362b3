import type { Entry } from './ifd.ts';
import type { Plane } from './plane.ts';
import { blockSize, deflateCompression, horizontalPredictor, tags } from './tiff.ts';

/** What the samples of a cell are, one entry for each. */
export interface SampleEntries {
  bits: number[];
  format: number[];
  /** 1: the larger, the brighter; 2: red, green, blue. */
  photometric: 1 | 2;
  /** What a sample beyond those means; 2 is alpha. */
  extra?: number;
}

/** The tags of one image of a file, but for those of its place and its meaning. */
export function imageEntries(
  image: SampleEntries & {
    plane: Plane;
    /** Whether it is a smaller copy. */
    reduced: boolean;
    differences: boolean;
    offsets: Uint32Array;
    counts: Uint32Array;
  },
): Entry[] {
  const { plane, reduced, differences, offsets, counts, bits, format, photometric, extra } = image;
  return [
    { tag: tags.newSubfileType, type: 'long', value: [reduced ? 1 : 0] },
    { tag: tags.imageWidth, type: 'long', value: [plane.width] },
    { tag: tags.imageLength, type: 'long', value: [plane.height] },
    { tag: tags.bitsPerSample, type: 'short', value: bits },
    { tag: tags.compression, type: 'short', value: [deflateCompression] },
    { tag: tags.photometric, type: 'short', value: [photometric] },
    { tag: tags.samplesPerPixel, type: 'short', value: [bits.length] },
    { tag: tags.planarConfiguration, type: 'short', value: [1] },
    ...(differences ? [{ tag: tags.predictor, type: 'short' as const, value: [horizontalPredictor] }] : []),
    { tag: tags.tileWidth, type: 'short', value: [blockSize] },
    { tag: tags.tileLength, type: 'short', value: [blockSize] },
    { tag: tags.tileOffsets, type: 'long', value: offsets },
    { tag: tags.tileByteCounts, type: 'long', value: counts },
    ...(extra === undefined ? [] : [{ tag: tags.extraSamples, type: 'short' as const, value: [extra] }]),
    { tag: tags.sampleFormat, type: 'short', value: format },
  ];
}
