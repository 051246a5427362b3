import { borrow, giveBack, planesRoom, type Part } from '@severe/kernels';
import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import { assemble } from './assemble.ts';
import { compressBlocks, differencesPay, type ConstantBlocks } from './compress-blocks.ts';
import { geoEntries } from './geo-keys.ts';
import type { Entry } from './ifd.ts';
import { imageEntries, type SampleEntries } from './image-entries.ts';
import { metadataXml } from './metadata.ts';
import { combinerOf, halve, kernelRuleOf } from './overview.ts';
import { planeOf, type Cells, type Plane, type PlaneDesk } from './plane.ts';
import { blockSize, sampleFormats, tags } from './tiff.ts';

export interface CogOptions {
  /** What a cell of an overview takes from the four below it. */
  reduce?: Look['reduce'];
  /** Units of the values, for whoever opens the file with GDAL. */
  units?: string;
}

/**
 * A field as a Cloud Optimized GeoTIFF: integer samples (uint16, or int32 where they need it) with GDAL's scale and
 * offset, blocks of 256 × 256 cells in deflate, overviews down to a single block.
 *
 * The first absent code that means `missing` is the file's nodata value; `openValues` gets all of them back.
 *
 * @see OGC 21-026, Cloud Optimized GeoTIFF
 * @see https://gdal.org/en/stable/drivers/raster/cog.html
 */
export function encodeCog(field: Field, { reduce = 'mean', units }: CogOptions = {}): Uint8Array {
  const cells = field.width * field.height;
  if (!(cells > 0) || field.packed.length !== cells) {
    throw new RangeError(`a field of ${field.width} × ${field.height} has ${field.packed.length} cells`);
  }
  const planes = pyramidOf(field, reduce);
  const differences = differencesPay(planes[0]);
  const constants: ConstantBlocks = new Map();
  const images = planes.map((plane) => ({ plane, blocks: compressBlocks(plane, differences, constants) }));
  if (planes[0].desk) giveBack(planes[0].desk.space);
  return assemble(images, (plane, offsets, counts) => [
    ...imageEntries({ plane, reduced: plane !== planes[0], differences, offsets, counts, ...sampleEntries(plane) }),
    ...(plane === planes[0] ? fieldEntries(field, units) : []),
    ...nodataEntry(field),
  ]);
}

/** The field's own plane and its halves, until one block holds all. */
function pyramidOf(field: Field, reduce: Look['reduce']): Plane[] {
  const cells = narrowed(field);
  const desks = cells instanceof Uint16Array ? layOut(field, cells, reduce) : [];
  const planes = [planeOf(field.width, field.height, desks[0]?.space.shorts(desks[0].plane) ?? cells, desks[0])];
  const combine = combinerOf(field, reduce);
  for (let last = planes[0]; last.width > blockSize || last.height > blockSize; planes.push(last)) {
    last = halve(last, combine, desks[planes.length]);
  }
  return planes;
}

/** A workspace with room for all planes, of which the first is filled. */
function layOut(field: Field, cells: Uint16Array, reduce: Look['reduce']): PlaneDesk[] {
  const sizes = [{ width: field.width, height: field.height }];
  for (let last = sizes[0]; last.width > blockSize || last.height > blockSize; sizes.push(last)) {
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) };
  }
  const names = sizes.map((_, i) => `plane ${i}`);
  const bytes = Object.fromEntries(sizes.map((size, i) => [names[i], 2 * size.width * size.height]));
  const space = borrow(Object.values({ ...bytes, ...planesRoom }).reduce((sum, size) => sum + size));
  const parts: Record<string, Part> & PlaneDesk['parts'] = space.layOut({ ...bytes, ...planesRoom });
  const rule = kernelRuleOf(field, reduce, space.doubles(parts.worth));
  const desks = sizes.map((size, i) => ({ space, parts, rule, plane: { ...parts[names[i]], ...size } }));
  space.shorts(desks[0].plane).set(cells);
  return desks;
}

/** The packed cells in 16 bits, where all of them and the absent codes fit: half the work, and the same numbers. */
function narrowed({ packed, absent }: Field): Cells {
  if (packed instanceof Uint16Array || absent.some(({ code }) => code < 0 || code > 0xffff)) return packed;
  for (let i = 0; i < packed.length; i++) if (packed[i] < 0 || packed[i] > 0xffff) return packed;
  return Uint16Array.from(packed);
}

function sampleEntries({ cells }: Plane): SampleEntries {
  const signed = cells instanceof Int32Array;
  return { bits: [signed ? 32 : 16], format: [signed ? sampleFormats.signed : sampleFormats.unsigned], photometric: 1 };
}

function fieldEntries(field: Field, units?: string): Entry[] {
  return [...geoEntries(field.geometry), { tag: tags.gdalMetadata, type: 'ascii', value: metadataXml(field, units) }];
}

function nodataEntry({ absent }: Field): Entry[] {
  const missing = absent.find(({ means }) => means === 'missing');
  return missing ? [{ tag: tags.gdalNodata, type: 'ascii', value: String(missing.code) }] : [];
}
