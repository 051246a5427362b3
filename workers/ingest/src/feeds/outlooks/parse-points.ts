import { dayMs } from '@severe/async';
import { DataError } from '@severe/base';
import { signedArea } from '@severe/geo';
import { readBulletin } from '../../parse/bulletin.ts';
import { readPolylines, separator } from '../../parse/lat-lon.ts';
import { collect, type Parsed, type Refused } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { localTimeLine, resolveDayTime } from '../../parse/times.ts';
import { knownWord } from '../../parse/unknown-words.ts';
import { areaOf, ringsOf } from './area-right-of.ts';
import { coloursOf } from './colours.ts';
import { type OutlookRow, type OutlookType, type Risk, riskOf, outlookTypes } from './row.ts';

/** The outlooks in a points product. */
export interface OutlookPoints extends Parsed<OutlookRow> {
  issuedAt: Date;
  isCorrection: boolean;
  /** The outlooks that the product is about, also those without an area. */
  covered: Covered[];
}

type Covered = Pick<OutlookRow, 'day' | 'type'>;

/** Maximum difference of the heading and the line of local time, which is a few minutes earlier. */
const headingDelayMs = 45 * 60_000;

/**
 * Parses the SPC outlook points products `PTSDY1` to `PTSDY3` (days 1 to 3) and `PTSD48` (days 4 to 8). Titles such as
 * `... HAIL ...` are followed by entries of a label and polylines. A closed polyline is a ring. An open one ends at the
 * border of the contiguous United States and is closed along it.
 *
 * @param near any time within two weeks of the issuance; it gives the month and year
 * @throws {DataError} without a WMO heading or valid time, or for another product
 */
export function parseOutlookPoints(payload: Payload, near: Date): OutlookPoints {
  const { awips, issuedAt: sentAt, amendment, text } = readBulletin(payload, near);
  const product = /^PTSD(Y[123]|48)$/.exec(awips)?.[1];
  if (!product)
    throw new DataError('bulletin', `expected PTSDY1, PTSDY2, PTSDY3 or PTSD48, got ${describeProduct(awips)}`);
  const [, from, to] = /VALID\s+TIME\s+(\d{6})Z?\s*-\s*(\d{6})Z?/i.exec(text) ?? [];
  if (!from) throw new DataError('time', 'expected VALID TIME DDHHMMZ - DDHHMMZ');
  const local = localTimeLine(text)?.at;
  const issuedAt = local && Math.abs(sentAt.getTime() - local.getTime()) < headingDelayMs ? local : sentAt;
  const validFrom = resolveDayTime(from, issuedAt);
  const validTo = resolveDayTime(to, validFrom);
  const { entries, covered } = product === '48' ? readDays4To8(text) : readEntries(text, Number(product[1]));
  const limit = sizeOfThunder(entries);
  const tooLarge: Refused[] = [];
  const nameOf = ({ day, label }: Entry) => `${awips} day ${day} ${label}`;
  const parsed = collect(entries, nameOf, (entry) => {
    const start = product === '48' ? new Date(validFrom.getTime() + (entry.day - 4) * dayMs) : validFrom;
    const end = product === '48' ? new Date(start.getTime() + dayMs) : validTo;
    const { isPart, ...row } = parseEntry(entry, entry.label === thunderLabel ? Infinity : limit);
    if (isPart) tooLarge.push({ what: nameOf(entry), why: tooLargeReason });
    return { ...row, issuedAt, validFrom: start, validTo: end, ...coloursOf(row, row.type) };
  });
  const isCorrection = amendment?.startsWith('CC') ?? false;
  return { ...parsed, refused: [...parsed.refused, ...tooLarge], issuedAt, isCorrection, covered };
}

/** Label of the area of all thunderstorms. */
const thunderLabel = 'TSTM';
const tooLargeReason = 'expected an area within that of thunderstorms, got a larger one';

/**
 * The size of the area of all thunderstorms, in square degrees. A line in the wrong direction encloses the rest of the
 * country, which is larger.
 */
function sizeOfThunder(entries: Entry[]): number {
  const thunder = entries.find(({ label }) => label === thunderLabel);
  if (!thunder) return Infinity;
  try {
    const { rings } = ringsOf(readPolylines(thunder.positions), Infinity);
    return rings.reduce((size, ring) => size - signedArea(ring) / 2, 0);
  } catch (error) {
    if (error instanceof DataError) return Infinity; // it is refused with the others
    throw error;
  }
}

