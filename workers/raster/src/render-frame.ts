import { UpstreamError, type Failpoint } from '@severe/base';
import { frameKeys, type FrameFamily, type FrameName } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import { nameOf, type FrameObjects } from './frame-objects.ts';
import type { FrameContents, RenderJob } from './job.ts';
import { makeGrid } from './make-grid.ts';
import { makeVolume } from './make-volume.ts';
import { openRaw, type Raw } from './raw.ts';
import { isInputs, parseInputs } from './nowcast/inputs.ts';
import { makeNowcast } from './nowcast/make-nowcast.ts';

/** A frame that an attempt has made. */
export interface MadeFrame {
  frame: FrameName;
  report: FrameReport;
}

/**
 * Makes the frames of a job: that of a provider's file, or those of a run of the nowcast.
 *
 * @throws as `renderFrame`
 */
export async function makeFrames(
  job: RenderJob,
  objects: Objects,
  failpoint: Failpoint = () => undefined,
): Promise<MadeFrame[]> {
  if (!isInputs(job.rawKey)) return [{ frame: nameOf(job), report: await renderFrame(job, objects, failpoint) }];
  const inputs = parseInputs((await openRaw(job.rawKey, objects)) as Uint8Array, job.rawKey);
  const made: MadeFrame[] = [];
  for await (const { frame, values } of makeNowcast(job, inputs, objects))
    made.push({ frame, report: await storeFrame(frame, job.build, { values }, objects, failpoint) });
  return made;
}

/** What a frame became. */
export interface FrameReport extends FrameObjects {
  /** Number of tiles that are not empty. */
  tiles: number;
}

/**
 * Makes the two objects of a frame from a provider's file: reads values, draws tiles, stores both and verifies them.
 * The objects are invisible until a row names them.
 *
 * @throws {DataError} if the file is missing, unreadable, of another area, or without data
 * @throws {UpstreamError} if the store is unavailable or returns other bytes
 */
export async function renderFrame(
  job: RenderJob,
  objects: Objects,
  failpoint: Failpoint = () => undefined,
): Promise<FrameReport> {
  const make = makers[job.family];
  return storeFrame(
    job,
    job.build,
    await make(job, job.raw ?? (await openRaw(job.rawKey, objects))),
    objects,
    failpoint,
  );
}

/** Stores both objects of a frame. @throws as `renderFrame` */
async function storeFrame(
  frame: FrameName,
  build: string,
  { values, drawn }: FrameContents,
  objects: Objects,
  failpoint: Failpoint,
): Promise<FrameReport> {
  const keys = frameKeys(frame, build);
  failpoint('raster.before-tiles');
  if (drawn) await store(objects, keys.tiles, drawn.tiles, 'application/vnd.pmtiles');
  failpoint('raster.after-tiles');
  await store(objects, keys.values, values, 'image/tiff; application=geotiff; profile=cloud-optimized');
  failpoint('raster.after-values');
  return {
    tilesKey: drawn ? keys.tiles : null,
    tilesBytes: drawn?.tiles.length ?? 0,
    valuesKey: keys.values,
    valuesBytes: values.length,
    tiles: drawn?.perZoom.reduce((sum, count) => sum + count, 0) ?? 0,
  };
}

const makers: Record<FrameFamily, (job: RenderJob, raw: Raw) => FrameContents | Promise<FrameContents>> = {
  radar: makeGrid,
  satellite: makeGrid,
  hrrr: makeGrid,
  rrfs: makeGrid,
  nowcast: makeGrid,
  nexrad: makeVolume,
};

/** Stores an object and reads it back, since a frame is announced only if the store has its bytes. */
async function store(objects: Objects, key: string, body: Uint8Array, type: string): Promise<void> {
  await objects.put(key, body, { type });
  const stored = await objects.get(key);
  if (!stored || Buffer.compare(stored, body) !== 0) {
    const found = stored ? `${stored.length} other bytes` : 'nothing';
    throw new UpstreamError('object store', `${key} was put with ${body.length} bytes and reads back as ${found}`);
  }
}
