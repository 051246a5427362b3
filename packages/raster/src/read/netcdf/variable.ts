import { DataError } from '@severe/base';
import { Dataset, Group, type Entity } from 'h5wasm';
import { isTrap, libraryProblem } from './library-problem.ts';
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

/** A part of a file of which not even the kind could be read. */
export interface Unreadable {
  name: string;
  problem: string;
}

const mostCells = 128e6;
const mostChunkBytes = 128 * 1024 ** 2; // HDF5 unpacks a chunk as a whole
const mostChunks = 100_000; // HDF5 lists those of a piece before it reads one; real variables have hundreds
const pieceBytes = 32 * 1024 ** 2;
const mostVariables = 4096;
const mostDepth = 8; // of groups in groups

/** Classes of HDF5 types that are numbers. */
const [integer, floating] = [0, 1];

/** All variables of a file with two dimensions, in the order of their names, and what stands in their place. */
export function planeVariables(group: Group, prefix = '', depth = 0): (PlaneVariable | Unreadable)[] {
  const keys = group.keys().slice(0, mostVariables);
  return keys.flatMap((key) => {
    const name = prefix + key;
    try {
      return planesOf(group.get(key), name, depth);
    } catch (error) {
      if (isTrap(error)) throw error;
      return { name, problem: libraryProblem(error) };
    }
  });
}

function planesOf(entity: Entity | null, name: string, depth: number): (PlaneVariable | Unreadable)[] {
  if (entity instanceof Group && depth < mostDepth) return planeVariables(entity, `${name}/`, depth + 1);
  if (!(entity instanceof Dataset)) return [];
  const plane = planeOf(entity, name);
  return plane ? [plane] : [];
}

/** Undefined for what has not two dimensions of numbers. */
export function planeOf(dataset: Dataset, name: string): PlaneVariable | undefined {
  const type = typeOf(dataset);
  const [height, width] = dataset.shape?.length === 2 ? dataset.shape : [0, 0];
  return type && height > 0 && width > 0 ? { name, dataset, width, height, type } : undefined;
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
  const chunks = Math.ceil(height / chunkRows) * Math.ceil(width / chunkColumns);
  if (dataset.metadata.chunks && chunks > mostChunks)
    refuse(`${name} is stored in ${chunks} chunks, at most ${mostChunks} are read`);
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
