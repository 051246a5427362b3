export { startWebhooksWorker, type WebhooksWorker, type WebhooksWorkerOptions } from './worker.ts';
export { composeAlertMail } from './compose-alert-mail.ts';
