/** Names of queues. A job only wakes a worker; the work itself is a row in `frame_jobs`. */
export const jobs = { renderFrame: 'raster.render' } as const;

/** Wakes a raster worker; `frameJob` is the id of the row. */
export interface RenderFrameJob {
  frameJob: number;
}
