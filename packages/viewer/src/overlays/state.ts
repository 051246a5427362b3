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
    const since = loaded.at === undefined ? '' : ` for ${duration((now - loaded.at) / 1000)}`;
    return { text: `no response${since}`, isUnreliable: true };
  }
  if (source?.status === 'disabled') return { text: 'not available here', isUnreliable: true };
  if (source?.age_seconds == null) return { text: 'no data yet', isUnreliable: true };
  const isUnreliable = source.status === 'late' || source.status === 'stale';
  const age = `${shortly(source.age_seconds)} old`;
  const parts = [
    loaded?.at === undefined ? '' : countOf(loaded, unit, isUnreliable),
    isUnreliable ? `${source.status}: ${age}` : age,
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
  if (past === undefined) return { text: `${time}: loading`, isUnreliable: false };
  if (past === 'unknown') return { text: `${time} is not recorded: some is missing`, isUnreliable: true };
  if (past === 'unrecorded') return { text: `recorded since ${clockOf(since)}`, isUnreliable: false };
  return { text: `${countOf(past, unit, false)} at ${time}`, isUnreliable: false };
}

function countOf({ symbols, isTruncated }: OverlayCount, unit: string, isUnreliable: boolean): string {
  if (symbols.length === 0) return isUnreliable ? '' : 'none';
  return `${isTruncated ? 'the first ' : ''}${symbols.length} ${unit}`.trim();
}
