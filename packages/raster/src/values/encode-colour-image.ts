import {
  blockSize,
  geoEntries,
  levelOf,
  metadataXml,
  photometrics,
  sampleFormats,
  tags,
  writeCog,
} from '@severe/tiff/write';
import type { ColourImage } from '../colour-image.ts';
import { describeField } from './metadata.ts';
import { averageColour, halve } from './overview.ts';

const rgba = {
  bits: [8, 8, 8, 8],
  format: Array.from({ length: 4 }, () => sampleFormats.unsigned),
  photometric: photometrics.rgb,
  extra: 2, // unassociated alpha
};

/**
 * An image as a Cloud Optimized GeoTIFF of red, green, blue and alpha in 8 bits. Blocks and overviews are as in
 * `encodeCog`; each overview is the average of the one before.
 */
export function encodeColourImage({ width, height, pixels, geometry }: ColourImage): Uint8Array {
  if (!(width * height > 0) || pixels.length !== width * height) {
    throw new RangeError(`an image of ${width} × ${height} has ${pixels.length} pixels`);
  }
  const levels = [levelOf({ width, height, side: blockSize }, pixels)];
  for (let last = levels[0]; last.width > blockSize || last.height > blockSize; levels.push(last)) {
    last = halve(last, averageColour);
  }
  const metadata = metadataXml(describeField({ scale: 1, offset: 0, absent: [], geometry }));
  return writeCog(levels, {
    differences: true, // neighbouring colours of an image are similar
    samples: rgba,
    firstEntries: [...geoEntries(geometry), { tag: tags.gdalMetadata, type: 'ascii', value: metadata }],
  });
}
