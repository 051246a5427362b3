import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { DataError } from '@severe/base';
import { readGrib2Field } from '@severe/raster';
import { Command } from 'commander';
import { decode } from 'severe/testing/decode';
import { inputsOf, type Size } from './inputs.ts';
import type { Format } from '@severe/testing/hostile/formats';
import { seeds } from './seeds/index.ts';

/** An order: read an input by its number, or read good files. */
export type Order = { input: number } | { good: Format[] };

/** Result: `problem` if a guarantee was broken; `digest` of the content of good files. */
export interface Answer {
  name?: string;
  refused?: boolean;
  problem?: string;
  digest?: string;
}

/** Messages of the engine, which show an unexpected error. */
const engine =
  /\bundefined\b|is not (a function|iterable|defined)|Cannot (read|set|convert|mix)|Invalid (array|typed|string|time|code)|out of (bounds|range|memory)|call stack|allocation failed|ERR_|file:\/\//;

const { size, seed } = workerData as { size: Size; seed: number };
const inputs = inputsOf(size, seed);
const folder = mkdtempSync(join(tmpdir(), 'severe-hostile-'));
const file = join(folder, 'file');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function attempt({ input }: { input: number }): Promise<Answer> {
  const { format, name, make } = inputs[input];
  const { bytes, how } = make();
  const { out, err, code } = await decoded(bytes);
  const field = format === 'grib2' || format === 'gzip' ? fieldProblem(bytes) : undefined;
  const problem = field ?? commandProblem(format, out, err, code);
  return { name: `${name} (${how})`, refused: code === 2, problem };
}

/** Runs `severe decode` on the bytes. */
async function decoded(bytes: Uint8Array): Promise<{ out: string; err: string; code?: number | string }> {
  writeFileSync(file, bytes);
  const [out, err]: string[][] = [[], []];
  const terminal: Parameters<typeof decode>[1] = {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
  };
  const program = new Command();
  decode(program, terminal);
  await program.parseAsync(['decode', file, '--json', '--at', '35,-97', '--index', '0,500'], { from: 'user' });
  return { out: out.join(''), err: err.join(''), code: terminal.exitCode };
}

function commandProblem(format: Format, out: string, err: string, code?: number | string): string | undefined {
  if (code === undefined) return err === '' ? undefined : `read, and said ${err}`;
  if (code !== 2) return `ended with ${code}: ${err}`;
  if (!/^severe decode: .{4,2000}\n$/.test(err)) return `not one clear line: ${JSON.stringify(err.slice(0, 3000))}`;
  if (format === 'netcdf') return undefined; // its messages are those of the HDF5 library
  const words = engine.exec(err) ?? engine.exec(out);
  return words ? `the words of the engine, "${words[0]}": ${err}` : undefined;
}

/** Reads the bytes as the raster worker does. It counts a refusal as a fault of the provider, any other error as ours. */
function fieldProblem(bytes: Uint8Array): string | undefined {
  try {
    readGrib2Field(bytes, { nothing: [-99], missing: [-999] });
    return undefined;
  } catch (error) {
    return error instanceof DataError ? undefined : `readGrib2Field: ${(error as Error).stack}`;
  }
}

/** Digest of the content of all good files of these formats. */
async function digestOf(wanted: Format[]): Promise<string> {
  const hash = createHash('sha256');
  for (const format of wanted) {
    for (const bytes of Object.values(seeds[format])) {
      hash.update((await decoded(bytes)).out);
      if (format === 'grib2' && bytes !== seeds.grib2['two messages']) {
        const { packed } = readGrib2Field(bytes, { nothing: [], missing: [] });
        hash.update(new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength));
      }
    }
  }
  return hash.digest('hex');
}

parentPort?.on('message', (order: Order) => {
  const answer = 'input' in order ? attempt(order) : digestOf(order.good).then((digest) => ({ digest }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void answer.then((done: Answer) => parentPort?.postMessage(done));
});
