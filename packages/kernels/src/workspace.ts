import { readFileSync } from 'node:fs';
import type { Exports } from './exports.ts';

const pageBytes = 65536;
/** Parts are aligned to cache lines. */
const alignment = 64;
/** Bytes after a part that vectorised kernels can read and write. */
const slack = 512;
/** Maximum with 32-bit addresses. */
const maxBytes = 2 ** 32 - pageBytes;

/** A part of a workspace: its address for the kernels and its length in bytes. */
export interface Part {
  at: number;
  length: number;
}

/** An instance of the kernels with its memory. */
export class Workspace {
  /** The kernels. */
  readonly run: Exports;

  constructor() {
    this.run = new WebAssembly.Instance(compiled()).exports as unknown as Exports;
  }

  /**
   * Lays out consecutive parts with the given sizes in bytes. Earlier views of the memory become invalid.
   *
   * @throws {RangeError} if the memory is too small
   */
  layOut<Names extends string>(sizes: Record<Names, number>): Record<Names, Part> {
    let end = this.run.freeFrom.value as number;
    const parts = {} as Record<Names, Part>;
    for (const name of Object.keys(sizes) as Names[]) {
      const at = Math.ceil(end / alignment) * alignment;
      parts[name] = { at, length: sizes[name] };
      end = at + sizes[name] + slack;
    }
    if (end > maxBytes) throw new RangeError(`a workspace of ${end} bytes; at most ${maxBytes} can be addressed`);
    const missing = Math.ceil((end - this.bytes) / pageBytes);
    if (missing > 0) this.run.memory.grow(missing);
    return parts;
  }

  /** Size of the memory. */
  get bytes(): number {
    return this.run.memory.buffer.byteLength;
  }

  /** 256 bytes at a fixed address, independent of the layout. */
  get scratch(): Part {
    return { at: this.run.scratch.value as number, length: 256 };
  }

  octets({ at, length }: Part): Uint8Array {
    return new Uint8Array(this.run.memory.buffer, at, length);
  }

  shorts({ at, length }: Part): Uint16Array {
    return new Uint16Array(this.run.memory.buffer, at, length >> 1);
  }

  words({ at, length }: Part): Int32Array {
    return new Int32Array(this.run.memory.buffer, at, length >> 2);
  }

  floats({ at, length }: Part): Float32Array {
    return new Float32Array(this.run.memory.buffer, at, length >> 2);
  }

  doubles({ at, length }: Part): Float64Array {
    return new Float64Array(this.run.memory.buffer, at, length >> 3);
  }
}

let module: WebAssembly.Module | undefined;

/** Loads the module; the path is the same from `src` and from `dist`. */
function compiled(): WebAssembly.Module {
  module ??= new WebAssembly.Module(readFileSync(new URL('../dist/kernels.wasm', import.meta.url)));
  return module;
}
