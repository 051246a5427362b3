import { parseTime } from '@severe/base';
import type { AlertTags, StormMotion } from '@severe/db';
import { foldLongitude } from '@severe/geo';
import { textsOf } from '../../parse/fields.ts';
import type { JsonObject } from '../../parse/payload.ts';
import { knotsPerMph } from '../../parse/units.ts';

/** The `parameters` of an alert: lists of texts by name. */
export type Parameters = JsonObject;

type TextTag = Exclude<keyof AlertTags, 'damageThreat' | 'hailIn' | 'windMph' | 'pds' | 'emergency'>;

/** Tags that are texts: their parameters, and the lines at the end of a bulletin. The API has no parameters for the last four. */
const textTags: Readonly<Record<TextTag, readonly [parameter: string, ...lines: string[]]>> = {
  tornado: ['tornadoDetection', 'TORNADO'],
  flashFlood: ['flashFloodDetection', 'FLASH FLOOD'],
  hailThreat: ['hailThreat', 'HAIL THREAT'],
  windThreat: ['windThreat', 'WIND THREAT'],
  waterspout: ['waterspoutDetection', 'WATERSPOUT'],
  snowSquall: ['snowSquallDetection', 'SNOW SQUALL'],
  snowSquallImpact: ['snowSquallImpact', 'SNOW SQUALL IMPACT'],
  landspout: ['landspoutDetection', 'LANDSPOUT'],
  rainfallRate: ['expectedRainfallRate', 'EXPECTED RAINFALL RATE', 'EXPECTED RAINFALL'], // the second one is older
  damFailure: ['damFailure', 'DAM FAILURE'],
  leveeFailure: ['leveeFailure', 'LEVEE FAILURE'],
};

/** The message that has tags. */
interface Tagged {
  parameters: Parameters;
  /** Its headlines and its text. */
  text: string;
  /** The name of the event. */
  event: string;
  /** Whether the message ends the event. */
  isOver: boolean;
}

/** The threat tags of a storm-based warning. */
export function tagsOf(message: Tagged): AlertTags {
  const first = (name: string): string | null => firstOf(message.parameters, name) ?? null;
  const texts = Object.entries(textTags).map(([tag, [parameter]]) => [tag, first(parameter)]);
  const tornadoDamage = first('tornadoDamageThreat');
  return {
    ...(Object.fromEntries(texts) as Record<TextTag, string | null>),
    damageThreat: tornadoDamage ?? first('thunderstormDamageThreat') ?? first('flashFloodDamageThreat'),
    hailIn: numberIn(first('maxHailSize')),
    windMph: mphIn(first('maxWindGust')),
    pds: tornadoDamage === 'CONSIDERABLE' || isDangerous(message),
    emergency: isEmergency(message),
  };
}

const dangerous = 'PARTICULARLY DANGEROUS SITUATION';

function isDangerous({ text, event, isOver }: Tagged): boolean {
  return !isOver && claimsOf(text, dangerous).some((sentence) => !namesOther(sentence, event));
}

/** Emergencies: their words, the events that can be one, and the tags that say how the event is known and what it damages. */
const emergencies = [
  {
    words: 'TORNADO EMERGENCY',
    events: /^(?:tornado warning|severe weather statement)$/i,
    detection: 'tornadoDetection',
    damage: 'tornadoDamageThreat',
  },
  {
    words: 'FLASH FLOOD EMERGENCY',
    events: /^flash flood (?:warning|statement)$/i,
    detection: 'flashFloodDetection',
    damage: 'flashFloodDamageThreat',
  },
];

/**
 * Whether a message says that its event is an emergency. The tag of the damage decides. Without it, the text does: any of its
 * sentences if it has no tags, as in 2010, else a headline or a declaration, because it can tell of the emergency of a neighbour.
 */
function isEmergency({ parameters, text, event, isOver }: Tagged): boolean {
  if (emergencies.some(({ damage }) => firstOf(parameters, damage) === 'CATASTROPHIC')) return true;
  const kind = emergencies.find(({ events }) => events.test(event));
  if (!kind || isOver || firstOf(parameters, kind.damage) !== undefined) return false;
  const claims = claimsOf(text, kind.words);
  if (firstOf(parameters, kind.detection) === undefined) return claims.length > 0;
  const isDeclared = new RegExp(
    String.raw`^ ?\.{3}|\bTHIS IS AN? (?:\S+ ){0,3}${kind.words}|\.{3} ?${kind.words} FOR\b`,
    'i',
  );
  return claims.some((sentence) => isDeclared.test(sentence));
}

