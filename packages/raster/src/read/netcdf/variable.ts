import { DataError } from '@severe/base';
import { Dataset, Group } from 'h5wasm';
import type { Packing, StoredType } from './packing.ts';
import type { StoredNumbers } from './tally.ts';

/** A variable with two dimensions, and its name with those of its groups. */
export interface PlaneVariable {
  name: string;
  dataset: Dataset;
  width: number;
  height: number;
  type: StoredType;
}

const mostCells = 128e6;
const mostChunkBytes = 128 * 1024 ** 2; // HDF5 unpacks a chunk as a whole
const pieceBytes = 32 * 1024 ** 2;
const mostVariables = 4096;
const mostDepth = 8; // of groups in groups

/** Classes of HDF5 types that are numbers. */
const [integer, floating] = [0, 1];

/** All variables of a file with two dimensions, in the order of their names. */
export function planeVariables(group: Group, prefix = '', depth = 0, found: PlaneVariable[] = []): PlaneVariable[] {
  for (const key of group.keys()) {
    if (found.length >= mostVariables) break;
    const entity = group.get(key);
    const name = prefix + key;
    if (entity instanceof Group && depth < mostDepth) planeVariables(entity, `${name}/`, depth + 1, found);
    if (!(entity instanceof Dataset) || entity.shape?.length !== 2) continue;
    const type = typeOf(entity);
    const [height, width] = entity.shape;
    if (type && height > 0 && width > 0) found.push({ name, dataset: entity, width, height, type });
  }
  return found;
}

/** Undefined for what is no number. */
export function typeOf({ metadata }: Dataset): StoredType | undefined {
  const { type, size, signed } = metadata;
  if (type !== integer && type !== floating) return undefined;
  if (![1, 2, 4, 8].includes(size) || (type === floating && size < 4)) return undefined;
  return { bits: size * 8, signed, floating: type === floating };
}

/**
 * The stored numbers of a variable in pieces of whole rows, as few as fit: each ends where a row of chunks does.
 *
 * @throws {DataError} `netcdf-too-large` before anything of it is read
 */
export function* readPieces(
  variable: PlaneVariable,
  packing: Packing,
): Generator<{ row: number; stored: StoredNumbers }> {
  const { name, dataset, width, height, type } = variable;
  const bytes = type.bits / 8;
  if (width * height > mostCells) refuse(`${name} has ${width} × ${height} cells, at most ${mostCells} are read`);
  const [chunkRows, chunkColumns] = dataset.metadata.chunks ?? [1, width];
  const chunkBytes = chunkRows * chunkColumns * bytes;
  if (chunkBytes > mostChunkBytes)
    refuse(`${name} is stored in chunks of ${chunkBytes} bytes, at most ${mostChunkBytes} are read`);
  const fitting = Math.max(1, Math.floor(pieceBytes / (chunkRows * width * bytes)));
  const rows = fitting * chunkRows;
  for (let row = 0; row < height; row += rows) {
    const end = Math.min(row + rows, height);
    yield {
      row,
      stored: asMeant(
        dataset.slice([
          [row, end],
          [0, width],
        ]),
        packing,
      ),
    };
  }
}

/** All numbers of a short variable. */
export function readAll(dataset: Dataset, packing: Packing): StoredNumbers {
  return asMeant(dataset.value, packing);
}

const unsignedArrays = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array, 64: BigUint64Array } as const;

function asMeant(value: unknown, { unsigned, bits }: Packing): StoredNumbers {
  if (!ArrayBuffer.isView(value)) throw new DataError('netcdf-damaged', 'a variable whose numbers cannot be read');
  const stored = value as StoredNumbers;
  if (!unsigned) return stored;
  const UnsignedArray = unsignedArrays[bits as keyof typeof unsignedArrays];
  return new UnsignedArray(stored.buffer as ArrayBuffer, stored.byteOffset, stored.length);
}

function refuse(problem: string): never {
  throw new DataError('netcdf-too-large', problem);
}
