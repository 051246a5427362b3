import { hourMs } from '@severe/async';
import type { Clock } from '@severe/base';
import { sources, type ModelSettings } from '@severe/catalogue';
import { feedProblems, type Database } from '@severe/db';
import { sourceStates, sourceStatuses, type SourceState } from '../resources/meta/source-status.ts';
import type { Labelled, Metrics } from './metrics.ts';

/** Statuses that a fetched source can have. */
const statuses = sourceStatuses.filter((status) => status !== 'disabled');

/**
 * Adds the metrics of the sources, as `/meta/health` tells them. They are read from the database, so each process reports
 * those of all feeds.
 */
export function addSourceGauges(
  { gauge, gauges }: Pick<Metrics, 'gauge' | 'gauges'>,
  {
    db,
    clock,
    ...world
  }: {
    db: Pick<Database, 'sourceRuns' | 'sourceLeases' | 'deadLetters' | 'unknownWords'>;
    clock: Clock;
    simulated: boolean;
    settings?: ModelSettings | undefined;
  },
): void {
  const load = async (): Promise<SourceState[]> => {
    const now = clock();
    const states = sourceStates(sources, await db.sourceRuns.health(now), { now, ...world });
    return states.filter(({ status }) => status !== 'disabled');
  };
  let reading: Promise<SourceState[]> | undefined;
  /** The metrics of a scrape share one reading. */
  const read = (): Promise<SourceState[]> => (reading ??= load().finally(() => (reading = undefined)));
  /** A value of each source that has one. */
  const ofEach = async (figure: (state: SourceState) => number | null | undefined): Promise<Labelled> =>
    Object.fromEntries(
      (await read()).flatMap((state) => {
        const value = figure(state);
        return value === null || value === undefined ? [] : [[state.source.id, value]];
      }),
    );
  /** One series for each source and word; 1 where the word applies. */
  const stateSet = async (
    label: string,
    words: readonly string[],
    applies: (state: SourceState, word: string) => boolean,
  ) =>
    (await read()).flatMap((state) =>
      words.map((word) => ({
        labels: { source: state.source.id, [label]: word },
        value: Number(applies(state, word)),
      })),
    );

  gauge('severe_source_data_age_seconds', 'Age of the newest data, by source.', 'source', () =>
    ofEach(({ dataAt }) => dataAt && (clock().getTime() - dataAt.getTime()) / 1000),
  );
  gauge('severe_source_expected_seconds', 'Expected interval between new data, by source.', 'source', () =>
    ofEach(({ source }) => source.cadenceSeconds),
  );
  gauges('severe_source_owner', 'Which process runs the feeds of a source, 1.', ['source', 'owner'], async () =>
    [...(await db.sourceLeases.owners())].flatMap(([owner, owned]) =>
      owned.map((source) => ({ labels: { source, owner }, value: 1 })),
    ),
  );
  gauges('severe_source_status', 'Whether a source has this status, 1 or 0.', ['source', 'status'], () =>
    stateSet('status', statuses, ({ status }, word) => status === word),
  );
  gauges(
    'severe_source_problem',
    'Whether a feed of a source fails for this reason, 1 or 0.',
    ['source', 'problem'],
    () =>
      stateSet('problem', feedProblems, ({ health }, word) => health?.problems.some((each) => each === word) ?? false),
  );
  gauge('severe_source_second', 'Whether a second source stands in for a provider, 1 or 0.', 'source', () =>
    ofEach(({ inUse }) => inUse && Number(inUse !== 'service')),
  );
  gauge('severe_source_last_run_seconds', 'Duration of the last run of a feed, by source.', 'source', () =>
    ofEach(({ health }) => (health?.lastDurationMs == null ? null : health.lastDurationMs / 1000)),
  );
  gauges('severe_source_runs_hour', 'Runs of feeds in the last hour, by outcome.', ['source', 'outcome'], async () => {
    const runs = await db.sourceRuns.history(new Date(clock().getTime() - hourMs), hourMs / 1000);
    return runs
      .filter(({ interval }) => interval === 0)
      .flatMap(({ source, succeeded, failed }) => [
        { labels: { source, outcome: 'succeeded' }, value: succeeded },
        { labels: { source, outcome: 'failed' }, value: failed },
      ]);
  });
  gauge(
    'severe_dead_letters',
    'Items that could not be read and are kept for a retry, by source.',
    'source',
    async () => {
      const counts = await db.deadLetters.counts();
      return ofEach(({ source }) => counts.get(source.id) ?? 0);
    },
  );
  gauge('severe_unknown_words', 'Different words of providers that are not known, by source.', 'source', async () => {
    const counts = await db.unknownWords.counts();
    return ofEach(({ source }) => counts.get(source.id) ?? 0);
  });
}
