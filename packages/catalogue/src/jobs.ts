/** Names of queues. A job only wakes a worker; the work itself is a row in `frame_jobs` or `mails`. */
export const jobs = { renderFrame: 'raster.render', sendMail: 'mail.send' } as const;

/** Wakes a raster worker; `frameJob` is the id of the row. */
export interface RenderFrameJob {
  frameJob: number;
}
