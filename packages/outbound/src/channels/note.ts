import tzLookup from '@photostructure/tz-lookup';
import { Writer } from '@severe/assessment';
import { textOnEarth } from '@severe/geo/on-earth';
import type { MessageAlert, MessageEcho, Occasion } from '../subject.ts';

/** How grave a note is. */
export type Level = 'Minor' | 'Moderate' | 'Severe' | 'Extreme';

/** A message to people, without marks of any format. Each channel gives it its form. */
export interface Note {
  /** One line. */
  title: string;
  paragraphs: string[];
  level: Level;
  /** The map at the place. */
  link: string;
  at: Date;
}

/** Characters of a provider's text; the record and the map have the rest. */
const longest = { area: 300, instruction: 900 };

const echoWords: Record<number, { words: string; level: Level }> = {
  20: { words: 'Rain', level: 'Minor' },
  35: { words: 'Heavy rain', level: 'Moderate' },
  50: { words: 'Very heavy rain or hail', level: 'Severe' },
};

const doNotRely = 'Messages can be late, and an alert may have changed since. Do not rely on them alone.';

export function noteOfAlert(alert: MessageAlert, occasion: Occasion): Note {
  const [lon, lat] = firstPosition(alert.geometry);
  const { event, severity, headline, areaDesc, instruction, expires } = alert;
  return noteOf(occasion, { lat, lon }, (writer) => ({
    title: `${event} ${writer.until(expires)}`,
    paragraphs: [
      headline ?? `${event}, severity ${severity}.`,
      `Area: ${shortened(areaDesc, longest.area)}`,
      ...(instruction ? [shortened(joinLines(instruction), longest.instruction)] : []),
      doNotRely,
    ],
    level: levelOf(severity),
  }));
}

export function noteOfEcho(echo: MessageEcho, occasion: Occasion): Note {
  const { minDbz, radarAt, arrivesAt, earliestAt, latestAt, chance } = echo;
  const { words, level } = echoWords[minDbz] ?? { words: `An echo of ${minDbz} dBZ`, level: 'Moderate' };
  return noteOf(occasion, echo, (writer) => ({
    title: `${words} may arrive ${writer.at(arrivesAt)}`,
    paragraphs: [
      `${writer.clock(earliestAt)} at the earliest${latestAt ? `, ${writer.clock(latestAt)} at the latest` : ''}; chance ${chance} %.`,
      `By the motion of the echoes of ${minDbz} dBZ and more on the radar image of ${writer.clock(radarAt)}. ` +
        'Storms that form, die or turn are not in it.',
    ],
    level,
  }));
}

export function noteOfPing({ map, simulated, deliveredAt }: Occasion): Note {
  return {
    title: 'Test message',
    paragraphs: [
      `This channel is told what happens in its geofence.${simulated ? ' The weather of this service is SIMULATED.' : ''}`,
    ],
    level: 'Minor',
    link: map,
    at: deliveredAt,
  };
}

/** @param words what is said, in the clock of the place */
function noteOf(
  { deliveredAt: at, map, simulated }: Occasion,
  { lat, lon }: { lat: number; lon: number },
  words: (writer: Writer) => Pick<Note, 'title' | 'paragraphs' | 'level'>,
): Note {
  const { title, paragraphs, level } = words(
    new Writer({ language: 'en', units: 'imperial', timeZone: tzLookup(lat, lon) }, at),
  );
  return {
    title: `${simulated ? '[SIMULATED] ' : ''}${title}`,
    paragraphs: [
      ...(simulated ? ['This weather is SIMULATED: a storm day that never happened. Nobody needs to act.'] : []),
      ...paragraphs,
    ],
    level,
    link: `${map}#at=9/${lat.toFixed(4)}/${lon.toFixed(4)}`,
    at,
  };
}

function levelOf(severity: string): Level {
  return severity === 'Minor' || severity === 'Severe' || severity === 'Extreme' ? severity : 'Moderate';
}

/** The first position of a GeoJSON text, on the earth: an area beyond 180 degrees has a clock, too. */
function firstPosition(geometry: string): number[] {
  let found: unknown = (JSON.parse(textOnEarth(geometry)) as { coordinates: unknown }).coordinates;
  while (Array.isArray(found) && Array.isArray(found[0])) found = found[0];
  return found as number[];
}

/** A provider's text, whose lines are broken at a fixed width, with one line a paragraph. */
function joinLines(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n');
}

/** At most so many characters, counted as UTF-16 units; a pair is not split. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/\p{Surrogate}$/u, '')}…`;
}
