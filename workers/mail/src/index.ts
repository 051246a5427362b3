export { startMailWorker, type MailWorker, type MailWorkerOptions } from './worker.ts';
