import { parentPort } from 'node:worker_threads';
import { messageOf } from '@severe/base';
import { readLightningFile } from './lightning.ts';
import { readFieldsOf } from './planes.ts';
import { surveyFile, type NetcdfQuestion } from './survey.ts';

/** What the thread is to do with a file. */
export type Order = { bytes: Uint8Array } & (
  { question: NetcdfQuestion } | { product: 'lightning' } | { variables: string[] }
);

/** What the thread says of each order at its end. */
export type Outcome = { result: unknown } | { problem: string };

const say = (outcome: Outcome, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(outcome, moved);

async function carryOut(order: Order): Promise<void> {
  if ('question' in order) say({ result: await surveyFile(order.bytes, order.question) });
  else if ('variables' in order) {
    const result = await readFieldsOf(order.bytes, order.variables);
    say({ result }, [...new Set(Object.values(result.fields).map(({ packed }) => packed.buffer as ArrayBuffer))]);
  } else say({ result: await readLightningFile(order.bytes) });
}

parentPort?.on('message', (order: Order) => {
  carryOut(order).catch((error: unknown) => say({ problem: messageOf(error) }));
});