/** One label under a title, with its unparsed positions. */
interface Entry {
  day: number;
  type: OutlookType;
  label: string;
  positions: string;
}

/** The entries of a text, and the outlooks of its titles. */
interface Sections {
  entries: Entry[];
  covered: Covered[];
}

const title = /^\.\.\.\s+([A-Z]+(?: +[A-Z]+)*)\s+\.\.\.$/;
/** A label and its first positions, `0.02   45437106 43967069`. Invalid positions are rejected later. */
const labelled = /^(\S+)\s+(\d.*)$/;
const continued = /^\s+(\d.*)$/;

/**
 * Reads the entries under all titles. A section ends with `&&`, which old texts lack, or the next title. One of an unknown
 * title is no outlook of ours. Positions without a label reject the whole bulletin. Positions of one label in several
 * entries are parts of one area.
 */
function readEntries(text: string, day: number): Sections {
  const entries: Entry[] = [];
  const covered: Covered[] = [];
  let type: OutlookType | undefined;
  let entry: Entry | undefined;
  let isUnknown = false;
  for (const line of text.split('\n')) {
    const [, name] = title.exec(line) ?? [];
    const [, label, first] = (type && labelled.exec(line)) ?? [];
    const [, more] = continued.exec(line) ?? [];
    if (name) {
      type = day >= 4 ? 'categorical' : knownWord(outlookTypes, name, 'title');
      if (type) covered.push({ day, type });
      isUnknown = !type;
      entry = undefined;
    } else if (isUnknown) {
      if (line === '&&') isUnknown = false;
    } else if (label) {
      const of = { day, type: type!, label };
      entry = entries.find((each) => each.type === of.type && each.label === label);
      if (entry) entry.positions += ` ${separator} ${first}`;
      else entries.push((entry = { ...of, positions: first }));
    } else if (entry && more) {
      entry.positions += ` ${more}`;
    } else if (/^\s*\d{8}(?:\s+\d{8})*$/.test(line)) {
      // An area without a label is not "no area".
      throw new DataError('bulletin', `expected a label and positions, got ${excerpt(line.trim(), 40)}`);
    } else if (line !== '') {
      entry = undefined; // `&&`, or the description in words
      type = undefined;
    }
  }
  return { entries, covered };
}

/**
 * Reads the entries of days 4 to 8, one section per day. Until 2015 there was one section for all days, with labels such as
 * `D6` and `D4-5`.
 */
function readDays4To8(text: string): Sections {
  const sections = text
    .split(/^SEVERE WEATHER OUTLOOK POINTS DAY /m)
    .slice(1)
    .map((section) => ({ ...readEntries(section, Number(section[0])), isForAll: section.startsWith('4-8') }));
  return {
    entries: sections.flatMap(({ entries }) =>
      entries.flatMap((entry) => daysOf(entry).map((day) => ({ ...entry, day }))),
    ),
    covered: sections.flatMap(({ covered, isForAll }) =>
      isForAll ? [4, 5, 6, 7, 8].map((day) => ({ day, type: 'categorical' as const })) : covered,
    ),
  };
}

function daysOf({ day, label }: Entry): number[] {
  const [, first, last = first] = dayLabel.exec(label) ?? [];
  return first ? [4, 5, 6, 7, 8].filter((each) => each >= +first && each <= +last) : [day];
}

/** A label of an area until 2015. */
const dayLabel = /^D([4-8])(?:-D?([4-8]))?$/;

/** Parses an entry. `isPart` is set if some of its lines enclose more than `limit`, and the area is that of the others. */
function parseEntry(
  { day, type, label, positions }: Entry,
  limit: number,
): Risk & Pick<OutlookRow, 'day' | 'type' | 'area'> & { isPart: boolean } {
  const risk = dayLabel.test(label) ? dayLabelRisk : riskOf(label, day);
  const { rings, isPart } = ringsOf(readPolylines(positions), limit);
  if (rings.length === 0 && isPart) throw new DataError('geometry', tooLargeReason);
  return { day, type, ...risk, area: areaOf(rings), isPart };
}

/** Risk of an area with a label such as `D6`. These areas have no probability. */
const dayLabelRisk: Risk = { risk: 'SEVERE', riskRank: null, probability: null, significant: false };
