import { formatTime } from '@severe/base';
import type { FeedCheck } from '@severe/ingest';
import { clockProblem } from '../../reach.ts';

const columns = [14, -7, -9, -10, -9, -8, -8] as const;

/** Text in columns; those of numbers are aligned to the right. */
function row(cells: string[]): string {
  const aligned = cells.map((cell, i) => (columns[i] < 0 ? cell.padStart(-columns[i]) : cell.padEnd(columns[i] ?? 0)));
  return aligned.join(' ').trimEnd();
}

export const heading = row(['source', 'answers', 'size', 'time', 'newest', 'rows', 'refused']) + '  state';

/** A source in one line, and below it what is wrong or new. */
export function lineOf(source: string, checks: FeedCheck[], now: Date): string {
  const asked = checks.filter(({ state }) => state !== 'idle');
  const failed = asked.filter(({ state }) => state === 'failed');
  const newest = asked.flatMap(({ newest: at }) => at ?? []).sort((a, b) => b.getTime() - a.getTime())[0];
  const rows = sum(asked, ({ rows: count }) => count ?? 0);
  const refused = asked.flatMap((check) => check.refused);
  const cells = [
    source,
    String(sum(asked, ({ hosts }) => sum(Object.values(hosts), (count) => count))),
    sizeOf(sum(asked, ({ bytes }) => bytes)),
    `${(sum(asked, ({ ms }) => ms) / 1000).toFixed(1)} s`,
    newest ? ageOf(now.getTime() - newest.getTime()) : '-',
    asked.some(({ rows: count }) => count === null) && rows === 0 ? '-' : String(rows),
    String(refused.length),
  ];
  return [`${row(cells)}  ${stateOf(asked, failed)}`, ...failed.map(({ feed, why }) => `  ${feed}: ${why}`)]
    .concat(refused.slice(0, 1).map(({ what, why }) => `  refused ${what}: ${why}`.slice(0, 200)))
    .concat(wordsOf(asked))
    .join('\n');
}

function stateOf(asked: FeedCheck[], failed: FeedCheck[]): string {
  if (asked.length === 0) return 'not asked';
  if (failed.length === 0) return 'ok';
  return failed.length < asked.length ? 'FAILED in part' : 'FAILED';
}

function wordsOf(checks: FeedCheck[]): string[] {
  return checks.flatMap(({ feed, unknownWords }) =>
    unknownWords.slice(0, 3).map(({ field, word }) => `  ${feed}: unknown ${field} ${JSON.stringify(word)}`),
  );
}

/** The last lines: how many hosts were reached, what to do if none was, and whether the clock is right. */
export function summaryOf(
  checks: FeedCheck[],
  { seconds, live, save }: { seconds: number; live: boolean; save: string | undefined },
): string {
  const hosts = new Map<string, number>();
  for (const check of checks)
    for (const [host, count] of Object.entries(check.hosts)) hosts.set(host, (hosts.get(host) ?? 0) + count);
  const reached = [...hosts.values()].filter((count) => count > 0).length;
  const asked = checks.filter(({ state }) => state !== 'idle');
  const failed = asked.filter(({ state }) => state === 'failed');
  const size = sizeOf(sum(checks, ({ bytes }) => bytes));
  const clock = clockProblem(checks.flatMap(({ aheadMs }) => aheadMs ?? []));
  return [
    `${reached} of ${hosts.size} hosts reached, ${asked.length - failed.length} of ${asked.length} feeds fine, ${size} in ${Math.round(seconds)} s`,
    ...(reached === 0 && failed.length > 0 ? [`No provider was reached: ${failed[0].why}`] : []),
    ...(clock === undefined ? [] : [clock]),
    ...(live ? [] : ['These were the simulated providers; --live asks the real ones.']),
    ...(save === undefined
      ? []
      : [`Answers are in ${save}; play them with severe start --replay .. --recording ${save}`]),
  ].join('\n');
}

/** The check for programs. */
export function presentCheck(checks: { source: string; feeds: FeedCheck[] }[], now: Date): object {
  return {
    checked_at: formatTime(now),
    sources: checks.map(({ source, feeds }) => ({
      source,
      feeds: feeds.map(({ feed, state, hosts, bytes, ms, newest, rows, refused, unknownWords, why }) => ({
        feed,
        state,
        why: why ?? null,
        hosts,
        bytes,
        ms,
        newest: newest && formatTime(newest),
        rows,
        refused,
        unknown_words: unknownWords,
      })),
    })),
  };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(bytes < 1e4 ? 1 : 0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function ageOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 0) return `in ${ageOf(-ms)}`;
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120
    ? `${minutes} min`
    : minutes < 48 * 60
      ? `${Math.round(minutes / 60)} h`
      : `${Math.round(minutes / 1440)} d`;
}
