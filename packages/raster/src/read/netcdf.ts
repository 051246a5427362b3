/** Reads variables of NetCDF-4 files as fields. */
import { readPlanes, type Limits, type NetcdfPlane } from '@severe/netcdf';
import type { Field } from '../field.ts';
import { withinMap } from './longitudes.ts';
import { packNumbers, type PackedNumbers } from './pack-numbers.ts';

/** Variables of one file as fields by their names, and the time that the file covers. */
export interface NetcdfFields {
  startsAt?: Date;
  endsAt?: Date;
  fields: Record<string, Field>;
}

/**
 * Reads variables of a NetCDF-4 file as fields on the fixed grid of a satellite, or on latitudes and longitudes. Stored
 * numbers of 16 bits are kept; pixels without a usable value are `missing`.
 *
 * @param variables names, such as `CMI_C13`
 * @throws {DataError} `netcdf-…` when one of them cannot be read, or is not on such a grid
 */
export async function readNetcdfFields(bytes: Uint8Array, variables: string[], limits?: Limits): Promise<NetcdfFields> {
  const { planes, ...times } = await readPlanes(bytes, variables, limits);
  return { ...times, fields: Object.fromEntries(variables.map((name) => [name, fieldOf(planes[name])])) };
}

function fieldOf(plane: NetcdfPlane): Field {
  const { width, height, packing, geometry } = plane;
  const { scale, offset, packed, absent } = storedShorts(plane) ?? repacked(plane);
  return withinMap({
    width,
    height,
    packed,
    scale: scale * packing.scale,
    offset: packing.offset + offset * packing.scale,
    absent,
    geometry,
  });
}

/** Stored numbers of 16 bits, unchanged; undefined for others, or if there are several fill values. */
function storedShorts({ stored, packing }: NetcdfPlane): PackedNumbers | undefined {
  const { fills, lowest, highest } = packing;
  const code = fills[0] ?? 0xffff;
  if (!(stored instanceof Uint16Array) || fills.length > 1) return undefined;
  for (let i = 0; i < stored.length; i++) if (stored[i] < lowest || stored[i] > highest) stored[i] = code;
  return { packed: stored, scale: 1, offset: 0, absent: [{ code, means: 'missing' }] };
}

function repacked({ stored, packing: { fills, lowest, highest } }: NetcdfPlane): PackedNumbers {
  return packNumbers(stored, (value) => fills.includes(value) || value < lowest || value > highest);
}
