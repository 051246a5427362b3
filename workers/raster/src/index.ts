export { publishFile, type FileResult } from './publish-file.ts';
export type { RenderJob } from './job.ts';
export { forgetBroken, verifyFrames, type BrokenRow, type Verification } from './verify.ts';
export { renderFrame, type FrameReport } from './render-frame.ts';
export { startRasterWorker, type RasterWorker, type RasterWorkerOptions } from './worker.ts';
export { makeNowcast } from './nowcast/make-nowcast.ts';
