import { formatTime } from '@severe/base';
import { frameId, type FrameFamily } from '@severe/catalogue';
import type { DeadLetter, GivenUpFrame, ServiceCounts, UnknownWordRow, UserListRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { presentHealth } from '../meta/present.ts';
import type { SourceState } from '../meta/source-status.ts';
import type { ingestHealthShape, statsShape, userRowShape } from './schema.ts';

const timeOrNull = (at: Date | null | undefined): string | null => (at ? formatTime(at) : null);

export function presentUserRow(row: UserListRow): TypeOf<typeof userRowShape> {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    is_active: row.isActive,
    email_verified: row.emailVerified,
    saved_locations: row.savedLocations,
    api_keys: row.apiKeys,
    created_at: formatTime(row.createdAt),
    last_login_at: timeOrNull(row.lastLoginAt),
  };
}

export function presentStats(counts: ServiceCounts): TypeOf<typeof statsShape> {
  return {
    users_total: counts.usersTotal,
    users_active: counts.usersActive,
    users_verified: counts.usersVerified,
    users_admin: counts.usersAdmin,
    signups_last_7d: counts.signupsLast7d,
    signups_last_30d: counts.signupsLast30d,
    saved_locations: counts.savedLocations,
    api_keys_active: counts.apiKeysActive,
    alerts_active: counts.alertsActive,
    alerts_total: counts.alertsTotal,
    reports_24h: counts.reports24h,
    observations_total: counts.observationsTotal,
  };
}

/** What a source has given up: its number, and the newest of it. */
export interface GivenUp {
  count: number;
  frames: GivenUpFrame[];
  letters: DeadLetter[];
}

/**
 * @param queueDepth files of the source that wait to be rendered
 * @param givenUp    undefined if it is nothing
 * @param unknownWords the newest of the source
 */
export function presentIngest(
  state: SourceState,
  queueDepth: number,
  givenUp: GivenUp = { count: 0, frames: [], letters: [] },
  unknownWords: UnknownWordRow[] = [],
): TypeOf<typeof ingestHealthShape>[string] {
  const { health, status } = state;
  return {
    ...presentHealth(state),
    last_error: health?.lastError ?? null,
    last_error_at: timeOrNull(health?.lastErrorAt),
    consecutive_failures: health?.consecutiveFailures ?? 0,
    last_duration_ms: health?.lastDurationMs ?? null,
    queue_depth: queueDepth,
    next_run_at: timeOrNull(health?.nextRunAt),
    worker: status === 'disabled' ? null : 'ingest',
    given_up: givenUp.count,
    last_given_up: [...givenUp.frames.map(presentFrame), ...givenUp.letters.map(presentLetter)],
    last_unknown_words: unknownWords.map(({ feed, field, word, times, lastAt }) => ({
      feed,
      field,
      word,
      times,
      at: formatTime(lastAt),
    })),
  };
}

function presentFrame({ family, product, runAt, validAt, reason, at }: GivenUpFrame) {
  const what = frameId({ family: family as FrameFamily, product, runAt, validAt });
  return { feed: null, what, why: reason ?? 'unknown', times: 1, at: formatTime(at) };
}

function presentLetter({ feed, what, why, times, lastAt }: DeadLetter) {
  return { feed, what, why, times, at: formatTime(lastAt) };
}
