import { formatTime } from '@severe/base';
import { providerHosts } from '@severe/catalogue';
import type { DayTraffic } from '@severe/db';
import type { SourceState } from './source-status.ts';

const timeOrNull = (at: Date | null | undefined): string | null => (at ? formatTime(at) : null);

/** A source in `/meta/health`, without error texts and hosts. */
export function presentHealth(state: SourceState) {
  const { source, health, unknownWords, dataAt, ageSeconds, status, inUse, recordsSince } = state;
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
    records_since: timeOrNull(recordsSince),
  };
}

/** What a host of a provider has sent, with what is known of it. */
function presentHost({ host, requests, bytes, lastHourRequests, lastHourBytes, lastAt }: DayTraffic) {
  const known = providerHosts.find((each) => each.host === host);
  return {
    host,
    last_answer_at: formatTime(lastAt),
    requests_last_hour: lastHourRequests,
    bytes_last_hour: lastHourBytes,
    requests_24h: requests,
    bytes_24h: bytes,
    policy: known?.policy ?? null,
    evidence: known?.evidence ?? null,
    ends: known?.ends ?? null,
  };
}

/** A source in `/meta/sources`. @param traffic of all sources in the last day */
export function presentSource({ source, status }: SourceState, traffic: readonly DayTraffic[]) {
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
    hosts: traffic.filter((each) => each.source === id).map(presentHost),
  };
}
