import { borrowParts, giveBack, planesSizes, putAbsentOfGreatest, type Part } from '@severe/kernels';
import {
  blockSize,
  differencesPay,
  geoEntries,
  levelOf,
  metadataXml,
  photometrics,
  sampleFormats,
  tags,
  writeCog,
  type Cells,
  type ConstantBlocks,
  type Entry,
  type Level,
  type LevelSize,
  type LevelWorkspace,
  type SampleEntries,
} from '@severe/tiff/write';
import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import { describeField } from './metadata.ts';
import { combinerOf, halve, kernelRuleOf, type KernelRule } from './overview.ts';

export interface CogOptions {
  /** How four cells become one cell of an overview. */
  reduce?: Look['reduce'];
  /** Units of the values, for readers based on GDAL. */
  units?: string;
  /** Width and height of its blocks in cells; default: `blockSize`. */
  side?: number | undefined;
  /** The files that are written before and after this one. */
  series?: CogSeries;
}

/** What files share whose fields have the same meaning and the same options: it is found with the first. */
export class CogSeries {
  /** Whether differences compress better, once a file has a block with several codes. */
  differences?: boolean;
  readonly constants: ConstantBlocks = new Map();
  rule?: KernelRule;
}

/**
 * A field as a Cloud Optimized GeoTIFF: integer samples (uint16, or int32 if needed) with GDAL's scale and offset, blocks
 * in DEFLATE, overviews down to a single block.
 *
 * The first absent code that means `missing` is the file's nodata value; `openValues` restores all of them.
 *
 * @see OGC 21-026, Cloud Optimized GeoTIFF
 * @see https://gdal.org/en/stable/drivers/raster/cog.html
 */
export function encodeCog(
  field: Field,
  { reduce = 'mean', units, side = blockSize, series }: CogOptions = {},
): Uint8Array {
  const cells = field.width * field.height;
  if (!(cells > 0) || field.packed.length !== cells) {
    throw new RangeError(`a field of ${field.width} × ${field.height} has ${field.packed.length} cells`);
  }
  const shared = series ?? new CogSeries();
  const levels = pyramidOf(field, { reduce, side, series: shared });
  shared.differences ??= differencesPay(levels[0]);
  const file = writeCog(levels, {
    differences: shared.differences ?? false,
    constants: shared.differences === undefined ? undefined : shared.constants,
    samples: samplesOf(levels[0]),
    firstEntries: fieldEntries(field, units),
    allEntries: nodataEntry(field),
  });
  if (levels[0].workspace) giveBack(levels[0].workspace.space);
  return file;
}

interface Pyramid {
  reduce: Look['reduce'];
  side: number;
  series: CogSeries;
}

/** The field itself and its halves, down to a single block. */
function pyramidOf(field: Field, { reduce, side, series }: Pyramid): Level[] {
  const cells = narrowed(field);
  const size = { width: field.width, height: field.height, side };
  const spaces = cells instanceof Uint16Array ? layOut(size, cells, (series.rule ??= kernelRuleOf(field, reduce))) : [];
  const levels = [levelOf(size, spaces[0]?.space.shorts(spaces[0].plane) ?? cells, spaces[0])];
  const combine = combinerOf(field, reduce);
  for (let last = levels[0]; last.width > size.side || last.height > size.side; levels.push(last)) {
    last = halve(last, combine, spaces[levels.length]);
  }
  return levels;
}

/** A workspace with room for all levels; the first is filled. */
function layOut(
  { width, height, side }: LevelSize,
  cells: Uint16Array,
  { rule, ranks, absent }: KernelRule,
): LevelWorkspace[] {
  const sizes = [{ width, height }];
  for (let last = sizes[0]; last.width > side || last.height > side; sizes.push(last)) {
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) };
  }
  const names = sizes.map((_, i) => `plane ${i}`);
  const bytes = Object.fromEntries(sizes.map((size, i) => [names[i], 2 * size.width * size.height]));
  const borrowed = borrowParts({ ...bytes, ...planesSizes });
  const { space } = borrowed;
  const parts: Record<string, Part> & LevelWorkspace['parts'] = borrowed.parts;
  space.doubles(parts.worth).set(ranks);
  if (rule === 'greatest') putAbsentOfGreatest(space, parts.absent, absent);
  const spaces = sizes.map((size, i) => ({ space, parts, rule, plane: { ...parts[names[i]], ...size } }));
  space.shorts(spaces[0].plane).set(cells);
  return spaces;
}

/** The packed cells in 16 bits if all of them and the absent codes fit: half the work for the same numbers. */
function narrowed({ packed, absent }: Field): Cells {
  if (packed instanceof Uint16Array || absent.some(({ code }) => code < 0 || code > 0xffff)) return packed;
  for (let i = 0; i < packed.length; i++) if (packed[i] < 0 || packed[i] > 0xffff) return packed;
  return Uint16Array.from(packed);
}

function samplesOf({ cells }: Level): SampleEntries {
  const signed = cells instanceof Int32Array;
  return {
    bits: [signed ? 32 : 16],
    format: [signed ? sampleFormats.signed : sampleFormats.unsigned],
    photometric: photometrics.blackIsZero,
  };
}

function fieldEntries(field: Field, units?: string): Entry[] {
  const metadata = metadataXml(describeField(field, units));
  return [...geoEntries(field.geometry), { tag: tags.gdalMetadata, type: 'ascii', value: metadata }];
}

function nodataEntry({ absent }: Field): Entry[] {
  const missing = absent.find(({ means }) => means === 'missing');
  return missing ? [{ tag: tags.gdalNodata, type: 'ascii', value: String(missing.code) }] : [];
}
