import type { SourceHealth } from '../service.ts';
import { duration, shortly } from '../times.ts';
import type { Mark } from './overlay.ts';

/** What the page has of an overlay. */
export interface Held {
  marks: Mark[];
  isCut: boolean;
  /** When it was answered last, by the clock of the service; undefined where it never was. */
  at: number | undefined;
  /** Whether the last question was not answered. */
  isLost: boolean;
}

/** How fresh it is, in words. */
export interface State {
  text: string;
  /** Whether what is not drawn may be there all the same. */
  isDoubtful: boolean;
}

/**
 * How many marks there are, and how old they are. Nothing passes for "none" unless its source is fresh.
 *
 * @param held undefined while nothing was asked
 */
export function stateOf(held: Held | undefined, source: SourceHealth | undefined, now: number, unit = ''): State {
  if (held?.isLost) {
    const since = held.at === undefined ? '' : ` for ${duration((now - held.at) / 1000)}`;
    return { text: `no answer${since}`, isDoubtful: true };
  }
  if (source?.status === 'disabled') return { text: 'not followed here', isDoubtful: true };
  if (source?.age_seconds == null) return { text: 'nothing has come yet', isDoubtful: true };
  const isDoubtful = source.status === 'late' || source.status === 'stale';
  const age = `${shortly(source.age_seconds)} old`;
  const told = [
    held?.at === undefined ? '' : countOf(held, unit, isDoubtful),
    isDoubtful ? `${source.status}: ${age}` : age,
  ];
  return { text: told.filter(Boolean).join(' · '), isDoubtful };
}

function countOf({ marks, isCut }: Held, unit: string, isDoubtful: boolean): string {
  if (marks.length === 0) return isDoubtful ? '' : 'none';
  return `${isCut ? 'the first ' : ''}${marks.length} ${unit}`.trim();
}
