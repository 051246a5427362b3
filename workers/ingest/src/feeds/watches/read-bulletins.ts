import { fipsOfZone } from '@severe/catalogue';
import type { WatchFacts } from '@severe/db';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { bulletinsIn, nameOfBulletin } from '../../parse/saved-bulletins.ts';
import { stateOf } from '../../parse/state.ts';
import { isTest, parseWatchText } from './parse-text.ts';
import { yearOfNumber } from '../shared/year-of-number.ts';
import { type WatchRow, watchUrl } from './row.ts';

/** Parses bulletins of watches (`SEL`, `SAW`, `WWP`, `WOU`) and merges those of each watch. */
export function readWatchBulletins(texts: string[], now: Date): Parsed<WatchFacts> {
  const parsed = collect(bulletinsIn(texts, now), nameOfBulletin, ({ text, near }) => {
    const row = parseWatchText(text, near);
    return isTest(row) ? new Ignored('exercise') : row;
  });
  return { ...parsed, rows: mergeWatchTexts(parsed.rows) };
}

/**
 * Merges the rows of several bulletins: one entry per watch, with what the newest bulletin that says it says. A watch
 * that another one replaces ends when that one begins.
 */
function mergeWatchTexts(rows: WatchRow[]): WatchFacts[] {
  const merged = new Map<string, WatchFacts>();
  const merge = (facts: WatchFacts): void => {
    const key = `${facts.year}/${facts.number}`;
    const before = merged.get(key);
    merged.set(key, before ? mergeFacts(before, facts) : facts);
  };
  for (const row of rows.toSorted((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime())) {
    merge(factsOf(row));
    for (const number of row.replaces) merge(replaced(number, row.validFrom ?? row.issuedAt));
  }
  return [...merged.values()];
}

function mergeFacts(before: WatchFacts, later: WatchFacts): WatchFacts {
  return {
    ...later,
    type: later.type ?? before.type,
    pds: later.pds === null || before.pds === null ? (later.pds ?? before.pds) : later.pds || before.pds,
    maxHailIn: later.maxHailIn ?? before.maxHailIn,
    maxWindKt: later.maxWindKt ?? before.maxWindKt,
    validFrom: before.validFrom ?? later.validFrom,
    issuedAt: before.issuedAt ?? later.issuedAt,
    expiresAt: later.expiresAt ?? before.expiresAt,
    endedAt: before.endedAt ?? later.endedAt,
    states: later.states.length > 0 ? later.states : before.states,
    counties: later.counties.length > 0 ? later.counties : before.counties,
    probabilities: later.probabilities ?? before.probabilities,
    area: later.area ?? before.area,
    isCorrection: later.isCorrection || before.isCorrection,
  };
}

function factsOf(row: WatchRow): WatchFacts {
  const { year, number, type, pds, maxHailIn, maxWindKt, issuedAt, validFrom, expiresAt, probabilities, area } = row;
  const isOver = row.status === 'cancelled';
  return {
    year,
    number,
    type,
    pds,
    maxHailIn,
    maxWindKt,
    issuedAt: isOver ? null : issuedAt,
    validFrom,
    expiresAt: isOver ? null : expiresAt,
    endedAt: isOver ? issuedAt : null,
    states: row.states.flatMap((state) => stateOf(state) ?? []),
    counties: row.counties.flatMap((ugc) => fipsOfZone(ugc) ?? []),
    probabilities,
    area,
    url: row.url ?? watchUrl(year, number),
    isCorrection: row.isCorrection,
  };
}

/** What is known of a watch that another one replaces. */
function replaced(number: number, endedAt: Date): WatchFacts {
  const year = yearOfNumber(number, endedAt);
  const unknown = { type: null, pds: null, maxHailIn: null, maxWindKt: null, issuedAt: null, validFrom: null };
  const url = watchUrl(year, number);
  const nothing = { expiresAt: null, states: [], counties: [], probabilities: null, area: null, isCorrection: false };
  return { year, number, ...unknown, ...nothing, endedAt, url };
}
