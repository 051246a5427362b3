import { isFloating, numbersOf, textOf, type Attributed } from './attributes.ts';

/** The meaning of the stored numbers of a variable: the value is `offset + stored * scale`. */
export interface Packing {
  /** Whether numbers of a signed type are unsigned. */
  unsigned: boolean;
  bits: number;
  /** Stored numbers that mean "no value". */
  fills: number[];
  /** Stored numbers outside this range mean "no value" too. */
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

/**
 * Default fill values of NetCDF, for variables without one of their own; types of 8 bits have none. Those of 64 bits are
 * compared as floating-point numbers, as all numbers of these types are.
 */
const defaultFills: Record<string, number> = {
  int16: -32767,
  uint16: 65535,
  int32: -2147483647,
  uint32: 4294967295,
  int64: Number(-9223372036854775806n),
  uint64: Number(18446744073709551614n),
  float32: Math.fround(9.969209968386869e36),
  float64: 9.969209968386869e36,
};

/** The name of the type, such as `uint16`. */
export function typeName({ bits, signed, floating }: StoredType): string {
  return `${floating ? 'float' : signed ? 'int' : 'uint'}${bits}`;
}

/**
 * Reads the packing of a variable from its attributes. Fill values and valid ranges are stored numbers, before scale and
 * offset. In files of GOES-R stored numbers of a signed type may be unsigned; fill values and ranges then are, too.
 *
 * @see CF conventions 1.10, sections 2.5.1 and 8.1; NetCDF User's Guide, appendix A; GOES-R Product Definition and
 * User's Guide, volume 5, section 4.1 (`_Unsigned`)
 */
export function readPacking(variable: Attributed, type: StoredType): Packing {
  const unsigned = type.signed && !type.floating && textOf(variable, '_Unsigned')?.toLowerCase() === 'true';
  const withoutSign = (stored: number): number => (unsigned && stored < 0 ? stored + 2 ** type.bits : stored);
  const scale = numbersOf(variable, 'scale_factor')[0] ?? 1;
  const offset = numbersOf(variable, 'add_offset')[0] ?? 0;
  const ownFills = numbersOf(variable, '_FillValue').map(withoutSign);
  const defaultFill = defaultFills[typeName(type)];
  const useOwn = ownFills.length > 0 || defaultFill === undefined || unsigned;
  const fills = [...(useOwn ? ownFills : [defaultFill]), ...numbersOf(variable, 'missing_value').map(withoutSign)];
  const range = rangeOf(variable, type, { scale, offset }).map(withoutSign);
  return { unsigned, bits: type.bits, fills, lowest: range[0], highest: range[1], scale, offset };
}

/** The valid range in stored numbers. A floating-point range of packed integers is a range of values. */
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

/** The value of a stored number; null if it means "no value". */
export function valueOf(stored: number, { fills, lowest, highest, scale, offset }: Packing): number | null {
  const none = !Number.isFinite(stored) || fills.includes(stored) || stored < lowest || stored > highest;
  return none ? null : offset + stored * scale;
}
