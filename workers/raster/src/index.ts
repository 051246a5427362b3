export { startRasterWorker, type RasterWorker, type RasterWorkerOptions } from './worker.ts';
export { renderFrame, type FrameReport, type RenderJob } from './render-frame.ts';
