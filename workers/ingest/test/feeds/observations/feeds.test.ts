import { DataError } from '@severe/base';
import { expect } from 'chai';
import type { FeedContext } from '../../../src/feed.ts';
import { iemCurrents } from '../../../src/feeds/observations/iem-feed.ts';
import { nwsObservations, nwsStations } from '../../../src/feeds/observations/nws-feed.ts';
import { createSynoptic } from '../../../src/feeds/observations/synoptic-feed.ts';
import type { Fetcher } from '../../../src/fetch/fetcher.ts';
import { feedContext } from '../../support/stand-ins.ts';

const header = 'raw_text,station_id,observation_time,latitude,longitude,temp_c,metar_type,elevation_m';
const metar = (station: string, report = '202153Z 17017KT 10SM FEW040 28/22 A2961') =>
  `METAR ${station} ${report},${station},2026-05-20T21:53:00.000Z,35.24,-97.44,28,METAR,357`;

describe('feeds/observations feeds', () => {
  let context: FeedContext;
  let close: () => Promise<void>;
  const answers = new Map<string, string>();
  const asked: string[] = [];
  let kept = 0;

  beforeEach(async () => {
    answers.clear();
    asked.length = 0;
    kept = 0;
    const text: Fetcher['text'] = async (url) => {
      asked.push(url);
      return answers.get(new URL(url).pathname);
    };
    const changedText: Fetcher['changedText'] = async (url) => {
      const found = await text(url);
      if (found === undefined) throw new DataError('gone', '404');
      return { text: found, markStored: () => kept++ };
    };
    const clock = () => new Date('2026-05-20T22:20:00Z');
    ({ context, close } = await feedContext({ text, changedText } as Fetcher, clock, { SYNOPTIC_TOKEN: 'secret' }));
  });
  afterEach(() => close());

  const rows = async () => (await context.db.observations.search({ latest: false, limit: 100, offset: 0 })).rows;
  const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

  it('store METARs of the country once, and reject reports without values', async () => {
    const lines = [metar('KOUN'), metar('TJSJ'), metar('RJTT'), metar('KXYZ', '202153Z')];
    answers.set('/data/cache/metars.cache.csv.gz', [header, ...lines].join('\n'));
    const first = await nwsObservations.run(context);
    expect(first).to.include({ new: 2, changed: 0, unchanged: 0, isResponseValid: true });
    expect(first.refused).to.deep.equal([
      { what: 'METAR KXYZ 202153Z,KXYZ,2026-05-20T21:53', why: 'expected at least one value, got none' },
    ]);
    expect(await nwsObservations.run(context)).to.include({ new: 0, unchanged: 2 });
    expect(kept).to.equal(2);
    expect((await rows()).map(({ station, temperatureC }) => [station, temperatureC])).to.have.deep.members([
      ['KOUN', 28],
      ['TJSJ', 28],
    ]);
    const [{ source, dataAt }] = await context.db.sourceRuns.health(context.clock());
    expect([source, dataAt]).to.deep.equal(['observations', new Date('2026-05-20T21:53:00Z')]);
  });

  it('store a collective of METARs and an observation', async () => {
    const file = '/data/cache/metars.cache.csv.gz';
    answers.set(file, [header, metar('KOUN')].join('\n'));
    await nwsObservations.run(context);
    answers.set(file, 'SAUS70 KWBC 202200\n\nMETAR\nKOUN 202200Z 17017KT 28/22 A2961=\n');
    expect(await nwsObservations.run(context)).to.include({ new: 1 });
    const properties = { stationId: 'KOUN', timestamp: '2026-05-20T22:15:00Z' };
    answers.set(file, collection({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [-97, 35] } }));
    expect(await nwsObservations.run(context)).to.include({ new: 1 });
  });

  it('reject an observation from the future', async () => {
    const late = metar('KOUN').replace('21:53', '22:40').replace('2153Z', '2240Z');
    answers.set('/data/cache/metars.cache.csv.gz', [header, late].join('\n'));
    expect((await nwsObservations.run(context)).refused).to.deep.equal([
      { what: 'KOUN', why: 'expected a time in the past, got 2026-05-20T22:40:00.000Z' },
    ]);
    expect(await rows()).to.deep.equal([]);
  });

  it('request the name of each station once', async () => {
    answers.set('/data/cache/metars.cache.csv.gz', [header, metar('KOUN'), metar('KTLX')].join('\n'));
    await nwsObservations.run(context);
    const properties = { stationIdentifier: 'KOUN', name: 'Norman, Max Westheimer Airport' };
    const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [-97.44, 35.24] } };
    answers.set('/stations', collection(feature));
    expect(await nwsStations.run(context)).to.include({ changed: 1, more: false });
    expect(asked.at(-1)).to.equal('https://api.weather.gov/stations?id=KOUN,KTLX&limit=500');
    await nwsStations.run(context);
    expect(asked).to.have.length(2);
    expect((await rows()).map(({ name }) => name)).to.have.members(['Norman, Max Westheimer Airport', null]);
  });

  it('skip rejected requests, but retry after a web page', async () => {
    answers.set('/data/cache/metars.cache.csv.gz', [header, metar('KOUN')].join('\n'));
    await nwsObservations.run(context);
    answers.set('/stations', '<html><title>Maintenance</title></html>');
    expect(await nwsStations.run(context).catch((error: unknown) => error)).to.be.instanceOf(DataError);
    const { fetcher } = context;
    const refusal = () => Promise.reject(new DataError('bad-request', 'api.weather.gov answers 400, expected 200'));
    const refused = await nwsStations.run({ ...context, fetcher: { ...fetcher, text: refusal } });
    expect(refused.refused.map(({ what }) => what)).to.deep.equal(['KOUN and others']);
    expect(await nwsStations.run(context)).to.deep.include({ refused: [] });
    expect(asked).to.have.length(2);
  });

  it('store mesonet observations, except those of silent stations', async () => {
    const feature = (station: string, time: string) => ({
      type: 'Feature',
      properties: { station, name: 'Norman', state: 'OK', utc_valid: time, tmpf: 86 },
      geometry: { type: 'Point', coordinates: [-97.44, 35.24] },
    });
    const list = [feature('OUN', '2026-05-20T22:15:00Z'), feature('OLD', '2026-05-18T22:15:00Z')];
    answers.set('/api/1/currents.geojson', collection(...list));
    expect(await iemCurrents.run(context)).to.include({ new: 1 });
    expect((await rows())[0]).to.include({ station: 'KOUN', state: 'OK', source: 'iem', temperatureC: 30 });
    const [{ serviceAt, secondAt }] = await context.db.sourceRuns.health(context.clock());
    expect([serviceAt, secondAt]).to.deep.equal([null, new Date('2026-05-20T22:15:00Z')]); // it stands in for the METARs
  });

  it('request Synoptic Data only with a token, one state per run', async () => {
    const synoptic = createSynoptic();
    expect(synoptic.isEnabled!(context.settings)).to.equal(true);
    expect(synoptic.isEnabled!({ ...context.settings, synopticToken: '' })).to.equal(false);
    answers.set('/v2/stations/latest', JSON.stringify({ SUMMARY: { RESPONSE_CODE: 2, RESPONSE_MESSAGE: 'none' } }));
    expect(await synoptic.run(context)).to.include({ new: 0 });
    await synoptic.run(context);
    expect(asked.map((url) => new URL(url).searchParams.get('state'))).to.deep.equal(['al', 'ak']);
    expect(new URL(asked[0]).searchParams.get('token')).to.equal('secret');
  });

  it('reject a web page', async () => {
    answers.set('/data/cache/metars.cache.csv.gz', '<html><title>Sorry</title></html>');
    const error = await nwsObservations.run(context).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError);
    expect(kept).to.equal(0);
  });
});
