import { hourMs } from '@severe/async';
import { DataError } from '@severe/base';
import { soundingStations, type SoundingStation } from '@severe/catalogue';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { takeSoundings } from './take.ts';

/** Most balloons go up for 00 and 12 UTC; three hours later the others have told of those that will come. */
const everyMs = 12 * hourMs;
const patienceMs = 3 * hourMs;

/** Thousands of levels, should they come. */
const largestSounding = 4 << 20;

/** What the other source does not have: a station at a time, each once for an hour of soundings. */
export function createUwyoSoundings(): Feed {
  let hour = 0;
  let asked = new Set<string>();

  return {
    id: 'uwyo-soundings',
    source: 'soundings',
    about: 'Soundings that are missing three hours later, a station at a time, from the University of Wyoming',
    everySeconds: 900,
    startDelaySeconds: 300,
    async run(context) {
      const { fetcher, db, clock } = context;
      const newest = Math.floor((clock().getTime() - patienceMs) / everyMs) * everyMs;
      if (newest !== hour) [hour, asked] = [newest, new Set()];
      const at = new Date(hour);
      const known = await db.soundings.stationsAt(at);
      const station = soundingStations.find(({ icao }) => !asked.has(icao) && !known.includes(icao));
      if (!station) return emptyReport();
      const report = { ...emptyReport(), more: true };
      const url = urlOf(station, at);
      try {
        const answer = await fetcher.text(url, { maxBytes: largestSounding });
        if (answer !== undefined) await takeSoundings(context, [await parseInThread('uwyoSounding', answer)], report);
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        if (error.code !== 'no-data') report.refused.push({ what: url, why: error.message });
      }
      asked.add(station.icao);
      return report;
    },
  };
}

function urlOf({ wmo }: SoundingStation, at: Date): string {
  const datetime = at.toISOString().slice(0, 19).replace('T', '%20');
  return `https://weather.arcc.uwyo.edu/wsgi/sounding?type=TEXT:CSV&datetime=${datetime}&id=${wmo}`;
}
