import type { Directory } from './directory.ts';
import { readMetadata, roleOf, type MetadataItem } from './gdal-metadata.ts';
import type { Layout } from './layout.ts';
import { photometrics, tags } from './tags.ts';

/** What the values of a band mean: the physical value is `offset + stored * scale`, in `units`. */
export interface Band {
  name: string;
  units: string | null;
  scale: number;
  offset: number;
  /** The stored number that means none, if there is one; rounded as the samples are. */
  nodata: number | undefined;
}

const colours: Record<number, string[]> = {
  [photometrics.whiteIsZero]: ['gray'],
  [photometrics.blackIsZero]: ['gray'],
  [photometrics.rgb]: ['red', 'green', 'blue'],
  [photometrics.palette]: ['palette'],
  [photometrics.separated]: ['cyan', 'magenta', 'yellow', 'black'],
  [photometrics.yCbCr]: ['red', 'green', 'blue'], // turned into them when the blocks are unpacked
};

/** Values of the tag `extraSamples` that mean transparency. */
const alpha = [1, 2];

/** The bands of an image, in their order; named by their description, else by their colour or number. */
export function readBands(directory: Directory, { bands, photometric, kind, bits }: Layout): Band[] {
  const items = readMetadata(directory);
  const told = numberOf(directory.text(tags.gdalNodata));
  const nodata = told !== undefined && kind === 'float' && bits <= 32 ? Math.fround(told) : told;
  const named = colours[photometric] ?? [];
  const extra = directory.numbers(tags.extraSamples);
  const firstExtra = bands - extra.length;
  return Array.from({ length: bands }, (_, i) => {
    const transparent = i >= firstExtra && alpha.includes(extra[i - firstExtra]);
    const usual = transparent ? 'alpha' : i < firstExtra ? named[i] : undefined;
    return {
      name: roleOf(items, i, 'description') || usual || `band ${i + 1}`,
      units: roleOf(items, i, 'unittype') || null,
      scale: numberOf(roleOf(items, i, 'scale')) ?? 1,
      offset: numberOf(roleOf(items, i, 'offset')) ?? 0,
      nodata,
    };
  });
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

/** Items of the whole file, by name. */
export function readItems(directory: Directory): MetadataItem[] {
  return readMetadata(directory).filter(({ sample }) => sample === undefined);
}
