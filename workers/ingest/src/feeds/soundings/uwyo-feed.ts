import { hourMs } from '@severe/async';
import { DataError } from '@severe/base';
import { soundingStations, type SoundingStation } from '@severe/catalogue';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { storeSoundings } from './store-soundings.ts';

/** Most balloons are launched for 00 and 12 UTC. After three hours the other sources are complete. */
const everyMs = 12 * hourMs;
const delayMs = 3 * hourMs;

/** Maximum size, for thousands of levels. */
const maxSoundingBytes = 4 << 20;

/**
 * Creates the feed of soundings that the other source does not have, one station per run, each once per nominal hour.
 */
export function createUwyoSoundings(): Feed {
  let hour = 0;
  let requested = new Set<string>();

  return {
    id: 'uwyo-soundings',
    source: 'soundings',
    about: 'Soundings that are missing three hours later, a station at a time, from the University of Wyoming',
    everySeconds: 900,
    startDelaySeconds: 300,
    async run(context) {
      const { fetcher, db, clock } = context;
      const newest = Math.floor((clock().getTime() - delayMs) / everyMs) * everyMs;
      if (newest !== hour) [hour, requested] = [newest, new Set()];
      const at = new Date(hour);
      const stored = await db.soundings.stationsAt(at);
      const station = soundingStations.find(({ icao }) => !requested.has(icao) && !stored.includes(icao));
      if (!station) return emptyReport();
      const report = { ...emptyReport(), more: true };
      const url = urlOf(station, at);
      try {
        const response = await fetcher.text(url, { maxBytes: maxSoundingBytes });
        if (response !== undefined)
          await storeSoundings(context, [await parseInThread('uwyoSounding', response)], report, 'second');
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        if (error.code !== 'no-data') report.refused.push({ what: url, why: error.message });
      }
      requested.add(station.icao);
      return report;
    },
  };
}

function urlOf({ wmo }: SoundingStation, at: Date): string {
  const datetime = at.toISOString().slice(0, 19).replace('T', '%20');
  return `https://weather.arcc.uwyo.edu/wsgi/sounding?type=TEXT:CSV&datetime=${datetime}&id=${wmo}`;
}
