import { dayMs } from '@severe/async';
import { DataError } from '@severe/base';
import type { WatchProbabilities } from '@severe/db';
import { type Bulletin, readBulletin } from '../../parse/bulletin.ts';
import { lookUp, numberOf } from '../../parse/fields.ts';
import { readLatLon } from '../../parse/lat-lon.ts';
import type { Payload } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { localTime, resolveDayTime } from '../../parse/times.ts';
import { readUgc, segmentsOf, statesOf } from '../../parse/ugc.ts';
import { parseVtec } from '../nws-alerts/vtec.ts';
import { yearOfNumber } from '../shared/year-of-number.ts';
import { type WatchRow, watchUrl } from './row.ts';

/**
 * Parses one of the four watch bulletins of SPC by its AWIPS line: `SEL` (public product), `SAW` (aviation product, the
 * only one with an outline), `WWP` (probabilities and attributes), `WOU` (counties).
 *
 * @throws {DataError} for another product, or without a watch number
 */
export function parseWatchText(payload: Payload, near: Date): WatchRow {
  const bulletin = readBulletin(payload, near);
  const read = lookUp(readers, bulletin.awips.slice(0, 3));
  if (!read) throw new DataError('bulletin', `expected SEL, SAW, WWP or WOU, got ${describeProduct(bulletin.awips)}`);
  return { ...read(bulletin), isCorrection: (bulletin.amendment ?? '').startsWith('CC') };
}

/** Numbers of exercises, of which no other source knows. */
const firstTestNumber = 9000;

/** Whether a watch is an exercise. */
export function isTest({ number }: WatchRow): boolean {
  return number >= firstTestNumber;
}

const readers: Record<string, (bulletin: Bulletin) => WatchRow> = {
  SEL: readSel,
  SAW: readSaw,
  WWP: readWwp,
  WOU: readWou,
};

function readSel(bulletin: Bulletin): WatchRow {
  const { text, issuedAt } = bulletin;
  const [, cancelled] = /HAS CANCELL?ED\s+(?:TORNADO|SEVERE\s+THUNDERSTORM)\s+WATCH\s+NUMBER\s+(\d+)/i.exec(text) ?? [];
  const [, kind, titled] = /^(Tornado|Severe Thunderstorm) Watch (?:- )?Number (\d+)/im.exec(text) ?? [];
  // Titles of cancellations can contain an extra digit.
  const row = emptyWatch(bulletin, kind, cancelled ?? titled);
  const ugc = readUgc(text, issuedAt);
  const states = ugc ? statesOf(ugc.codes) : [];
  if (cancelled) return { ...row, status: 'cancelled', expiresAt: issuedAt, states };
  return {
    ...row,
    pds: /particularly\s+dangerous\s+situation/i.test(text) || null, // some texts of such watches do not say so
    maxHailIn: inchesOf(/hail\s+surface\s+and\s+aloft\s+to\s+([\d./]+(?: +[\d./]+)*)\s+inch/i.exec(text)?.[1]),
    maxWindKt: numberOf(/wind\s+gusts\s+to\s+(\d+)\s+knots/i.exec(text)?.[1]),
    validFrom: startIn(text, issuedAt),
    expiresAt: ugc?.purgeAt ?? null,
    states,
    replaces: replacedIn(text),
  };
}

/** Watches that a public product replaces: `REPLACES TORNADO WATCH NUMBER 235`, `REPLACES...WW 152`. */
function replacedIn(text: string): number[] {
  const named = text.matchAll(/\breplaces\s+(?:tornado|severe\s+thunderstorm)\s+watch\s+number\s+(\d+)/gi);
  const listed = (/REPLACES?\s*\.\.\.\s*((?:WW \d+[. ]*)+)/i.exec(text)?.[1] ?? '').matchAll(/(\d+)/g);
  return [...new Set([...named, ...listed].map(([, number]) => Number(number)))];
}

