import { readFileSync } from 'node:fs';
import type { Exports } from './exports.ts';

const pageBytes = 65536;
/** Parts begin on the line of a processor's cache. */
const alignment = 64;
/** Kernels that work in sixteens may read and write so far over the end of a part. */
const slack = 512;
/** The most that 32-bit addresses reach. */
const mostBytes = 2 ** 32 - pageBytes;

/** A part of a workspace: where it begins, for the kernels, and how long it is. */
export interface Part {
  at: number;
  length: number;
}

/** One instance of the kernels, and the memory they work in. */
export class Workspace {
  /** The kernels. */
  readonly run: Exports;

  constructor() {
    this.run = new WebAssembly.Instance(compiled()).exports as unknown as Exports;
  }

  /**
   * Lays out parts of these sizes in bytes, one behind the other. All views of the memory taken before are void.
   *
   * @throws {RangeError} when there is not so much memory
   */
  layOut<Names extends string>(sizes: Record<Names, number>): Record<Names, Part> {
    let end = this.run.freeFrom.value as number;
    const parts = {} as Record<Names, Part>;
    for (const name of Object.keys(sizes) as Names[]) {
      const at = Math.ceil(end / alignment) * alignment;
      parts[name] = { at, length: sizes[name] };
      end = at + sizes[name] + slack;
    }
    if (end > mostBytes) throw new RangeError(`a workspace of ${end} bytes; at most ${mostBytes} can be addressed`);
    const missing = Math.ceil((end - this.bytes) / pageBytes);
    if (missing > 0) this.run.memory.grow(missing);
    return parts;
  }

  /** How much memory it holds. */
  get bytes(): number {
    return this.run.memory.buffer.byteLength;
  }

  /** 256 bytes that lie still whatever is laid out. */
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

/** The same file for source and for what is built of it. */
function compiled(): WebAssembly.Module {
  module ??= new WebAssembly.Module(readFileSync(new URL('../dist/kernels.wasm', import.meta.url)));
  return module;
}
