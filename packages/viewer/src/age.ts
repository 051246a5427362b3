import { freshnessOf } from '@severe/catalogue/freshness';
import type { Health, SourceHealth } from './service.ts';

/**
 * The health of the sources with the present age of their data.
 *
 * @param dataTimes newer times of data than `health` has, by source, in milliseconds
 */
export function agedHealth<H extends Health>(health: H, dataTimes: ReadonlyMap<string, number>, now: number): H {
  const aged = (id: string, source: SourceHealth): SourceHealth => {
    if (source.age_seconds === null) return source;
    const dataTime = Math.max(dataTimes.get(id) ?? 0, Date.parse(health.time) - source.age_seconds * 1000);
    return { ...source, age_seconds: Math.max(0, Math.round((now - dataTime) / 1000)) };
  };
  return withSources(health, aged);
}

/** The health of the sources with the state that the age of their data has now, whatever it was when the service said it. */
export function freshHealth<H extends Health>(health: H): H {
  return withSources(health, (_, source) => {
    const { age_seconds: age, expected_seconds: expected, status } = source;
    const isKnown = status === 'ok' || status === 'late' || status === 'stale';
    return isKnown && age !== null && expected ? { ...source, status: freshnessOf(age, expected) } : source;
  });
}

function withSources<H extends Health>(health: H, change: (id: string, source: SourceHealth) => SourceHealth): H {
  const sources = Object.entries(health.sources).map(([id, source]) => [id, change(id, source)] as const);
  return { ...health, sources: Object.fromEntries(sources) };
}
