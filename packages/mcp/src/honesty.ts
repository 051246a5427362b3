import type { Client } from '@severe/client';
import { dataOf } from './ask.ts';

/** States of a source whose data count as the present. One that the service does not follow says nothing either. */
const present = new Set(['ok', 'late']);

/** What has to be said beside an answer: simulated weather, and sources without recent data. @param sources that the answer needs */
export async function caveatsOf(client: Client, sources: readonly string[]): Promise<string[]> {
  const health = await dataOf(client.get('/meta/health'));
  const states = health.sources as Record<string, { status: string } | undefined>;
  const silent = sources.filter((id) => !present.has(states[id]?.status ?? 'none'));
  return [
    ...(health.simulated ? ['SIMULATED: this weather never happened.'] : []),
    ...(silent.length > 0 ? [`No recent data of: ${silent.join(', ')}. That nothing is listed is no all-clear.`] : []),
  ];
}
