import type { Field } from '../field.ts';
import type { Look } from '../look.ts';

/** Largest number of bands: a pixel has one byte. */
const maxBands = 254;

/**
 * Tolerance of a stop, in packed units. Packed values are integers, so this absorbs only the rounding of `offset + packed * scale` (5.0 that comes out as 4.9999999).
 */
const rounding = 1e-6;

/**
 * The colours of a frame: band `b` (from 1) covers the packed values in [`from[b - 1]`, `from[b]`) and is drawn in
 * `colours[b - 1]`; band 0 lies below the first, and is transparent.
 */
export interface Palette {
  /** Lower edges in packed units, ascending. */
  from: Float64Array;
  /** Red, green, blue, alpha of each band, 0–255. */
  colours: [r: number, g: number, b: number, a: number][];
}

/**
 * Compiles the stops of a look, which are physical values, to bands of packed values. Stop i covers
 * [value_i, value_i+1); values below the first stop or the threshold are transparent.
 *
 * @throws {RangeError} when stops do not ascend, a colour is not `#rrggbb` or `#rrggbbaa`, or there are too many
 */
export function compilePalette(look: Pick<Look, 'palette' | 'threshold'>, { scale, offset }: Scaling): Palette {
  const { palette: stops, threshold = -Infinity } = look;
  if (stops.length > maxBands) throw new RangeError(`a palette has ${stops.length} stops, at most ${maxBands} fit`);
  stops.forEach(([value], i) => {
    if (i > 0 && !(value > stops[i - 1][0])) throw new RangeError(`palette stop ${value} follows ${stops[i - 1][0]}`);
  });

  const drawn = stops.filter((_, i) => i + 1 === stops.length || stops[i + 1][0] > threshold);
  const packedOf = (value: number) =>
    scale === 0 ? (value <= offset ? -Infinity : Infinity) : (value - offset) / scale - rounding;
  return {
    from: Float64Array.from(drawn, ([value]) => packedOf(Math.max(value, threshold))),
    colours: drawn.map(([, colour]) => parseColour(colour)),
  };
}

type Scaling = Pick<Field, 'scale' | 'offset'>;

/** The band of a packed value, which may be a mean and need not be an integer. */
export function bandOf({ from }: Palette, packed: number): number {
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle] <= packed) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `#rrggbb` or `#rrggbbaa`. @throws {RangeError} */
export function parseColour(text: string): [number, number, number, number] {
  if (!/^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) throw new RangeError(`"${text}" is no colour like #rrggbb`);
  const part = (i: number) => Number.parseInt(text.slice(i, i + 2) || 'ff', 16);
  return [part(1), part(3), part(5), part(7)];
}
