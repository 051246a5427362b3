import type { Cells } from '@severe/tiff/write';
import type { Absent, Field, Geometry } from '../field.ts';
import type { BlockCache } from './block-cache.ts';
import { FileBlocks } from './file-blocks.ts';
import type { Box, FileParts } from './file-parts.ts';
import { shifted } from './locate.ts';
import { outside, Sampler, type Reading } from './sample.ts';

/** The values of a frame. */
export interface ValueGrid {
  readonly width: number;
  readonly height: number;
  readonly geometry: Geometry;
  readonly scale: number;
  readonly offset: number;
  readonly absent: Absent[];
  /** Reads the cell with the centre nearest to a point (degrees); unpacks its block if it is not cached. */
  at(lon: number, lat: number): Reading;
  /** A part of the field; it must lie inside the grid. */
  window(column: number, row: number, width: number, height: number): Field;
  /** The whole field. Does not fill the cache. */
  field(): Field;
  /** Drops this file's blocks from the cache; call it when the file itself is dropped. */
  forget(): void;
}

/**
 * Opens a value file in memory, or parts of one. Reads its directory and checks that all blocks lie inside the bytes; blocks are unpacked on
 * demand.
 *
 * @param options.cache cache of unpacked blocks, shared with other files; default: a small one of its own
 * @param options.level 0 for the grid itself, else its overview with cells of 2^level × 2^level
 * @throws {DataError} `values-…` here, or from the methods, when `encodeCog` did not write the bytes
 */
export function openValues(
  file: Uint8Array | FileParts,
  options: { cache?: BlockCache; level?: number } = {},
): ValueGrid {
  const blocks = new FileBlocks(file, ['uint16', 'int32'], options);
  const { width, height, geometry, scale, offset, absent } = blocks.layout;
  const sampler = new Sampler(blocks.layout);
  const part = (box: Box, cells: Cells): Field => ({
    width: box.width,
    height: box.height,
    packed: cells as Field['packed'],
    scale,
    offset,
    absent,
    geometry: shifted(geometry, box.column, box.row),
  });
  return {
    width,
    height,
    geometry,
    scale,
    offset,
    absent,
    at(lon, lat): Reading {
      const place = sampler.placeOf(lon, lat);
      return place ? sampler.read(blocks.block(place.block), place.cell) : outside;
    },
    window(column, row, boxWidth, boxHeight) {
      const box = { column, row, width: boxWidth, height: boxHeight };
      return part(box, blocks.cut(box));
    },
    field: () => part({ column: 0, row: 0, width, height }, blocks.all()),
    forget: () => blocks.forget(),
  };
}
