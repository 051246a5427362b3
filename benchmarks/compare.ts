import type { Measurement } from './benchmark.ts';
import { ratioOf, type Day } from './results.ts';
import { figures } from './support/statistics.ts';

/** A smaller share of the earlier ratio is a regression. */
const allowedShare = 0.85;

/** Ratios of one measurement to its peer in the two newest results that have it. */
export interface Change {
  benchmark: string;
  what: string;
  peer: string;
  before: { date: string; ratio: number };
  now: { date: string; ratio: number };
}

/**
 * Compares the newest results with those before. Only ratios to another program or to a lower bound count: a limit does
 * not depend on the machine.
 *
 * @param days results by day, oldest first
 */
export function changesOf(days: readonly Day[]): Change[] {
  const history = new Map<string, { change: Omit<Change, 'before' | 'now'>; ratios: Change['now'][] }>();
  for (const { date, results } of days)
    for (const { name, measurements } of results)
      for (const measurement of measurements) {
        const ratio = comparableRatio(measurement);
        if (ratio === undefined) continue;
        const { what, peer } = measurement;
        const key = `${name}\n${what}\n${peer!.name}`;
        const entry = history.get(key) ?? { change: { benchmark: name, what, peer: peer!.name }, ratios: [] };
        entry.ratios.push({ date, ratio });
        history.set(key, entry);
      }
  return [...history.values()].flatMap(({ change, ratios }) => {
    const [before, now] = ratios.slice(-2);
    return now ? [{ ...change, before, now }] : [];
  });
}

/** Whether the ratio fell by more than 15 %. */
export function isRegression({ before, now }: Change): boolean {
  return now.ratio < allowedShare * before.ratio;
}

/** One line: the measurement, both ratios and their days. */
export function describeChange(change: Change): string {
  const { benchmark, what, peer, before, now } = change;
  const verdict = isRegression(change) ? 'FELL by more than 15 %' : 'holds';
  const ratios = `${figures(before.ratio)} (${before.date}) → ${figures(now.ratio)} (${now.date})`;
  return `${benchmark}: ${what}, beside ${peer}: ${ratios}: ${verdict}`;
}

function comparableRatio(measurement: Measurement): number | undefined {
  return ['limit', 'wanted'].includes(measurement.peer?.name ?? '') ? undefined : ratioOf(measurement);
}
