import { parentPort } from 'node:worker_threads';
import { startTaskClock } from '@severe/async/task-clock';
import { messageOf } from '@severe/base';
import { readLightningInPlace } from '../lightning.ts';
import { readPlanesInPlace } from '../planes.ts';
import { surveyInPlace, type NetcdfQuery } from '../survey.ts';

/** A file, and what to read of it. */
export type NetcdfTask = { bytes: Uint8Array } & (
  { query: NetcdfQuery } | { product: 'lightning' } | { variables: string[] }
);

/** The message that the thread sends at the end of a task. */
export type Outcome = { result: unknown } | { problem: string };

const post = (outcome: Outcome, transferred: ArrayBuffer[] = []): void => parentPort?.postMessage(outcome, transferred);

async function run(task: NetcdfTask): Promise<void> {
  if ('query' in task) post({ result: await surveyInPlace(task.bytes, task.query) });
  else if ('variables' in task) {
    const result = await readPlanesInPlace(task.bytes, task.variables);
    post({ result }, [...new Set(Object.values(result.planes).map(({ stored }) => stored.buffer as ArrayBuffer))]);
  } else post({ result: await readLightningInPlace(task.bytes) });
}

parentPort?.on('message', ({ task, cell }: { task: NetcdfTask; cell: SharedArrayBuffer }) => {
  startTaskClock(cell);
  run(task).catch((error: unknown) => post({ problem: messageOf(error) }));
});
