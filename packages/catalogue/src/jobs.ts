/** Names of queues. A job only wakes somebody: what must happen is a row in `frame_jobs`. */
export const jobs = { renderFrame: 'raster.render' } as const;

/** Wakes a raster worker; the number is that of the row. */
export interface RenderFrameJob {
  frameJob: number;
}
