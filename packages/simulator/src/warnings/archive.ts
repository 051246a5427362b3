import { generationIntervalMs, generationLifetimeMs } from '../model/generation.ts';
import { hourMs } from '../model/plane.ts';
import { countyEventsOfGeneration } from './county-events.ts';
import { LruCache } from '../lru-cache.ts';
import { warningsOfGeneration } from './generation-warnings.ts';
import type { Warning } from './warning.ts';

/** A warning with its event number within the year, for its office and kind. */
export interface NumberedWarning extends Warning {
  number: number;
}

const day = 24 * hourMs;

/** Numbers reserved for each day, so that a number needs no count from New Year. */
const numbersPerDay = 90;
/** Numbers have four digits. They repeat after a hundred days, when no old event is in use. */
const maxNumber = 9990;

/** Longest duration of a flood after the storms of its generation. */
const longestFloodMs = 4 * hourMs;

/** The warnings of a seed. */
export interface WarningArchive {
  /** Warnings with a message sent by `now` that ended after `since` or continue. */
  between(since: number, now: number): NumberedWarning[];
}

export function openWarningArchive(seed: number): WarningArchive {
  const generations = new LruCache<number, Warning[]>(16, (index) => [
    ...warningsOfGeneration(seed, index),
    ...countyEventsOfGeneration(seed, index),
  ]);
  const days = new LruCache<string, NumberedWarning[]>(6, () => []);

  /** The warnings issued on a day by generations up to `newest`. Later generations do not change their numbers. */
  const issuedOn = (dayStart: number, newest: number): NumberedWarning[] => {
    const first = Math.floor((dayStart - generationLifetimeMs - longestFloodMs) / generationIntervalMs);
    const last = Math.min(newest, Math.floor((dayStart + day + hourMs) / generationIntervalMs));
    return days.get(`${dayStart}/${last}`, () => {
      const all = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => generations.get(first + i)).flat();
      const today = all.filter(({ messages: [{ sentAt }] }) => sentAt >= dayStart && sentAt < dayStart + day);
      return numbered(today, dayStart);
    });
  };

  return {
    between(since, now) {
      const newest = Math.floor((now + hourMs) / generationIntervalMs);
      const from = Math.floor((since - generationLifetimeMs) / day) * day;
      const count = Math.floor((now - from) / day) + 1;
      return Array.from({ length: count }, (_, i) => issuedOn(from + i * day, newest))
        .flat()
        .filter(({ messages }) => messages[0].sentAt <= now && messages[messages.length - 1].sentAt > since);
    },
  };
}

function numbered(warnings: Warning[], dayStart: number): NumberedWarning[] {
  const yearStart = Date.UTC(new Date(dayStart).getUTCFullYear(), 0);
  const before = Math.round((dayStart - yearStart) / day) * numbersPerDay;
  const given = new Map<string, number>();
  return warnings.toSorted(byIssue).map((warning) => {
    if (warning.number !== undefined) return { ...warning, number: warning.number };
    const series = `${warning.office.id}.${warning.kind}`;
    const count = (given.get(series) ?? 0) + 1;
    given.set(series, count);
    return { ...warning, number: 1 + ((before + count - 1) % maxNumber) };
  });
}

function byIssue(one: Warning, other: Warning): number {
  return one.messages[0].sentAt - other.messages[0].sentAt || (one.key < other.key ? -1 : 1);
}
