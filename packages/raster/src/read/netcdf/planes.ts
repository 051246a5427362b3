import { DataError } from '@severe/base';
import { Dataset, type File } from 'h5wasm';
import type { Field } from '../../field.ts';
import { packNumbers, type PackedNumbers } from '../pack-numbers.ts';
import { readGrid } from './grid.ts';
import { timeOf, withFile } from './open.ts';
import { readPacking, type Packing } from './packing.ts';
import { planeOf, readPieces, type PlaneVariable } from './variable.ts';

/** Variables of one file as fields, by their names, and the time that the file tells of. */
export interface NetcdfFields {
  startsAt?: Date;
  endsAt?: Date;
  fields: Record<string, Field>;
}

/** Quality of a pixel that has no value; from there up flags of the ABI are not used, and 255 is none. */
const noValue = 3;
const unknownQuality = 255;

/**
 * Reads variables with two dimensions as fields. Where the file has flags of quality beside a variable (`DQF` beside
 * `CMI`, `DQF_C13` beside `CMI_C13`), pixels without a value are missing. Runs where it is called; see `readNetcdfFields`.
 *
 * @throws {DataError} `netcdf-…` for a file, a variable or a grid that cannot be read
 */
export function readFieldsOf(bytes: Uint8Array, names: string[]): Promise<NetcdfFields> {
  return withFile(bytes, (file) => ({
    startsAt: timeOf(file, 'time_coverage_start'),
    endsAt: timeOf(file, 'time_coverage_end'),
    fields: Object.fromEntries(names.map((name) => [name, readField(file, name)])),
  }));
}

function readField(file: File, name: string): Field {
  const variable = variableOf(file, name);
  const { dataset, width, height, type } = variable;
  const { geometry, southUp } = readGrid(file, dataset, name);
  const packing = readPacking(dataset, type);
  const numbers = collect(variable, packing, southUp);
  hideUnusable(file, name, variable, southUp, numbers, packing);
  const { scale, offset, packed, absent } = packed16(numbers, packing) ?? packedAny(numbers, packing);
  return {
    width,
    height,
    packed,
    scale: scale * packing.scale,
    offset: packing.offset + offset * packing.scale,
    absent,
    geometry,
  };
}

function variableOf(file: File, name: string): PlaneVariable {
  const dataset = file.get(name);
  const plane = dataset instanceof Dataset ? planeOf(dataset, name) : undefined;
  if (plane) return plane;
  throw new DataError('netcdf-variable', `the file has no ${name} with two dimensions of numbers`);
}

type Numbers = Uint8Array | Uint16Array | Float64Array;

/** Of the numbers of one variable: room for the full disk at half a kilometre is not needed, the CONUS sector's 60 million cells are. */
const mostBytes = 160e6;

/** All stored numbers from the north; in 8 or 16 bits where they are such without a sign, as those of GOES-R are. */
function collect(variable: PlaneVariable, packing: Packing, southUp: boolean): Numbers {
  const { width, height, type } = variable;
  const List = listOf(type, packing);
  const bytes = width * height * List.BYTES_PER_ELEMENT;
  if (bytes > mostBytes) {
    throw new DataError(
      'netcdf-too-large',
      `${variable.name} would take ${bytes} bytes, at most ${mostBytes} are used`,
    );
  }
  const numbers = new List(width * height);
  for (const { row, stored } of readPieces(variable, packing)) {
    const plain =
      stored instanceof BigInt64Array || stored instanceof BigUint64Array ? Float64Array.from(stored, Number) : stored;
    if (!southUp) numbers.set(plain, row * width);
    else {
      for (let i = 0; i * width < plain.length; i++) {
        numbers.set(plain.subarray(i * width, (i + 1) * width), (height - 1 - row - i) * width);
      }
    }
  }
  return numbers;
}

function listOf({ floating, bits, signed }: PlaneVariable['type'], { unsigned }: Packing) {
  if (floating || bits > 16 || (signed && !unsigned)) return Float64Array;
  return bits === 16 ? Uint16Array : Uint8Array;
}

/** Gives pixels whose flag says that they have no value the number that means none. */
function hideUnusable(
  file: File,
  name: string,
  { width, height }: PlaneVariable,
  southUp: boolean,
  numbers: Numbers,
  { fills }: Packing,
): void {
  const flags = file.get(name.replace(/^CMI/, 'DQF'));
  const plane = name.startsWith('CMI') && flags instanceof Dataset ? planeOf(flags, name) : undefined;
  if (!plane || plane.width !== width || plane.height !== height || plane.type.bits !== 8) return;
  const quality = collect(plane, readPacking(plane.dataset, plane.type), southUp);
  const fill = fills[0] ?? (numbers instanceof Uint16Array ? 0xffff : Number.NaN);
  for (let i = 0; i < numbers.length; i++) {
    if (quality[i] === noValue || quality[i] === unknownQuality) numbers[i] = fill;
  }
}

/** Stored numbers of 16 bits as they are; undefined for others, or where the code for missing ones is a value. */
function packed16(numbers: Numbers, { fills, lowest, highest }: Packing): PackedNumbers | undefined {
  const code = fills[0] ?? 0xffff;
  if (!(numbers instanceof Uint16Array) || fills.length > 1) return undefined;
  for (let i = 0; i < numbers.length; i++) if (numbers[i] < lowest || numbers[i] > highest) numbers[i] = code;
  return { packed: numbers, scale: 1, offset: 0, absent: [{ code, means: 'missing' }] };
}

function packedAny(numbers: Numbers, { fills, lowest, highest }: Packing): PackedNumbers {
  return packNumbers(numbers, (value) => fills.includes(value) || value < lowest || value > highest);
}