/** The tags at the end of a bulletin, by the names of the API. */
export function parametersIn(segment: string): Parameters {
  const value = (name: string) => new RegExp(String.raw`^${name}\.\.\. *(\S.*)$`, 'm').exec(segment)?.[1];
  const [, wind, hail] = /^WIND\.\.\.HAIL +(\S+ ?MPH) +(\S+ ?IN)\b/m.exec(segment) ?? []; // the form of 2010
  const texts = Object.values(textTags).map(([parameter, ...lines]) => [
    parameter,
    lines.flatMap((line) => value(line) ?? []),
  ]);
  return {
    ...Object.fromEntries(texts),
    tornadoDamageThreat: [value('TORNADO DAMAGE THREAT')],
    thunderstormDamageThreat: [value('THUNDERSTORM DAMAGE THREAT')],
    flashFloodDamageThreat: [value('FLASH FLOOD DAMAGE THREAT')],
    maxHailSize: [value('MAX HAIL SIZE') ?? value('HAIL') ?? hail],
    maxWindGust: [value('MAX WIND GUST') ?? wind ?? value('WIND')],
  };
}

/** The first text of a parameter; undefined if it is absent or empty. */
export function firstOf(parameters: Parameters, name: string): string | undefined {
  return textsOf(parameters[name])[0]?.trim() || undefined;
}

/** A wind speed in mph: `60 MPH`, `Up to 50 MPH`, or for marine areas `34 knots`. */
function mphIn(text: string | null): number | null {
  const value = numberIn(text);
  if (value === null) return null;
  return /kn?o?ts?\b/i.test(text!) ? Math.round(value / knotsPerMph) : value;
}

/** The first number in a text: `1.00`, `Up to .75`, `2.75IN`. */
function numberIn(text: string | null): number | null {
  const found = text?.match(/\d+(?:\.\d+)?|\.\d+/);
  return found ? Number(found[0]) : null;
}

/**
 * Parses the motion of a storm or a line of storms: `2026-07-15T19:58:00-00:00...storm...230DEG...29KT...32.49,-94.84
 * 32.31,-94.42`. Null for any other form.
 */
export function motionOf(text: string | undefined): StormMotion | null {
  const [time = '', , direction = '', speed = '', places = ''] = text?.split('...') ?? [];
  const observedAt = parseTime(time);
  const [, fromDeg] = /^(\d{1,3})DEG$/.exec(direction) ?? [];
  const [, speedKt] = /^(\d{1,3})KT$/.exec(speed) ?? [];
  if (!observedAt || fromDeg === undefined || speedKt === undefined || Number(fromDeg) > 360) return null;
  const points = places.split(/\s+/).flatMap((place): [lon: number, lat: number][] => {
    const [, lat, lon] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(place) ?? [];
    return lat === undefined ? [] : [[foldLongitude(Number(lon)), Number(lat)]];
  });
  return {
    fromDeg: Number(fromDeg),
    speedKt: Number(speedKt),
    observedAt: observedAt.toISOString(),
    points,
  };
}

/** Where a sentence ends: a full stop, an empty line, a bullet, or the start of another headline. Three dots are a comma. */
const betweenSentences = /(?<!\.)[.!?](?=\s)|\n[ \t]*\n|\n(?=\* )|\.{3}[ \t]*\n(?=\.{3})/;

const isEnd = String.raw`\b(?:cancel\w*|expired|no longer|ended|is over|discontinued|downgraded|replaced by)\b`;

/**
 * The sentences in which a text says that its event is something: an emergency, a dangerous situation. One that says that it is
 * no longer so does not count: `THE TORNADO EMERGENCY HAS BEEN CANCELLED`.
 *
 * @param words letters and blanks; the text has them in any case, and is wrapped between any two
 * @returns sentences with single blanks
 */
function claimsOf(text: string, words: string): string[] {
  if (!new RegExp(words.replaceAll(' ', String.raw`\s+`), 'i').test(text)) return [];
  const claim = new RegExp(words, 'i');
  const between = (most: number) => `(?:(?!warning|watch).){0,${most}}?`; // what is over is not one of these
  const denial = new RegExp(`${words}${between(120)}${isEnd}|${isEnd}${between(40)}${words}`, 'i');
  return text
    .split(betweenSentences)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' '))
    .filter((sentence) => claim.test(sentence) && !denial.test(sentence));
}

/** Events of which texts of other events tell. */
const eventNames =
  /\b(?:tornado|severe thunderstorm|flash flood|flood|extreme wind|snow squall|dust storm|special marine|red flag|high wind|winter storm|hurricane) (?:warning|watch)\b/gi;

/** Whether a sentence names other events than that of its text. A statement is about events of other names. */
function namesOther(sentence: string, event: string): boolean {
  if (/ statement$/i.test(event)) return false;
  const named = sentence.match(eventNames) ?? [];
  return named.length > 0 && !named.some((name) => name.toLowerCase() === event.toLowerCase());
}
