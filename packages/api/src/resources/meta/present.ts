import { formatTime } from '@severe/base';
import type { SourceState } from './source-status.ts';

const timeOrNull = (at: Date | null | undefined): string | null => (at ? formatTime(at) : null);

/** A source in `/meta/health`, without error texts and hosts. */
export function presentHealth({ source, health, unknownWords, dataAt, ageSeconds, status, inUse }: SourceState) {
  return {
    status,
    in_use: inUse,
    problems: health?.problems ?? [],
    unknown_words: unknownWords,
    failing_since: timeOrNull(health?.failingSince),
    last_success_at: timeOrNull(health?.lastSuccessAt),
    last_attempt_at: timeOrNull(health?.lastAttemptAt),
    success_rate_1h: health?.successRate1h ?? null,
    success_rate_24h: health?.successRate24h ?? null,
    data_time: timeOrNull(dataAt),
    age_seconds: ageSeconds,
    expected_seconds: source.cadenceSeconds,
  };
}

/** A source in `/meta/sources`. */
export function presentSource({ source, status }: SourceState) {
  const { id, name, provider, url, license, attribution, vintage = null, cadenceSeconds, endpoints } = source;
  const enabled = status !== 'disabled';
  return {
    id,
    name,
    provider,
    url,
    license,
    attribution,
    vintage,
    cadence_seconds: cadenceSeconds,
    endpoints,
    status,
    enabled,
  };
}
