import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '@severe/base';
import { readLightningFile } from './lightning.ts';
import { surveyFile, type NetcdfQuestion } from './survey.ts';

/** What the thread is to do with a file. */
export type Order = { bytes: Uint8Array } & ({ question: NetcdfQuestion } | { product: 'lightning' });

/** What the thread says at its end. */
export type Outcome = { result: unknown } | { problem: string };

const order = workerData as Order;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const say = (outcome: Outcome): void => parentPort?.postMessage(outcome);

try {
  if ('question' in order) say({ result: await surveyFile(order.bytes, order.question) });
  else say({ result: await readLightningFile(order.bytes) });
} catch (error) {
  say({ problem: messageOf(error) });
}
