import type { Directory } from '../directory.ts';
import { readMetadata, roleOf, type MetadataItem } from '../metadata.ts';
import type { ImageLayout } from '../image-layout.ts';
import { photometrics, tags } from '../tags.ts';

/** The meaning of a band's values: the physical value is `offset + stored * scale`, in `units`. */
export interface Band {
  name: string;
  units: string | null;
  scale: number;
  offset: number;
  /** The stored number that means "no value", rounded to the precision of the samples; undefined if there is none. */
  nodata: number | undefined;
}

const colours: Record<number, string[]> = {
  [photometrics.whiteIsZero]: ['gray'],
  [photometrics.blackIsZero]: ['gray'],
  [photometrics.rgb]: ['red', 'green', 'blue'],
  [photometrics.palette]: ['palette'],
  [photometrics.separated]: ['cyan', 'magenta', 'yellow', 'black'],
  [photometrics.yCbCr]: ['red', 'green', 'blue'], // the codec converts them
};

/** Codes of the tag `extraSamples` for transparency. */
const alpha = [1, 2];

/** The bands of an image, named by their description, else by their colour or number. */
export function readBands(directory: Directory, { bands, photometric, kind, bits }: ImageLayout): Band[] {
  const items = readMetadata(directory);
  const given = numberOf(directory.text(tags.gdalNodata));
  const nodata = given !== undefined && kind === 'float' && bits <= 32 ? Math.fround(given) : given;
  const colourNames = colours[photometric] ?? [];
  const extra = directory.numbers(tags.extraSamples);
  const firstExtra = bands - extra.length;
  return Array.from({ length: bands }, (_, i) => {
    const transparent = i >= firstExtra && alpha.includes(extra[i - firstExtra]);
    const standard = transparent ? 'alpha' : i < firstExtra ? colourNames[i] : undefined;
    return {
      name: roleOf(items, i, 'description') || standard || `band ${i + 1}`,
      units: roleOf(items, i, 'unittype') || gribUnit(items, i) || null,
      scale: numberOf(roleOf(items, i, 'scale')) ?? 1,
      offset: numberOf(roleOf(items, i, 'offset')) ?? 0,
      nodata,
    };
  });
}

/** The units of a band that GDAL copied from a GRIB file, which it writes as `[K]`. */
function gribUnit(items: MetadataItem[], sample: number): string | undefined {
  const item = items.find(({ name, sample: of }) => name === 'GRIB_UNIT' && of === sample);
  return item?.value.replace(/^\[(.*)\]$/, '$1');
}

/** GDAL writes numbers as C does: `nan`, `-inf` and plain decimals. */
function numberOf(text: string | undefined): number | undefined {
  const trimmed = text?.trim().toLowerCase();
  if (!trimmed) return undefined;
  if (/^[+-]?nan/.test(trimmed)) return NaN;
  const infinite = trimmed.match(/^([+-]?)inf(inity)?$/);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  const value = Number(trimmed);
  return Number.isNaN(value) ? undefined : value;
}

/** Metadata items of the whole file. */
export function readItems(directory: Directory): MetadataItem[] {
  return readMetadata(directory).filter(({ sample }) => sample === undefined);
}

/** The value of a sparse block: the nodata number, if the samples can hold it; else 0. */
export function fillOf({ nodata }: Band, { kind, bits }: ImageLayout): number {
  if (nodata === undefined || kind.endsWith('float')) return nodata ?? 0;
  const lowest = kind === 'int' ? -(2 ** (bits - 1)) : 0;
  return Number.isInteger(nodata) && nodata >= lowest && nodata < lowest + 2 ** bits ? nodata : 0;
}
