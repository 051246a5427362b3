import { Worker } from 'node:worker_threads';
import { DataError } from '@severe/base';
import type { Field } from '../../field.ts';
import type { LightningGranule } from './lightning.ts';
import type { NetcdfFields } from './planes.ts';
import type { NetcdfQuestion, NetcdfSurvey } from './survey.ts';
import type { Order, Outcome } from './thread.ts';

export type { Flash, LightningGranule } from './lightning.ts';
export type { NetcdfFields } from './planes.ts';
export type { NetcdfCell, NetcdfQuestion, NetcdfSurvey, NetcdfVariable } from './survey.ts';

interface Limits {
  /** Milliseconds that the thread may take. */
  timeMs?: number;
  /** Octets that the process may come to hold beyond those that it holds at the start. */
  memory?: number;
}

const lookMs = 50;
const entry = import.meta.url.endsWith('.ts') ? './thread-from-source.mjs' : './thread.js';
const thread = new URL(entry, import.meta.url);

/**
 * Reads all variables with two dimensions of a NetCDF-4 file, in a thread that is ended when it takes too long or too
 * much: a library of many formats in one cannot be trusted with bytes from anywhere.
 *
 * @param bytes copied into the thread
 * @throws {DataError} `netcdf-…` when the file cannot be opened, or the thread was ended
 */
export async function surveyNetcdf(
  bytes: Uint8Array,
  question: NetcdfQuestion,
  limits?: Limits,
): Promise<NetcdfSurvey> {
  return (await inThread({ bytes, question }, limits)) as NetcdfSurvey;
}

/**
 * Reads the flashes of a granule of the lightning mapper (GLM-L2-LCFA), in such a thread.
 *
 * @throws {DataError} `netcdf-…` when it is none, or cannot be read
 */
export async function readLightning(bytes: Uint8Array, limits?: Limits): Promise<LightningGranule> {
  return (await inThread({ bytes, product: 'lightning' }, limits)) as LightningGranule;
}

/**
 * Reads variables of a NetCDF-4 file as fields on the fixed grid of a satellite, or on one of latitudes and longitudes,
 * in such a thread. Packed numbers stay as they are; those of pixels without a usable value are `missing`.
 *
 * @param variables names, such as `CMI_C13`
 * @throws {DataError} `netcdf-…` when one of them cannot be read, or is not on such a grid
 */
export async function readNetcdfFields(bytes: Uint8Array, variables: string[], limits?: Limits): Promise<NetcdfFields> {
  return (await inThread({ bytes, variables }, limits)) as NetcdfFields;
}

/** One variable as a field. @see readNetcdfFields */
export async function readNetcdfField(bytes: Uint8Array, variable: string): Promise<Field> {
  return (await readNetcdfFields(bytes, [variable])).fields[variable];
}

function inThread(order: Order, limits: Limits = {}): Promise<unknown> {
  const { timeMs = 8000, memory = 800e6 } = limits;
  const before = process.memoryUsage.rss();
  const deadline = performance.now() + timeMs;
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: order });
    const end = (settle: () => void): void => {
      clearInterval(look);
      void worker.terminate();
      settle();
    };
    const refuse = (code: string, problem: string): void => end(() => reject(new DataError(`netcdf-${code}`, problem)));
    const look = setInterval(() => {
      if (performance.now() > deadline) refuse('too-slow', `the HDF5 library was not done with it in ${timeMs} ms`);
      else if (process.memoryUsage.rss() - before > memory)
        refuse('too-large', 'the HDF5 library asks for too much memory');
    }, lookMs);
    worker.once('message', (outcome: Outcome) => {
      if ('result' in outcome) end(() => resolve(outcome.result));
      else refuse('damaged', outcome.problem);
    });
    worker.once('error', (error) => refuse('damaged', `the HDF5 library failed: ${error.message}`));
    worker.once('exit', () => refuse('damaged', 'the HDF5 library gave up'));
  });
}
