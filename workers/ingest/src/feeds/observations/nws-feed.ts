import { DataError } from '@severe/base';
import { announce } from '../../announce.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { isStationList } from './read-nws.ts';
import type { StationRow } from './row.ts';
import { storeObservations } from './store-observations.ts';

const allMetars = 'https://aviationweather.gov/data/cache/metars.cache.csv.gz';
const stationsOf = (names: string[]) => `https://api.weather.gov/stations?id=${names.join(',')}&limit=500`;

/** Maximum size. The file of the whole world has 6,000 METARs of 0.5 kB. */
const maxFileBytes = 64 << 20;

/** Maximum number of stations in a URL. */
const stationsPerRequest = 100;

/** METARs of the United States, from one file. */
export const nwsObservations: Feed = {
  id: 'nws-observations',
  source: 'observations',
  about: 'METARs of all stations, from the Aviation Weather Center',
  everySeconds: 300,
  startDelaySeconds: 45, // after the counties, which assign a state to each station
  async run(context) {
    const report = { ...emptyReport(), isResponseValid: true };
    const response = await context.fetcher.changedText(allMetars, { maxBytes: maxFileBytes });
    if (!response) return report;
    if (isStationList(response.text))
      await storeStations(context, await parseInThread('stations', response.text), report);
    else
      await storeObservations(context, await parseInThread('nwsObservations', response.text, context.clock()), report);
    response.markStored();
    return report;
  },
};

/** Names of the stations with observations, each requested once. */
export const nwsStations: Feed = {
  id: 'nws-stations',
  source: 'observations',
  about: 'Names and zones of stations, from the API of the National Weather Service',
  everySeconds: 300,
  startDelaySeconds: 120,
  async run(context) {
    const report = { ...emptyReport(), isResponseValid: true };
    const wanted = await context.db.observations.undescribed(stationsPerRequest);
    if (wanted.length === 0) return report;
    try {
      const text = await context.fetcher.text(stationsOf(wanted), { accept: 'application/geo+json' });
      if (text !== undefined) await storeStations(context, await parseInThread('stations', text), report);
    } catch (error) {
      // A rejected request is skipped. Any other error, such as an error page, is not about the stations.
      if (!(error instanceof DataError) || error.code !== 'bad-request') throw error;
      report.refused.push({ what: `${wanted[0]} and others`, why: error.message });
    }
    await context.db.observations.markDescribed(wanted); // unknown stations are not requested again
    report.more = wanted.length === stationsPerRequest;
    return report;
  },
};

async function storeStations(
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
