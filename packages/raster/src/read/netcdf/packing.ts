import { isFloating, numbersOf, textOf, type Attributed } from './attributes.ts';

/** How the stored numbers of a variable are meant: the value is `offset + stored * scale`. */
export interface Packing {
  /** Stored in a signed type, and meant without a sign. */
  unsigned: boolean;
  bits: number;
  /** Stored numbers that mean none. */
  fills: number[];
  /** Stored numbers outside of these are none either. */
  lowest: number;
  highest: number;
  scale: number;
  offset: number;
}

/** The type of stored numbers. */
export interface StoredType {
  bits: number;
  signed: boolean;
  floating: boolean;
}

/** What a variable is full of before it is written to, where it names no fill value; octets have no such number. */
const defaultFills: Record<string, number> = {
  int16: -32767,
  uint16: 65535,
  int32: -2147483647,
  uint32: 4294967295,
  float32: Math.fround(9.969209968386869e36),
  float64: 9.969209968386869e36,
};

/** The name of the type, such as `uint16`. */
export function typeName({ bits, signed, floating }: StoredType): string {
  return `${floating ? 'float' : signed ? 'int' : 'uint'}${bits}`;
}

/**
 * Reads the attributes that tell how a variable is packed. Fill values and valid ranges count in stored numbers, before
 * scale and offset; in files of GOES-R stored numbers may be unsigned in a signed type, and then so are these.
 *
 * @see CF conventions 1.10, sections 2.5.1 and 8.1; NetCDF User's Guide, appendix A; GOES-R Product Definition and
 * User's Guide, volume 5, section 4.1 (`_Unsigned`)
 */
export function readPacking(variable: Attributed, type: StoredType): Packing {
  const unsigned = type.signed && !type.floating && textOf(variable, '_Unsigned')?.toLowerCase() === 'true';
  const turn = (stored: number): number => (unsigned && stored < 0 ? stored + 2 ** type.bits : stored);
  const scale = numbersOf(variable, 'scale_factor')[0] ?? 1;
  const offset = numbersOf(variable, 'add_offset')[0] ?? 0;
  const told = numbersOf(variable, '_FillValue').map(turn);
  const usual = defaultFills[typeName(type)];
  const unwritten = told.length > 0 || usual === undefined || unsigned ? told : [usual];
  const fills = [...unwritten, ...numbersOf(variable, 'missing_value').map(turn)];
  const range = rangeOf(variable, type, { scale, offset }).map(turn);
  return { unsigned, bits: type.bits, fills, lowest: range[0], highest: range[1], scale, offset };
}

/** In stored numbers. A range in floating point beside packed integers is one of values. */
function rangeOf(
  variable: Attributed,
  { floating }: StoredType,
  { scale, offset }: { scale: number; offset: number },
): [number, number] {
  const both = numbersOf(variable, 'valid_range');
  const name = both.length === 2 ? 'valid_range' : 'valid_min';
  const low = both.length === 2 ? both[0] : (numbersOf(variable, 'valid_min')[0] ?? -Infinity);
  const high = both.length === 2 ? both[1] : (numbersOf(variable, 'valid_max')[0] ?? Infinity);
  if (floating || !isFloating(variable, name)) return [low, high];
  const ends = [(low - offset) / scale, (high - offset) / scale].sort((a, b) => a - b);
  return [ends[0], ends[1]];
}

/** The value of a stored number; null where it means none. */
export function valueOf(stored: number, { fills, lowest, highest, scale, offset }: Packing): number | null {
  const none = !Number.isFinite(stored) || fills.includes(stored) || stored < lowest || stored > highest;
  return none ? null : offset + stored * scale;
}
