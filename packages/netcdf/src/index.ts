import type { LightningGranule } from './lightning.ts';
import type { NetcdfPlanes } from './planes.ts';
import type { NetcdfQuery, NetcdfSurvey } from './survey.ts';
import { ReusableThread } from './thread/reusable-thread.ts';
import { openThread, runTask, type Limits } from './thread/run-task.ts';

export type { Flash, LightningGranule } from './lightning.ts';
export type { NetcdfPlane, NetcdfPlanes } from './planes.ts';
export type { NetcdfCell, NetcdfQuery, NetcdfSurvey, NetcdfVariable } from './survey.ts';
export type { Limits } from './thread/run-task.ts';

/**
 * Reads all two-dimensional variables of a NetCDF-4 file, in a thread of its own. The HDF5 library cannot be trusted with
 * arbitrary bytes, so the thread is terminated when it exceeds its limits of time and memory.
 *
 * @param bytes copied into the thread
 * @throws {DataError} `netcdf-…` when the file cannot be opened, or the thread was terminated
 */
export async function surveyNetcdf(bytes: Uint8Array, query: NetcdfQuery, limits?: Limits): Promise<NetcdfSurvey> {
  const thread = await openThread();
  try {
    return (await runTask(thread, { bytes, query }, limits)) as NetcdfSurvey;
  } finally {
    void thread.close();
  }
}

/** Starting a thread takes longer than reading most files, so threads are reused while all goes well. */
const lightningThread = new ReusableThread(() => openThread(60_000));
/** The products of an image follow one another, and the next image comes minutes later: its file and planes take 90 MB. */
const planesThread = new ReusableThread(() => openThread(10_000));

/**
 * Reads the flashes of a granule of the Geostationary Lightning Mapper (GLM-L2-LCFA), in a reused thread. There are six
 * granules a minute.
 *
 * @throws {DataError} `netcdf-…` when it is not such a granule, or cannot be read
 */
export async function readLightning(bytes: Uint8Array, limits?: Limits): Promise<LightningGranule> {
  return (await lightningThread.run({ bytes, product: 'lightning' }, limits)) as LightningGranule;
}

/**
 * Reads two-dimensional variables of a NetCDF-4 file on the fixed grid of a satellite, or on latitudes and longitudes, in
 * a reused thread. Stored numbers are not converted.
 *
 * @param variables names, such as `CMI_C13`
 * @throws {DataError} `netcdf-…` when one of them cannot be read, or is not on such a grid
 */
export async function readPlanes(bytes: Uint8Array, variables: string[], limits?: Limits): Promise<NetcdfPlanes> {
  return (await planesThread.run({ bytes, variables }, limits)) as NetcdfPlanes;
}
