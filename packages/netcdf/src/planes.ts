import { DataError } from '@severe/base';
import type { GeostationaryGeometry, LatLonGeometry } from '@severe/projection';
import { Dataset, type File } from 'h5wasm';
import { timeOf, withFile } from './file.ts';
import { readGrid } from './grid.ts';
import { readPacking, type Packing } from './packing.ts';
import { planeOf, readPieces, type PlaneVariable } from './variable.ts';

/** Variables of one file by their names, and the time that the file covers. */
export interface NetcdfPlanes {
  startsAt?: Date;
  endsAt?: Date;
  planes: Record<string, NetcdfPlane>;
}

/** A two-dimensional variable on a map. */
export interface NetcdfPlane {
  width: number;
  height: number;
  /** Row by row, north first; in 8 or 16 bits for unsigned numbers of that size, else in double precision. */
  stored: StoredPlane;
  packing: Packing;
  geometry: GeostationaryGeometry | LatLonGeometry;
}

type StoredPlane = Uint8Array | Uint16Array | Float64Array;

/** Quality flags of the ABI: 3 means no value, 255 means that the flag itself is missing. */
const noValue = 3;
const unknownQuality = 255;

/**
 * Reads two-dimensional variables. `CMI_C13` is also `CMI` in a file of one band, if that is band 13. If the file has quality
 * flags of a variable (`DQF` for `CMI`, `DQF_C13` for `CMI_C13`), pixels without a value get the fill value. Runs in the
 * calling thread; see `readPlanes`.
 *
 * @throws {DataError} `netcdf-…` for a file, a variable or a grid that cannot be read
 */
export function readPlanesInPlace(bytes: Uint8Array, names: string[]): Promise<NetcdfPlanes> {
  return withFile(bytes, (file) => ({
    startsAt: timeOf(file, 'time_coverage_start'),
    endsAt: timeOf(file, 'time_coverage_end'),
    planes: Object.fromEntries(names.map((name) => [name, readPlane(file, nameIn(file, name))])),
  }));
}

/** The name of a band in a file that may have it alone (ABI-L2-CMIP): `CMI`, with its number in `band_id`. */
function nameIn(file: File, name: string): string {
  const [, band] = /^CMI_C(\d\d)$/.exec(name) ?? [];
  if (band === undefined || file.get(name)) return name;
  const id = file.get('band_id');
  if (!(id instanceof Dataset) || !file.get('CMI')) return name;
  const { value } = id;
  return Number(ArrayBuffer.isView(value) ? (value as Int8Array)[0] : value) === Number(band) ? 'CMI' : name;
}

function readPlane(file: File, name: string): NetcdfPlane {
  const variable = variableOf(file, name);
  const { dataset, width, height, type } = variable;
  const { geometry, southUp } = readGrid(file, dataset, name);
  const packing = readPacking(dataset, type);
  const stored = collect(variable, packing, southUp);
  maskUnusable(file, name, variable, southUp, stored, packing);
  return { width, height, stored, packing, geometry };
}

function variableOf(file: File, name: string): PlaneVariable {
  const dataset = file.get(name);
  const plane = dataset instanceof Dataset ? planeOf(dataset, name) : undefined;
  if (plane) return plane;
  throw new DataError('netcdf-variable', `the file has no ${name} with two dimensions of numbers`);
}

/** Octets of one variable: enough for the 60 million cells of the CONUS sector at half a kilometre, not for its full disk. */
const maxPlaneBytes = 160e6;

/** All stored numbers, north first. */
function collect(variable: PlaneVariable, packing: Packing, southUp: boolean): StoredPlane {
  const { width, height, type } = variable;
  const PlaneArray = arrayTypeOf(type, packing);
  const bytes = width * height * PlaneArray.BYTES_PER_ELEMENT;
  if (bytes > maxPlaneBytes) {
    throw new DataError(
      'netcdf-too-large',
      `${variable.name} would take ${bytes} bytes, at most ${maxPlaneBytes} are allowed`,
    );
  }
  const plane = new PlaneArray(width * height);
  for (const { row, stored } of readPieces(variable, packing)) {
    const numbers =
      stored instanceof BigInt64Array || stored instanceof BigUint64Array ? Float64Array.from(stored, Number) : stored;
    if (!southUp) plane.set(numbers, row * width);
    else {
      for (let i = 0; i * width < numbers.length; i++) {
        plane.set(numbers.subarray(i * width, (i + 1) * width), (height - 1 - row - i) * width);
      }
    }
  }
  return plane;
}

function arrayTypeOf({ floating, bits, signed }: PlaneVariable['type'], { unsigned }: Packing) {
  if (floating || bits > 16 || (signed && !unsigned)) return Float64Array;
  return bits === 16 ? Uint16Array : Uint8Array;
}

/** Sets pixels to the fill value whose quality flag marks them as without value. */
function maskUnusable(
  file: File,
  name: string,
  { width, height }: PlaneVariable,
  southUp: boolean,
  stored: StoredPlane,
  { fills }: Packing,
): void {
  const flags = file.get(name.replace(/^CMI/, 'DQF'));
  const plane = name.startsWith('CMI') && flags instanceof Dataset ? planeOf(flags, name) : undefined;
  if (!plane || plane.width !== width || plane.height !== height || plane.type.bits !== 8) return;
  const quality = collect(plane, readPacking(plane.dataset, plane.type), southUp);
  const fill = fills[0] ?? (stored instanceof Uint16Array ? 0xffff : Number.NaN);
  for (let i = 0; i < stored.length; i++) {
    if (quality[i] === noValue || quality[i] === unknownQuality) stored[i] = fill;
  }
}
