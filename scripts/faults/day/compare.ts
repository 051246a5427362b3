import type { Issued } from '@severe/simulator/testing/issued';
import type { Stored } from './stored.ts';

/** What a service has made of what was issued. */
export interface Comparison {
  issued: number;
  stored: number;
  /** Names that were listed long enough to be seen, and are not stored. */
  lost: string[];
  /** Names or subjects that are stored more than once. */
  doubled: string[];
}

/**
 * Compares what a source has issued with what is stored of it.
 *
 * @param seenAfterMs time until a feed of the source has surely seen what is listed
 */
export function compare(
  issued: readonly Issued[],
  stored: readonly Stored[],
  { from, to, seenAfterMs }: { from: number; to: number; seenAfterMs: number },
): Comparison {
  const inPeriod = issued.filter((each) => each.from < to && (each.until ?? Infinity) > Math.max(from, each.from));
  const isSure = (each: Issued): boolean =>
    Math.min(each.until ?? Infinity, to) - Math.max(from, each.from) >= seenAfterMs;
  const names = new Map(inPeriod.map((each) => [each.name, each]));
  const found = stored.filter(({ name }) => names.has(name));
  const foundNames = new Set(found.map(({ name }) => name));
  const lost = [...names.values()].filter((each) => isSure(each) && !foundNames.has(each.name)).map(({ name }) => name);
  return { issued: names.size, stored: foundNames.size, lost, doubled: doublesIn(found, names) };
}

/** Rows about the same thing: with one name, or of one subject in two rows. */
function doublesIn(found: readonly Stored[], names: ReadonlyMap<string, Issued>): string[] {
  const subjects = new Map<string, Set<string>>();
  for (const { name, about } of found) {
    const subject = names.get(name)!.about;
    if (subject === undefined || about === undefined) continue;
    subjects.set(subject, (subjects.get(subject) ?? new Set()).add(about));
  }
  const split = [...subjects].filter(([, rows]) => rows.size > 1).map(([subject]) => subject);
  const seen = new Set<string>();
  const again = found
    .filter(({ name }) => names.get(name)!.about === undefined)
    .map(({ name, about }) => about ?? name)
    .filter((key) => seen.has(key) || !seen.add(key));
  return [...split, ...again];
}
