import { startTaskClock } from '@severe/async/task-clock';
import { withMemory } from '@severe/async/task-pool';
import { messageOf } from '@severe/base';
import { readLightningInPlace } from '../lightning.ts';
import { readPlanesInPlace } from '../planes.ts';
import { surveyInPlace, type NetcdfQuery } from '../survey.ts';

/** A file, and what to read of it. */
export type NetcdfTask = { bytes: Uint8Array } & (
  { query: NetcdfQuery } | { product: 'lightning' } | { variables: string[] }
);

/** What the thread has read, or why it could not. */
export type Outcome = { result: unknown } | { problem: string };

async function run(task: NetcdfTask): Promise<Outcome> {
  if ('query' in task) return { result: await surveyInPlace(task.bytes, task.query) };
  if ('product' in task) return { result: await readLightningInPlace(task.bytes) };
  const result = await readPlanesInPlace(task.bytes, task.variables);
  const memory = new Set(Object.values(result.planes).map(({ stored }) => stored.buffer as ArrayBuffer));
  return withMemory({ result }, [...memory]);
}

export default async function read({ task, cell }: { task: NetcdfTask; cell: SharedArrayBuffer }): Promise<Outcome> {
  startTaskClock(cell);
  try {
    return await run(task);
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
