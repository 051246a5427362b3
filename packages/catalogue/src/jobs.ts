/**
 * Names of queues. A job only wakes a worker; the work itself is a row: in `frame_jobs` or `mails`, a changed alert, or in
 * `webhook_deliveries`.
 */
export const jobs = {
  renderFrame: 'raster.render',
  sendMail: 'mail.send',
  matchAlerts: 'webhooks.match',
  deliverWebhooks: 'webhooks.deliver',
} as const;
