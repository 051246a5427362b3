import { carryOut, openThread, type Limits } from './carry-out.ts';
import { KeptThread } from './kept-thread.ts';
import type { LightningGranule } from './lightning.ts';
import type { NetcdfFields } from './planes.ts';
import type { NetcdfQuestion, NetcdfSurvey } from './survey.ts';
import type { Order } from './thread.ts';

export type { Flash, LightningGranule } from './lightning.ts';
export type { NetcdfFields } from './planes.ts';
export type { NetcdfCell, NetcdfQuestion, NetcdfSurvey, NetcdfVariable } from './survey.ts';

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

/** To start a thread takes far longer than to read most files, so it is kept for the next as long as all goes well. */
const keptThread = new KeptThread(openThread);

/**
 * Reads the flashes of a granule of the lightning mapper (GLM-L2-LCFA), in such a thread. There are six granules a minute.
 *
 * @throws {DataError} `netcdf-…` when it is none, or cannot be read
 */
export async function readLightning(bytes: Uint8Array, limits?: Limits): Promise<LightningGranule> {
  return (await keptThread.run({ bytes, product: 'lightning' }, limits)) as LightningGranule;
}

/**
 * Reads variables of a NetCDF-4 file as fields on the fixed grid of a satellite, or on one of latitudes and longitudes,
 * in such a thread. Packed numbers stay as they are; those of pixels without a usable value are `missing`.
 *
 * @param variables names, such as `CMI_C13`
 * @throws {DataError} `netcdf-…` when one of them cannot be read, or is not on such a grid
 */
export async function readNetcdfFields(bytes: Uint8Array, variables: string[], limits?: Limits): Promise<NetcdfFields> {
  return (await keptThread.run({ bytes, variables }, limits)) as NetcdfFields;
}

async function inThread(order: Order, limits?: Limits): Promise<unknown> {
  const worker = openThread();
  try {
    return await carryOut(worker, order, limits);
  } finally {
    void worker.terminate();
  }
}
