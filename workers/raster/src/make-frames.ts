import type { Failpoint } from '@severe/base';
import type { FrameName } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import { nameOf } from './frame-objects.ts';
import type { RenderJob } from './job.ts';
import { isInputs, parseInputs } from './nowcast/inputs.ts';
import { makeNowcast } from './nowcast/make-nowcast.ts';
import { openRaw } from './raw.ts';
import { renderFrame, storeFrame, type FrameReport } from './render-frame.ts';

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
