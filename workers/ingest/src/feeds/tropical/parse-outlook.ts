import { DataError } from '@severe/base';
import { basinOfDisturbance } from '@severe/catalogue';
import { XMLParser } from 'fast-xml-parser';
import { withoutControls } from '../../parse/bulletin.ts';
import { lookUp, neededText, numberOf, textOf } from '../../parse/fields.ts';
import { excerpt, isRecord, type JsonObject, type Payload, readText, recordOf } from '../../parse/payload.ts';
import { knownWord, noteUnknownWord } from '../../parse/unknown-words.ts';
import { basinInTitle } from './basins.ts';
import type { Basin, BasinOutlookRow, ToldAreaRow } from './row.ts';

const xml = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'item' });

/**
 * Parses a Tropical Weather Outlook from its RSS file (`TWOAT.xml`, `TWOEP.xml`, `TWOCP.xml`): the text and its
 * disturbances. Undefined out of season, when the file has no outlook.
 *
 * @param requested the basin of the file, for one that does not name it
 * @throws {DataError} `xml` for any file that is not RSS, `field` without a time
 */
export function parseBasinOutlook(payload: Payload, requested?: Basin): BasinOutlookRow | undefined {
  let parsed: unknown;
  try {
    parsed = xml.parse(readText(payload), true);
  } catch (cause) {
    if (cause instanceof DataError) throw cause;
    throw new DataError('xml', 'expected an RSS file', { cause });
  }
  const rss = isRecord(parsed) ? parsed.rss : undefined;
  if (!isRecord(rss)) throw new DataError('xml', 'expected an RSS file');
  const { item = [] } = recordOf(rss.channel, 'a channel');
  const outlook = outlookAmong((item as unknown[]).filter(isRecord));
  if (!outlook) return undefined;
  const title = neededText(outlook.title, 'title');
  const issuedAt = new Date(neededText(outlook.pubDate, 'pubDate'));
  const text = plain(neededText(outlook.description, 'description'));
  const basin = basinInTitle(title) ?? basinInHeading(text) ?? requested;
  if (!basin || Number.isNaN(issuedAt.getTime())) {
    throw new DataError('field', `expected a basin and a time, got ${excerpt(title)} ${excerpt(outlook.pubDate)}`);
  }
  if (!basinInTitle(title)) noteUnknownWord('title', title);
  const areas = areasOf(text, basin, issuedAt);
  return { basin, issuedAt, headline: headlineOf(text, areas), areas };
}

/** The item with the longest text. Another item, the logo, can have the same title. */
function outlookAmong(items: JsonObject[]): JsonObject | undefined {
  const length = ({ description }: JsonObject) => textOf(description)?.length ?? 0;
  const titled = items.filter(({ title, pubDate }) => /outlook/i.test(String(title)) && textOf(pubDate) !== null);
  return titled.toSorted((a, b) => length(b) - length(a))[0];
}

const basinOfProduct: Record<string, Basin> = { AT: 'al', EP: 'ep', CP: 'cp' };

/** The basin of the product that the text repeats: `TWOEP`. */
function basinInHeading(text: string): Basin | undefined {
  return lookUp(basinOfProduct, /^TWO(AT|EP|CP)\b/m.exec(text)?.[1]);
}

function plain(html: string): string {
  return withoutControls(html)
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/(?<![ \t])[ \t]+\n/g, '\n')
    .trim();
}

/**
 * The formation chance at the end of the paragraph of a disturbance: `* Formation chance through 48 hours...low...20
 * percent.`
 */
const chance = (ahead: string) =>
  new RegExp(
    `formation\\s+chance\\s+through\\s+${ahead}\\.\\.\\.\\s*(\\w+)\\s*\\.\\.\\.\\s*(?:near\\s+)?(\\d{1,3})\\s+percent`,
    'i',
  );

/** The seven-day chance ends the paragraph of a disturbance. */
const lastChance = /formation\s+chance\s+through\s+(?:7|5)\s+days[^*]{1,80}?percent\.?/gi;

/** A heading such as `Eastern Tropical Atlantic (AL96):`. */
const heading = /^(?!\*)\S[^\n]*:[ \t]*$/gm;

function areasOf(text: string, basin: Basin, issuedAt: Date): ToldAreaRow[] {
  let start = 0;
  return [...text.matchAll(lastChance)].map((end, i) => {
    const before = text.slice(start, (start = end.index + end[0].length));
    const from = [...before.matchAll(heading)].at(-1)?.index ?? 0;
    const part = before.slice(from).trim();
    const [, risk2day, two] = chance(String.raw`(?:48\s+hours|2\s+days)`).exec(part) ?? [];
    const [, risk7day, seven] = chance(String.raw`(?:7|5)\s+days`).exec(part) ?? [];
    return {
      basin,
      area: i + 1,
      probability2day: numberOf(two),
      probability7day: numberOf(seven),
      risk2day: risk2day ? riskOf(risk2day, 'formation chance') : null,
      risk7day: risk7day ? riskOf(risk7day, 'formation chance') : null,
      issuedAt,
      text: part,
    };
  });
}

/**
 * The headline: number of areas of the basin and highest chance, or without areas the first statement of the outlook. A
 * text for both parts of the Pacific may have areas of the other one only.
 */
function headlineOf(text: string, told: ToldAreaRow[]): string {
  const areas = told.filter((area) => (basinOfDisturbance(area.text) ?? area.basin) === area.basin);
  if (told.length > 0 && areas.length === 0) return 'The areas of this outlook are in the neighbouring basin.';
  if (areas.length === 0) {
    const statement =
      /tropical\s+cyclone\s+formation\s+is\s+not\s+expected[^.]*\./i.exec(text)?.[0] ?? firstSentence(text);
    return capitalised(statement.replaceAll(/\s+/g, ' '));
  }
  const highest = Math.max(0, ...areas.map(({ probability7day }) => probability7day ?? 0));
  const count = areas.length === 1 ? 'One area' : `${areas.length} areas`;
  return `${count} may become a tropical cyclone within seven days; the highest chance is ${highest} percent.`;
}

/** The first sentence after the line of waters: `For the North Atlantic...Caribbean Sea and the Gulf of America:`. */
function firstSentence(text: string): string {
  const body = /^For the [^:]{0,200}:([^]+)$/im.exec(text)?.[1].trimStart() ?? text;
  return (/^[^]{1,200}?\.(?=\s|$)/.exec(body)?.[0] ?? body.slice(0, 200)).trim();
}

const risks: Record<string, string> = { low: 'Low', medium: 'Medium', high: 'High' };

/** Normalises a risk: `LOW` and `low` → `Low`; any other word as it is. */
export function riskOf(word: string, field: string): string {
  return knownWord(risks, word.toLowerCase(), field) ?? capitalised(word);
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
