import tzLookup from '@photostructure/tz-lookup';
import { Writer } from '@severe/assessment';
import { mapLink, paragraphsOf, shortened, simulatedNotice, titled } from '@severe/base';
import { firstPosition } from '@severe/geo';
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
  // On the earth: an area beyond 180 degrees has a clock, too.
  const [lon, lat] = firstPosition(JSON.parse(textOnEarth(alert.geometry)) as { coordinates: unknown[] });
  const { event, severity, headline, areaDesc, instruction, expires } = alert;
  return noteOf(occasion, { lat, lon }, (writer) => ({
    title: `${event} ${writer.until(expires)}`,
    paragraphs: [
      headline ?? `${event}, severity ${severity}.`,
      `Area: ${shortened(areaDesc, longest.area)}`,
      ...(instruction ? [shortened(paragraphsOf(instruction).join('\n'), longest.instruction)] : []),
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

export function noteOfPing({ site, simulated, deliveredAt }: Occasion): Note {
  return {
    title: 'Test message',
    paragraphs: [
      `This channel is told what happens in its geofence.${simulated ? ' The weather of this service is SIMULATED.' : ''}`,
    ],
    level: 'Minor',
    link: `${site}/`,
    at: deliveredAt,
  };
}

/** @param words what is said, in the clock of the place */
function noteOf(
  { deliveredAt: at, site, simulated }: Occasion,
  { lat, lon }: { lat: number; lon: number },
  words: (writer: Writer) => Pick<Note, 'title' | 'paragraphs' | 'level'>,
): Note {
  const { title, paragraphs, level } = words(
    new Writer({ language: 'en', units: 'imperial', timeZone: tzLookup(lat, lon) }, at),
  );
  return {
    title: titled(title, simulated),
    paragraphs: [...(simulated ? [`${simulatedNotice} Nobody needs to act.`] : []), ...paragraphs],
    level,
    link: mapLink(site, { lat, lon }),
    at,
  };
}

function levelOf(severity: string): Level {
  return severity === 'Minor' || severity === 'Severe' || severity === 'Extreme' ? severity : 'Moderate';
}
