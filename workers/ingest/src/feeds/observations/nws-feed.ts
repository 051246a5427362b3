import { DataError } from '@severe/base';
import { announce } from '../../announce.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { isStationList } from './read-nws.ts';
import { parseStations } from './parse-nws.ts';
import type { StationRow } from './row.ts';
import { takeObservations } from './take.ts';

const allMetars = 'https://aviationweather.gov/data/cache/metars.cache.csv.gz';
const stationsOf = (names: string[]) => `https://api.weather.gov/stations?id=${names.join(',')}&limit=500`;

/** Of the whole world: some six thousand, of half a kilobyte each. */
const largestCache = 64 << 20;

/** So many fit into an address. */
const namedAtOnce = 100;

/** METARs of the United States, all in one file. */
export const nwsObservations: Feed = {
  id: 'nws-observations',
  source: 'observations',
  about: 'METARs of all stations, from the Aviation Weather Center',
  everySeconds: 300,
  startDelaySeconds: 45, // counties come first: by their shapes a station is of a state
  async run(context) {
    const report = { ...emptyReport(), sound: true };
    const answer = await context.fetcher.changedText(allMetars, { maxBytes: largestCache });
    if (!answer) return report;
    if (isStationList(answer.text)) await takeStations(context, parseStations(answer.text), report);
    else await takeObservations(context, await parseInThread('nwsObservations', answer.text, context.clock()), report);
    answer.markStored();
    return report;
  },
};

/** Names of the stations that have observations, each asked for once. */
export const nwsStations: Feed = {
  id: 'nws-stations',
  source: 'observations',
  about: 'Names and zones of stations, from the API of the National Weather Service',
  everySeconds: 300,
  startDelaySeconds: 120,
  async run(context) {
    const report = { ...emptyReport(), sound: true };
    const wanted = await context.db.observations.undescribed(namedAtOnce);
    if (wanted.length === 0) return report;
    try {
      const text = await context.fetcher.text(stationsOf(wanted), { accept: 'application/geo+json' });
      if (text !== undefined) await takeStations(context, parseStations(text), report);
    } catch (error) {
      // What cannot be asked is passed over; what comes while the provider fails, such as a page, is no word on any station.
      if (!(error instanceof DataError) || error.code !== 'bad-request') throw error;
      report.refused.push({ what: `${wanted[0]} and others`, why: error.message });
    }
    await context.db.observations.markDescribed(wanted); // what it does not know, or cannot tell, is not asked for again
    report.more = wanted.length === namedAtOnce;
    return report;
  },
};

async function takeStations(
  context: FeedContext,
  { rows, refused }: Parsed<StationRow>,
  report: FeedReport,
): Promise<void> {
  report.refused.push(...refused);
  const stations = rows.map(({ station, name, elevationM, lon, lat, county, zone }) => ({
    station,
    name,
    elevationM,
    lon,
    lat,
    state: null,
    zones: [county, zone].filter((ugc) => ugc !== null),
  }));
  report.changed += await context.db.observations.describe(stations);
  if (rows.length > 0) await announce(context, { source: 'observations' });
}
