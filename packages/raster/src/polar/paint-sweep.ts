import { maxRank, type SweepGates } from '@severe/kernels';
import { belowThreshold, rangeFolded, type Moment } from '@severe/nexrad';
import { bandOf, compilePalette, parseColour } from '../paint/palette.ts';
import type { Colour } from '../png/indexed.ts';

/** How gates are coloured: a product of the catalogue, plus the colour of range-folded gates. */
export interface SweepLook {
  /** Factor from values of the moment to values of the palette. */
  factor: number;
  threshold?: number;
  reduce: 'maximum' | 'largest-magnitude';
  palette: [value: number, color: string][];
  rangeFolded: string;
}

/**
 * A sweep as one byte a gate: 0 if nothing is drawn, else the rank of its colour. Of several gates the one of the highest
 * rank is shown. Range-folded gates rank below all values.
 */
export interface PaintedSweep extends Pick<SweepGates, 'ranks' | 'radials' | 'gates'> {
  colours: (Colour | undefined)[];
  /** The rank of a code, which may lie between two codes of values. */
  rankOf: (code: number) => number;
}

/** Paints every gate once. @throws {RangeError} for an invalid palette, or one of more than `maxRank` colours */
export function paintSweep(moment: Moment, look: SweepLook): PaintedSweep {
  const { gates, packed, scale, offset, wordBits } = moment;
  const scaling = { scale: look.factor / scale, offset: (-offset / scale) * look.factor };
  const palette = compilePalette(look, scaling);
  if (palette.from.length + folded > maxRank) {
    throw new RangeError(`the palette has ${palette.from.length} colours, at most ${maxRank - folded} can be ranked`);
  }
  const ranks = ranksOf(look, palette.from, scaling);
  const rankOf = (code: number) => {
    if (code > rangeFolded) return ranks[bandOf(palette, code)];
    return code === belowThreshold ? 0 : folded;
  };
  const table = Uint8Array.from({ length: 2 ** wordBits }, (_, code) => rankOf(code));

  const colours: (Colour | undefined)[] = [undefined, parseColour(look.rangeFolded)];
  palette.colours.forEach((colour, band) => (colours[ranks[band + 1]] = colour));
  return { radials: packed.length / gates, gates, colours, rankOf, ranks: lookUp(packed, table) };
}

const folded = 1;

/** The rank of each band of the palette; band 0 is transparent. */
function ranksOf({ reduce }: SweepLook, from: Float64Array, { scale, offset }: { scale: number; offset: number }) {
  const bands = Array.from(from, (_, i) => i + 1);
  if (reduce === 'largest-magnitude') {
    const edge = (band: number) => (band <= from.length ? offset + from[band - 1] * scale : Infinity);
    const magnitude = (band: number) => Math.min(Math.abs(edge(band)), Math.abs(edge(band + 1)));
    bands.sort((one, other) => magnitude(one) - magnitude(other) || one - other);
  }
  const ranks = new Uint8Array(from.length + 1);
  bands.forEach((band, i) => (ranks[band] = folded + 1 + i));
  return ranks;
}

function lookUp(packed: Moment['packed'], table: Uint8Array): Uint8Array {
  const ranks = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) ranks[i] = table[packed[i]];
  return ranks;
}
