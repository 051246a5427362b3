import { allRoles } from 'severe/roles';
import { withFolder } from '../support/service-process.ts';
import { routerProgram } from '../support/router.ts';
import { promises, type History, type Problem, type PromiseName } from './cluster/history.ts';
import { mostMs, runFaults, type Round, type Whole } from './cluster/run-faults.ts';
import { missingStores } from './cluster/stores.ts';
import type { FaultSuite, Finding } from './suite.ts';
import { printTable } from './table.ts';

/**
 * Guarantees of a service of many processes, decided from what clients saw. `SEVERE_FAULTS=redis-killed,partition` causes some
 * of the faults only.
 */
export const cluster: FaultSuite = {
  about:
    'two processes of each role and their stores are killed, frozen, filled, cut off and misdated; SEVERE_FAULTS=ID,…',
  run: (report) =>
    withFolder(async (folder) => {
      const missing = [...missingStores(), ...(routerProgram() === undefined ? ['nginx'] : [])];
      if (missing.length > 0) {
        const measured = `not installed: ${missing.join(', ')}`;
        return report({ promise: 'clients see nothing of a fault', measured, state: 'skipped' });
      }
      const rounds: Round[] = [];
      const groups = allRoles.map((role) => [role]);
      const whole = await runFaults({ folder, groups, only: process.env['SEVERE_FAULTS']?.split(',') }, (round) => {
        rounds.push(round);
        for (const finding of findingsOf(round)) report(finding);
      });
      for (const finding of findingsOfAll(whole)) report(finding);
      printRounds(rounds);
    }),
};

const seconds = (ms: number | undefined): string => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`);

function findingsOf({ about, skipped, ...round }: Round): Finding[] {
  const { answered, refused, p99Ms, wellAfterMs, heardAfterMs, problems } = round;
  if (skipped !== undefined) return [{ promise: about, measured: skipped, state: 'skipped' }];
  const failed = problems.filter(({ promise }) => promise === 'status');
  const others = problems.filter(({ promise }) => promise !== 'status');
  return [
    {
      promise: `${about}: no request fails that a healthy replica or a cache can answer`,
      measured: `${answered} answered, ${refused} refused, ${failed.length} failed${firstOf(failed)}, p99 ${p99Ms} ms`,
      state: failed.length === 0 && answered > 0 ? 'kept' : 'broken',
    },
    {
      promise: `${about}: all is well within ${mostMs / 1000} s of its end`,
      measured: `requests after ${seconds(wellAfterMs)}, events after ${seconds(heardAfterMs)}`,
      state: wellAfterMs !== undefined && heardAfterMs !== undefined ? 'kept' : 'broken',
    },
    {
      promise: `${about}: bodies, frames, events and times are as promised`,
      measured: `${others.length} broken${firstOf(others)}`,
      state: others.length === 0 ? 'kept' : 'broken',
    },
  ];
}

const firstOf = ([first]: readonly Problem[]): string => (first ? `: ${first.what}` : '');

/** What was counted for a promise. */
const counts: Record<PromiseName, (history: History) => string> = {
  status: ({ seen }) => `${seen.length} requests`,
  body: ({ seen }) => `${new Set(seen.filter(({ isImmutable }) => isImmutable).map(({ path }) => path)).size} URLs`,
  newest: ({ seen }) => `${seen.filter(({ newest }) => newest).length} responses that name a newest frame`,
  events: ({ heard }) => `${new Set(heard.map(({ id }) => id)).size} events, ${heard.filter(({ name }) => name === 'ready').length} connections`, // prettier-ignore
  deliveries: ({ delivered, owed }) => {
    const ids = new Set(delivered.map(({ id }) => id)).size;
    return `${owed.length} owed, ${ids} delivered, ${delivered.length - ids} of them once more`;
  },
  future: ({ heard }) => `${heard.filter(({ happenedAt }) => happenedAt !== undefined).length} events`,
};

function findingsOfAll({ history, problems, missingFrames, areLevel }: Whole): Finding[] {
  const names = Object.keys(promises) as PromiseName[];
  return [
    ...names.map((name): Finding => {
      const broken = problems.filter(({ promise }) => promise === name);
      return {
        promise: promises[name],
        measured: `${counts[name](history)}, ${broken.length} broken${firstOf(broken)}`,
        state: broken.length === 0 ? 'kept' : 'broken',
      };
    }),
    {
      promise: 'in the end every client of the stream has every event',
      measured: areLevel ? 'all stand at the same event' : 'they stand at different events',
      state: areLevel ? 'kept' : 'broken',
    },
    {
      promise: 'in the end no radar frame is missing',
      measured: `${missingFrames.length} missing${missingFrames.length > 0 ? `: ${missingFrames.join(' ')}` : ''}`,
      state: missingFrames.length === 0 ? 'kept' : 'broken',
    },
  ];
}

function printRounds(rounds: readonly Round[]): void {
  printTable(
    ['fault', 'answered', 'refused', 'failed', 'p99', 'requests after', 'events after', 'other promises broken'],
    rounds
      .filter(({ skipped }) => skipped === undefined)
      .map(({ about, answered, refused, problems, p99Ms, wellAfterMs, heardAfterMs }) => {
        const failed = problems.filter(({ promise }) => promise === 'status').length;
        const cells = [answered, refused, failed, `${p99Ms} ms`, seconds(wellAfterMs), seconds(heardAfterMs), problems.length - failed]; // prettier-ignore
        return [about, ...cells.map(String)];
      }),
  );
}
