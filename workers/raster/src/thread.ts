import { messageOf, UpstreamError, type Settings } from '@severe/base';
import { openObjects, type Objects } from '@severe/platform';
import { workerData } from 'piscina';
import { failpointsOf } from './failpoint.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import type { RenderJob } from './job.ts';
import { renderFrame } from './render-frame.ts';

// One object store per thread, opened at its first job; nothing else here outlives a job.
const settings = workerData as Settings;
const failpoint = failpointsOf(settings.failpoint);
let opened: Promise<Objects> | undefined;

/** Makes one frame. @see renderFrame */
export default function render(job: RenderJob): Promise<Outcome> {
  return outcomeOf(async () => renderFrame(job, await store(), failpoint));
}

/** A store that is away when a thread first wants it is asked again by the next job: what stops a start must not end a frame. */
function store(): Promise<Objects> {
  opened ??= openObjects(settings).catch((error: unknown) => {
    opened = undefined;
    throw new UpstreamError('object store', messageOf(error), { cause: error });
  });
  return opened;
}
