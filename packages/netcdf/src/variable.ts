import { DataError } from '@severe/base';
import { Dataset, Group, type Entity } from 'h5wasm';
import { isTrap, libraryProblem } from './library-problem.ts';
import type { Packing, StoredType } from './packing.ts';
import type { StoredNumbers } from './statistics.ts';

/** A two-dimensional variable; its name includes its groups. */
export interface PlaneVariable {
  name: string;
  dataset: Dataset;
  width: number;
  height: number;
  type: StoredType;
}

/** An object of a file whose kind could not be read. */
export interface Unreadable {
  name: string;
  problem: string;
}

const maxCells = 128e6;
const maxChunkBytes = 128 * 1024 ** 2; // HDF5 unpacks whole chunks
const maxChunks = 100_000; // HDF5 lists the chunks of a piece before it reads one; real variables have hundreds
const pieceBytes = 32 * 1024 ** 2;
const maxVariables = 4096;
const maxDepth = 8; // of groups in groups

/** Numeric classes of HDF5 types. */
const [integer, floating] = [0, 1];

/** All two-dimensional variables of a file in the order of their names, and objects that cannot be read. */
export function planeVariables(group: Group, prefix = '', depth = 0): (PlaneVariable | Unreadable)[] {
  const keys = group.keys().slice(0, maxVariables);
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
  if (entity instanceof Group && depth < maxDepth) return planeVariables(entity, `${name}/`, depth + 1);
  if (!(entity instanceof Dataset)) return [];
  const plane = planeOf(entity, name);
  return plane ? [plane] : [];
}

/** Undefined for a variable that does not have two dimensions of numbers. */
export function planeOf(dataset: Dataset, name: string): PlaneVariable | undefined {
  const type = typeOf(dataset);
  const [height, width] = dataset.shape?.length === 2 ? dataset.shape : [0, 0];
  return type && height > 0 && width > 0 ? { name, dataset, width, height, type } : undefined;
}

/** Undefined for a type that is not numeric. */
export function typeOf({ metadata }: Dataset): StoredType | undefined {
  const { type, size, signed } = metadata;
  if (type !== integer && type !== floating) return undefined;
  if (![1, 2, 4, 8].includes(size) || (type === floating && size < 4)) return undefined;
  return { bits: size * 8, signed, floating: type === floating };
}

/**
 * The stored numbers of a variable in pieces of whole rows of chunks, each as large as `pieceBytes` allows.
 *
 * @throws {DataError} `netcdf-too-large` before anything is read
 */
export function* readPieces(
  variable: PlaneVariable,
  packing: Packing,
): Generator<{ row: number; stored: StoredNumbers }> {
  const { name, dataset, width, height, type } = variable;
  const bytes = type.bits / 8;
  if (width * height > maxCells) refuse(`${name} has ${width} × ${height} cells, at most ${maxCells} are read`);
  const [chunkRows, chunkColumns] = dataset.metadata.chunks ?? [1, width];
  const chunkBytes = chunkRows * chunkColumns * bytes;
  if (chunkBytes > maxChunkBytes)
    refuse(`${name} is stored in chunks of ${chunkBytes} bytes, at most ${maxChunkBytes} are read`);
  const chunks = Math.ceil(height / chunkRows) * Math.ceil(width / chunkColumns);
  if (dataset.metadata.chunks && chunks > maxChunks)
    refuse(`${name} is stored in ${chunks} chunks, at most ${maxChunks} are read`);
  const fitting = Math.max(1, Math.floor(pieceBytes / (chunkRows * width * bytes)));
  const rows = fitting * chunkRows;
  for (let row = 0; row < height; row += rows) {
    const end = Math.min(row + rows, height);
    yield {
      row,
      stored: withSign(
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
  return withSign(dataset.value, packing);
}

const unsignedArrays = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array, 64: BigUint64Array } as const;

function withSign(value: unknown, { unsigned, bits }: Packing): StoredNumbers {
  if (!ArrayBuffer.isView(value)) throw new DataError('netcdf-damaged', 'the numbers of a variable cannot be read');
  const stored = value as StoredNumbers;
  if (!unsigned) return stored;
  const UnsignedArray = unsignedArrays[bits as keyof typeof unsignedArrays];
  return new UnsignedArray(stored.buffer as ArrayBuffer, stored.byteOffset, stored.length);
}

function refuse(problem: string): never {
  throw new DataError('netcdf-too-large', problem);
}
