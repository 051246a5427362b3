import type { Entry } from './directory.ts';
import type { Level } from './level.ts';
import { compressions, predictors, tags } from '../tags.ts';

/** The samples of a cell. */
export interface SampleEntries {
  /** Bits, and the code of the sample format, of each sample. */
  bits: number[];
  format: number[];
  /** 1: black is zero; 2: red, green, blue. */
  photometric: 1 | 2;
  /** Meaning of an extra sample; 2 is alpha. */
  extra?: number;
}

/** The directory entries of one image, without georeferencing and metadata. */
export function imageEntries(
  image: SampleEntries & {
    level: Level;
    /** Whether it is an overview. */
    reduced: boolean;
    differences: boolean;
    offsets: Uint32Array;
    counts: Uint32Array;
  },
): Entry[] {
  const { level, reduced, differences, offsets, counts, bits, format, photometric, extra } = image;
  return [
    { tag: tags.newSubfileType, type: 'long', value: [reduced ? 1 : 0] },
    { tag: tags.imageWidth, type: 'long', value: [level.width] },
    { tag: tags.imageLength, type: 'long', value: [level.height] },
    { tag: tags.bitsPerSample, type: 'short', value: bits },
    { tag: tags.compression, type: 'short', value: [compressions.deflate] },
    { tag: tags.photometric, type: 'short', value: [photometric] },
    { tag: tags.samplesPerPixel, type: 'short', value: [bits.length] },
    { tag: tags.planarConfiguration, type: 'short', value: [1] },
    ...(differences ? [{ tag: tags.predictor, type: 'short' as const, value: [predictors.horizontal] }] : []),
    { tag: tags.tileWidth, type: 'short', value: [level.side] },
    { tag: tags.tileLength, type: 'short', value: [level.side] },
    { tag: tags.tileOffsets, type: 'long', value: offsets },
    { tag: tags.tileByteCounts, type: 'long', value: counts },
    ...(extra === undefined ? [] : [{ tag: tags.extraSamples, type: 'short' as const, value: [extra] }]),
    { tag: tags.sampleFormat, type: 'short', value: format },
  ];
}
