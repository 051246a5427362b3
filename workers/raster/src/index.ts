export { publishFile, type FileResult } from './publish-file.ts';
export { renderFrame, type FrameReport, type RenderJob } from './render-frame.ts';
export { startRasterWorker, type RasterWorker, type RasterWorkerOptions } from './worker.ts';
