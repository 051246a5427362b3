import { hourMs } from '@severe/async';
import { formatTime } from '@severe/base';
import { modelIds } from '@severe/catalogue';
import type { SourceInterval } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { endpoint } from '../../context.ts';
import { readSources } from './read-sources.ts';
import { healthHistoryShape } from './schema.ts';

/** Intervals of a quarter of an hour, the last of which is not over. */
const intervalSeconds = 900;
const intervals = 96;
const intervalMs = intervalSeconds * 1000;

/** GET /meta/health/history */
export const getHealthHistory = endpoint({
  path: '/meta/health/history',
  summary: 'Attempts and age of the data of every source in the last 24 hours.',
  description: 'Intervals of a quarter of an hour; the last one contains the present.',
  tag: 'Meta',
  response: healthHistoryShape,
  cache: { seconds: 30 },
  errors: { 503: 'The database is unavailable.' },
  async handle(_call, context) {
    const { db, clock } = context;
    const last = Math.floor(clock().getTime() / intervalMs) * intervalMs;
    const from = new Date(last - (24 * hourMs - intervalMs));
    const [states, found] = await Promise.all([readSources(context), db.sourceRuns.history(from, intervalSeconds)]);
    const enabled = states.filter(({ status }) => status !== 'disabled').map(({ source }) => source.id);
    return {
      from: formatTime(from),
      interval_seconds: intervalSeconds,
      sources: Object.fromEntries(enabled.map((id) => [id, historyOf(id, found)])),
    };
  },
});

/** The newest data of a model are in the future, so their age says nothing. */
const withoutAge = new Set<string>(modelIds);

function historyOf(id: string, found: readonly SourceInterval[]): TypeOf<typeof healthHistoryShape>['sources'][string] {
  const byInterval = new Map(found.filter(({ source }) => source === id).map((each) => [each.interval, each]));
  const list = Array.from({ length: intervals }, (_, i) => byInterval.get(i));
  return {
    succeeded: list.map((each) => each?.succeeded ?? 0),
    failed: list.map((each) => each?.failed ?? 0),
    worst_age_seconds: list.map((each) => (withoutAge.has(id) ? null : (each?.worstAgeSeconds ?? null))),
  };
}
