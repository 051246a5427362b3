import { partsOf, ways, type Journey, type Part } from './journeys.ts';
import { followedKinds } from './truth.ts';
import { figures, quantilesOf } from '../support/statistics.ts';

/** How long something took, milliseconds. */
export interface Delays {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

export function delaysOf(values: readonly number[]): Delays {
  const at = quantilesOf(values);
  return { count: values.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

export const totalOf = ({ appearedAt, arrivedAt }: Journey): number => arrivedAt - appearedAt;

/** The time that is ours, whatever the provider and the interval of polling. */
export const oursOf = (journey: Journey): number => {
  const { making, announcing } = partsOf(journey);
  return making + announcing;
};

/** The journeys by their kind: what is followed from its appearance on, then other sources. */
export function byKind(journeys: readonly Journey[]): Map<string, Journey[]> {
  const found = new Map<string, Journey[]>(
    followedKinds.filter((kind) => journeys.some((one) => one.kind === kind)).map((kind) => [kind, []]),
  );
  for (const journey of journeys) found.set(journey.kind, [...(found.get(journey.kind) ?? []), journey]);
  return found;
}

/** Lines about a kind: how long it took in all, where the time went, and when each way of the client had it. */
export function linesOf(kind: string, journeys: readonly Journey[]): string[] {
  const delays = delaysOf(journeys.map(totalOf));
  const spent: Record<Part, number> = { polling: 0, fetching: 0, making: 0, announcing: 0 };
  for (const journey of journeys) {
    for (const [part, ms] of Object.entries(partsOf(journey)) as [Part, number][]) spent[part] += ms;
  }
  const all = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
  const shares = Object.entries(spent).map(([part, ms]) => `${part} ${Math.round((100 * ms) / all)} %`);
  const noticed = ways.flatMap((way) => {
    const values = journeys.flatMap(({ appearedAt, seen: { [way]: at } }) => (at === undefined ? [] : at - appearedAt));
    return values.length > 0 ? [`${way} ${inSeconds(delaysOf(values))}`] : [];
  });
  return [
    `${kind}: ${journeys.length}, ${inSeconds(delays)}; ${shares.join(', ')}`,
    `${kind}, by way: ${noticed.join('; ')}`,
  ];
}

/** `p50/p99/max` in seconds. */
function inSeconds({ p50, p99, max }: Delays): string {
  return `${[p50, p99, max].map((ms) => figures(ms / 1000)).join('/')} s`;
}
