import type { Picture } from '../picture.ts';
import { assemble } from './assemble.ts';
import { compressBlocks, type ConstantBlocks } from './compress-blocks.ts';
import { geoEntries } from './geo-keys.ts';
import { imageEntries } from './image-entries.ts';
import { metadataXml } from './metadata.ts';
import { averageColour, halve } from './overview.ts';
import { planeOf } from './plane.ts';
import { blockSize, sampleFormats, tags } from './tiff.ts';

const rgba = {
  bits: [8, 8, 8, 8],
  format: Array.from({ length: 4 }, () => sampleFormats.unsigned),
  photometric: 2,
  extra: 2, // alpha, with which the colours are not multiplied
} as const;

/**
 * A picture as a Cloud Optimized GeoTIFF of red, green, blue and alpha, in octets: blocks and overviews as `encodeCog`
 * makes them, each overview the average of the one before.
 */
export function encodePicture({ width, height, pixels, geometry }: Picture): Uint8Array {
  if (!(width * height > 0) || pixels.length !== width * height) {
    throw new RangeError(`a picture of ${width} × ${height} has ${pixels.length} pixels`);
  }
  const planes = [planeOf(width, height, pixels)];
  for (let last = planes[0]; last.width > blockSize || last.height > blockSize; planes.push(last)) {
    last = halve(last, averageColour);
  }
  const differences = true; // neighbours in a photograph are alike
  const constants: ConstantBlocks = new Map();
  const images = planes.map((plane) => ({ plane, blocks: compressBlocks(plane, differences, constants) }));
  const description = { scale: 1, offset: 0, absent: [], geometry };
  const place = [
    ...geoEntries(geometry),
    { tag: tags.gdalMetadata, type: 'ascii' as const, value: metadataXml(description) },
  ];
  return assemble(images, (plane, offsets, counts) => [
    ...imageEntries({
      plane,
      reduced: plane !== planes[0],
      differences,
      offsets,
      counts,
      ...rgba,
      bits: [...rgba.bits],
    }),
    ...(plane === planes[0] ? place : []),
  ]);
}
