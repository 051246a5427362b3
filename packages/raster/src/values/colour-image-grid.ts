import type { Geometry } from '../field.ts';
import type { ColourImage } from '../colour-image.ts';
import type { BlockCache } from './block-cache.ts';
import { FileBlocks } from './file-blocks.ts';
import type { FileParts } from './file-parts.ts';
import { shifted } from './locate.ts';
import { Sampler } from './sample.ts';

/** The colours of a frame. */
export interface ColourImageGrid {
  readonly width: number;
  readonly height: number;
  readonly geometry: Geometry;
  /** The colour of the cell with the centre nearest to a point (degrees), as in a `ColourImage`; undefined outside. */
  at(lon: number, lat: number): number | undefined;
  /** A part of the image; it must lie inside the grid. */
  window(column: number, row: number, width: number, height: number): ColourImage;
  /** Drops this file's blocks from the cache. */
  forget(): void;
}

/**
 * Opens the file of an image in memory, or parts of one.
 *
 * @param options.cache cache of unpacked blocks, shared with other files; default: a small one of its own
 * @throws {DataError} `values-…` here, or from the methods, when `encodeColourImage` did not write the bytes
 */
export function openColourImage(file: Uint8Array | FileParts, options: { cache?: BlockCache } = {}): ColourImageGrid {
  const blocks = new FileBlocks(file, ['colour'], options);
  const { width, height, geometry } = blocks.layout;
  const sampler = new Sampler(blocks.layout);
  return {
    width,
    height,
    geometry,
    at(lon, lat) {
      const place = sampler.placeOf(lon, lat);
      if (!place) return undefined;
      const block = blocks.block(place.block);
      return block.length === 1 ? block[0] : block[place.cell];
    },
    window(column, row, boxWidth, boxHeight) {
      const box = { column, row, width: boxWidth, height: boxHeight };
      const pixels = blocks.cut(box) as Uint32Array;
      return { width: boxWidth, height: boxHeight, pixels, geometry: shifted(geometry, column, row) };
    },
    forget: () => blocks.forget(),
  };
}