/** The start of validity: `Effective … from 350 PM until 1100 PM CDT`, on the day on which it is nearest to the issue. */
function startIn(text: string, issuedAt: Date): Date | null {
  const [, clock, zone] =
    /\beffective\s[^.]{0,120}?\sfrom\s+(\d{3,4}\s+[AP]M|noon|midnight)\s+until\s+(?:\d{3,4}\s+[AP]M|noon|midnight)\s+([A-Z]{3,4})\b/i.exec(
      text,
    ) ?? [];
  if (!clock) return null;
  const starts = [-1, 0, 1].flatMap((days) => {
    const day = new Date(issuedAt.getTime() + days * dayMs);
    return localTime([day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()], clock, zone) ?? [];
  });
  const distance = (at: Date) => Math.abs(at.getTime() - issuedAt.getTime());
  return starts.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** `2`, `1.5`, `1 3/4`; null for anything else. */
function inchesOf(text: string | undefined): number | null {
  const [, whole, above, below] = /^(\d+(?:\.\d*)?|\.\d+)?\s*(?:(\d)\/([1-9]\d?))?$/.exec(text?.trim() ?? '') ?? [];
  if (!whole && !above) return null;
  return Number(whole || 0) + (above ? Number(above) / Number(below) : 0);
}

const sawKind = '(?:TEST )?(TORNADO|SEVERE TSTM|SEVERE THUNDERSTORM)';
const saw = new RegExp(String.raw`^WW (\d+) ${sawKind}\s+((?:[A-Z]{2}\s+)+)(\d{6})Z\s*-\s*(\d{6})Z`, 'm');
const sawCancelled = new RegExp(String.raw`^WW (\d+) ${sawKind}\s+CANCELL?ED`, 'm');

function readSaw(bulletin: Bulletin): WatchRow {
  const { text, issuedAt } = bulletin;
  const [, gone, goneKind] = sawCancelled.exec(text) ?? [];
  if (gone) return { ...emptyWatch(bulletin, goneKind, gone), status: 'cancelled', expiresAt: issuedAt };
  const [, number, kind, states, from, to] = saw.exec(text) ?? [];
  if (!number) throw new DataError('bulletin', 'expected WW number, kind, states and times');
  const validFrom = resolveDayTime(from, issuedAt);
  const box = readLatLon(text);
  return {
    ...emptyWatch(bulletin, kind, number),
    maxHailIn: inchesOf(/HAIL SURFACE AND ALOFT\.\.\.?([\d./ ]+) INCH/.exec(text)?.[1]),
    maxWindKt: numberOf(/WIND GUSTS\.\.\.?(\d+) KNOTS/.exec(text)?.[1]),
    validFrom,
    expiresAt: resolveDayTime(to, validFrom),
    states: states.trim().split(/\s+/),
    replaces: [...text.matchAll(/^REPLACES WW (\d+)/gm)].map(([, replaced]) => Number(replaced)),
    area: box ? repairedArea({ type: 'Polygon', coordinates: [box] }) : null,
  };
}

/** Rows of the probability table, by the start of their names. */
const probabilityRows: [keyof WatchProbabilities, string][] = [
  ['tornado2OrMore', 'PROB OF 2 OR MORE TORNADOES'],
  ['tornadoStrong1OrMore', 'PROB OF 1 OR MORE STRONG'],
  ['wind10OrMore', 'PROB OF 10 OR MORE SEVERE WIND'],
  ['wind65kt1OrMore', 'PROB OF 1 OR MORE WIND'],
  ['hail10OrMore', 'PROB OF 10 OR MORE SEVERE HAIL'],
  ['hail2in1OrMore', 'PROB OF 1 OR MORE HAIL'],
  ['hailWind6OrMore', 'PROB OF 6 OR MORE COMBINED'],
];

function readWwp(bulletin: Bulletin): WatchRow {
  const [, kind, number] = /^(WT|WS) (\d{4})(?: PDS)?\s*$/m.exec(bulletin.text) ?? [];
  const table = new Map(
    bulletin.text.split('\n').flatMap((line): [name: string, value: string][] => {
      const end = line.indexOf(':');
      const value = line.slice(end + 1).trim();
      return end > 0 && /^\S+$/.test(value) ? [[line.slice(0, end).trim(), value]] : [];
    }),
  );
  const find = (start: string) => [...table].find(([name]) => name.startsWith(start))?.[1];
  // The table ends are "<02%" and ">95%".
  const percent = (start: string) => numberOf(find(start)?.replaceAll(/[<>%]/g, ''));
  const pds = find('PARTICULARLY DANGEROUS SITUATION');
  return {
    ...emptyWatch(bulletin, kind === 'WT' ? 'TORNADO' : kind && 'SEVERE', number),
    pds: pds === undefined ? null : pds === 'YES',
    maxHailIn: numberOf(find('MAX HAIL /INCHES/')?.replace('<', '')),
    maxWindKt: numberOf(find('MAX WIND GUSTS SURFACE /KNOTS/')?.replace('<', '')),
    probabilities: Object.fromEntries(
      probabilityRows.map(([key, start]) => [key, percent(start)]),
    ) as unknown as WatchProbabilities,
  };
}

/** Actions after which a county is no longer in the watch. */
const over = new Set(['CAN', 'EXP', 'UPG']);

/** One segment per state and action. Segments with cancelled counties have one of the actions above. */
function readWou(bulletin: Bulletin): WatchRow {
  const segments = segmentsOf(bulletin.text).flatMap((segment) => {
    const ugc = readUgc(segment, bulletin.issuedAt);
    const vtec = /^\/.*\/$/m.exec(segment)?.[0];
    const event = vtec === undefined ? undefined : parseVtec(vtec);
    return ugc && event ? [{ ...event, codes: ugc.codes }] : [];
  });
  const [first] = segments;
  if (!first) throw new DataError('bulletin', 'expected counties with the watch they are in');
  const inForce = segments.filter(({ action }) => !over.has(action));
  const counties = inForce.flatMap(({ codes }) => codes);
  return {
    ...emptyWatch(bulletin, first.phenomenon === 'TO' ? 'TORNADO' : 'SEVERE', first.number),
    status: inForce.length > 0 ? 'active' : 'cancelled',
    validFrom: first.begins,
    expiresAt: inForce.length > 0 ? latest(inForce.map(({ ends }) => ends)) : bulletin.issuedAt,
    states: statesOf(counties),
    counties,
  };
}

function latest(moments: (Date | null)[]): Date | null {
  const times = moments.map((moment) => moment?.getTime() ?? 0);
  return Math.max(...times) > 0 ? new Date(Math.max(...times)) : null;
}

function emptyWatch({ issuedAt }: Bulletin, kind: string | undefined, number: string | undefined): WatchRow {
  if (!kind || !number) throw new DataError('bulletin', 'expected the kind and the number of a watch');
  const year = yearOfNumber(Number(number), issuedAt);
  return {
    number: Number(number),
    year,
    type: /^TOR/i.test(kind) ? 'TOR' : 'SVR',
    status: 'active',
    pds: null,
    maxHailIn: null,
    maxWindKt: null,
    issuedAt,
    validFrom: null,
    expiresAt: null,
    states: [],
    counties: [],
    probabilities: null,
    replaces: [],
    area: null,
    url: watchUrl(year, Number(number)),
    isCorrection: false,
  };
}
