import { named, t } from '../language.ts';
import type { SourceHealth } from '../service.ts';
import { duration, shortly } from '../times.ts';
import type { OverlayData } from './overlay.ts';
import type { PastState } from './past-states.ts';

type OverlayCount = Pick<OverlayData, 'symbols' | 'isTruncated'>;

/** The loaded data of an overlay. */
export interface LoadedOverlay extends OverlayCount {
  /** Time of the last response on the clock of the service; undefined before the first. */
  at: number | undefined;
  /** Whether the last request failed. */
  hasFailed: boolean;
}

/** The state of an overlay, as shown. */
export interface OverlayState {
  text: string;
  /** Whether weather that is not drawn may still exist. */
  isUnreliable: boolean;
}

/**
 * Number and age of the symbols. It is "none" only if the source is up to date.
 *
 * @param loaded undefined before the first request
 */
export function stateOf(
  loaded: LoadedOverlay | undefined,
  source: SourceHealth | undefined,
  now: number,
  unit = '',
): OverlayState {
  if (loaded?.hasFailed) {
    const text = loaded.at === undefined ? t`no response` : t`no response for ${duration((now - loaded.at) / 1000)}`;
    return { text, isUnreliable: true };
  }
  if (source?.status === 'disabled') return { text: t`not available here`, isUnreliable: true };
  if (source?.age_seconds == null) return { text: t`no data yet`, isUnreliable: true };
  const isUnreliable = source.status === 'late' || source.status === 'stale';
  const age = t`${shortly(source.age_seconds)} old`;
  const parts = [
    loaded?.at === undefined ? '' : countOf(loaded, unit, isUnreliable),
    isUnreliable ? `${named(source.status)}: ${age}` : age,
  ];
  return { text: parts.filter(Boolean).join(' · '), isUnreliable };
}

/**
 * The state of an overlay at a moment of the past.
 *
 * @param moment in milliseconds
 * @param since begin of the records, in milliseconds
 */
export function pastStateOf(past: PastState, moment: number, unit = '', since = moment): OverlayState {
  const clockOf = (at: number): string => `${new Date(at).toISOString().slice(11, 16)}Z`;
  const time = clockOf(moment);
  if (past === undefined) return { text: t`${time}: loading`, isUnreliable: false };
  if (past === 'unknown') return { text: t`${time} is not recorded: some is missing`, isUnreliable: true };
  if (past === 'unrecorded') return { text: t`recorded since ${clockOf(since)}`, isUnreliable: false };
  return { text: t`${countOf(past, unit, false)} at ${time}`, isUnreliable: false };
}

function countOf({ symbols, isTruncated }: OverlayCount, unit: string, isUnreliable: boolean): string {
  if (symbols.length === 0) return isUnreliable ? '' : t`none`;
  const count = `${symbols.length} ${unit}`.trim();
  return isTruncated ? t`the first ${count}` : count;
}
