import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { DataError, UpstreamError } from '@severe/base';
import { channels, type DataEvent } from '@severe/catalogue';
import { sharedFile } from '@severe/testing/shared';
import { until } from '@severe/testing/until';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { createSpcOutlooks, outlookFiles } from '../../../src/feeds/outlooks/feed.ts';
import type { Feed, FeedContext } from '../../../src/feed.ts';
import { failureIn } from '../../../src/schedule.ts';
import { ChangingFiles } from '../../support/changing-files.ts';
import { feedContext } from '../../support/stand-ins.ts';

const area = (LABEL: string, geometry: unknown = squareAt(-98, 34, 2)) => ({
  type: 'Feature',
  properties: { LABEL, VALID: '202605202000', EXPIRE: '202605211200', ISSUE: '202605201955', stroke: '#c00' },
  geometry,
});
const fileOf = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const nothing = fileOf({ type: 'Feature', properties: {}, geometry: { type: 'GeometryCollection', geometries: [] } });

/** A fetcher of one saved payload, as `severe feed run --from` makes it. */
function savedAlone(text: string): FeedContext['fetcher']['changedText'] {
  let left = [text];
  return async () => {
    const [next] = left;
    left = [];
    if (next === undefined) throw new DataError('no-more-files', 'no file is left');
    return { text: next, markStored() {} };
  };
}

describe('outlooks/feed', () => {
  const now = new Date('2026-05-20T22:18:00Z');
  let provider: ChangingFiles;
  let context: FeedContext;
  let close: () => Promise<void>;
  let feed: Feed;
  let told: DataEvent[];
  let unsubscribe: () => Promise<void>;

  beforeEach(async function () {
    this.timeout(60_000);
    provider = new ChangingFiles();
    for (const { name } of outlookFiles) provider.files.set(name, nothing);
    provider.files.set('day1otlk_cat', fileOf(area('MDT'), area('ENH')));
    provider.files.set('day1otlk_torn', fileOf(area('0.15')));
    feed = createSpcOutlooks();
    const made = await feedContext(provider, () => now);
    ({ context, close } = made);
    told = [];
    unsubscribe = await made.platform.pubsub.subscribe<DataEvent>(channels.data, (event) => told.push(event));
  });
  afterEach(async () => {
    await unsubscribe();
    await close();
  });

  const risks = async (type = 'categorical') => {
    const search = { day: 1, type, active: true, at: now, limit: 100, offset: 0 };
    return (await context.db.outlooks.search(search)).rows.map(({ risk }) => risk).sort();
  };

  it('requests twenty files, one for each day and type', () => {
    expect(new Set(outlookFiles.map(({ url }) => url)).size).to.equal(20);
    expect(outlookFiles[0].url).to.equal('https://www.spc.noaa.gov/products/outlook/day1otlk_cat.lyr.geojson');
    expect(outlookFiles.at(-1)!.url).to.equal('https://www.spc.noaa.gov/products/exper/day4-8/day8prob.lyr.geojson');
  });

  it('stores outlooks, announces them once, and is idempotent', async () => {
    expect(await feed.run(context)).to.deep.include({ new: 3, changed: 0, refused: [] });
    expect([await risks(), await risks('tornado')]).to.deep.equal([['ENH', 'MDT'], ['15']]);
    expect(await createSpcOutlooks().run(context)).to.deep.include({ new: 0, changed: 0, refused: [] });
    await until(() => told.length >= 1);
    expect(told).to.deep.equal([{ source: 'outlooks', publishedAt: '2026-05-20T22:18:00.000Z' }]);
  });

  it('fails while an area of a file cannot be read, and stores the others', async () => {
    await feed.run(context);
    const broken = area('HIGH', { type: 'Polygon', coordinates: [[[null, null]]] });
    provider.files.set('day1otlk_cat', fileOf(area('MDT'), area('SLGT'), broken));
    for (let run = 0; run < 2; run++) expect(failureIn(await feed.run(context))?.code).to.equal('gap'); // also beside new areas
    expect(await risks()).to.deep.equal(['MDT', 'SLGT']);
    provider.files.set('day1otlk_cat', fileOf(broken));
    expect(failureIn(await feed.run(context))?.code).to.equal('areas');
    expect(await risks()).to.deep.equal(['MDT', 'SLGT']);
  });

  describe('at a first start in the night, when the current issuance begins later', () => {
    const night = new Date('2026-05-21T07:00:00Z');
    const issued = (ISSUE: string, VALID: string, EXPIRE: string, label: string) => {
      const { type, properties, geometry } = area(label);
      return fileOf({ type, properties: { ...properties, ISSUE, VALID, EXPIRE }, geometry });
    };
    const covering = async () => {
      const { outlooks } = await context.db.surroundings.of({ lat: 35, lon: -97 }, night);
      return outlooks.map(({ risk, validFrom }) => [risk, validFrom.toISOString()]);
    };
    beforeEach(() => {
      context.clock = () => night;
      provider.files.set('day1otlk_cat', issued('202605210557', '202605211200', '202605221200', 'MDT'));
      provider.files.set('day1otlk_torn', nothing);
    });

    it('stores the issuance that covers now too, once', async () => {
      provider.files.set('day1otlk_20260521_0100_cat', issued('202605210057', '202605210100', '202605211200', 'ENH'));
      expect(await feed.run(context)).to.deep.include({ new: 2, refused: [] });
      const both = [
        ['MDT', '2026-05-21T12:00:00.000Z'],
        ['ENH', '2026-05-21T01:00:00.000Z'],
      ];
      expect(await covering()).to.deep.equal(both);
      expect(await createSpcOutlooks().run(context)).to.deep.include({ new: 0, changed: 0 });
      expect(await covering()).to.deep.equal(both);
    });

    it('stores the current one alone where the archive has none, or fails', async () => {
      for (const archived of [undefined, new UpstreamError('www.spc.noaa.gov', 'timed out'), '<html>']) {
        if (archived !== undefined) provider.files.set('day1otlk_20260521_0100_cat', archived);
        expect((await createSpcOutlooks().run(context)).refused).to.deep.equal([]);
        expect(await covering()).to.deep.equal([['MDT', '2026-05-21T12:00:00.000Z']]);
      }
    });
  });

  for (const [what, gone] of [
    ['is empty', nothing],
    ['is a 404', undefined],
  ] as const) {
    it(`accepts that a probability ${what} after it repeats, and clears only that one`, async () => {
      await feed.run(context);
      if (gone === undefined) provider.files.delete('day1otlk_torn');
      else provider.files.set('day1otlk_torn', gone);
      for (const time of ['first', 'second']) {
        const { refused } = await feed.run(context);
        expect(refused, time).to.deep.equal([
          {
            what: 'day1otlk_torn',
            why: 'expected areas of day1otlk_torn (1 are stored), got an empty list',
            code: 'suspicious',
          },
        ]);
        expect(await risks('tornado'), time).to.deep.equal(['15']);
      }
      expect(await feed.run(context)).to.deep.include({ changed: 1, refused: [] });
      expect([await risks(), await risks('tornado')]).to.deep.equal([['ENH', 'MDT'], []]);
    });
  }

  it('never accepts missing categories, or all files missing', async () => {
    await feed.run(context);
    provider.files.delete('day1otlk_cat');
    for (let i = 0; i < 5; i++) expect((await feed.run(context)).refused[0].what).to.equal('day1otlk_cat');
    provider.files.clear();
    for (let i = 0; i < 5; i++) {
      const error = await feed.run(context).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(DataError).with.property('code', 'gone');
    }
    expect([await risks(), await risks('tornado')]).to.deep.equal([['ENH', 'MDT'], ['15']]);
  });

  it('keeps its rows for any other payload', async () => {
    await feed.run(context);
    for (const answer of ['<html>404</html>', '{"error":{"code":400}}', '[]', fileOf(area('MDT', null))]) {
      // prettier-ignore
      provider.files.set('day1otlk_cat', answer);
      expect((await feed.run(context)).refused, answer).to.have.length(1);
      expect(await risks(), answer).to.deep.equal(['ENH', 'MDT']);
    }
    provider.files.set('day1otlk_cat', new UpstreamError('www.spc.noaa.gov', 'www.spc.noaa.gov answers 503'));
    expect(await feed.run(context).catch((thrown: unknown) => thrown)).to.be.instanceOf(UpstreamError);
    expect(await risks()).to.deep.equal(['ENH', 'MDT']);
  });

  it('stores the other files if one fails, and reports the failure', async () => {
    provider.files.set('day1otlk_cat', new UpstreamError('www.spc.noaa.gov', 'www.spc.noaa.gov answers 503'));
    provider.files.set('day1otlk_hail', fileOf(area('0.30')));
    expect(await feed.run(context).catch((thrown: unknown) => thrown)).to.be.instanceOf(UpstreamError);
    expect([await risks(), await risks('tornado'), await risks('hail')]).to.deep.equal([[], ['15'], ['30']]);
    const [source] = (await context.db.sourceRuns.health(now)).filter((each) => each.source === 'outlooks');
    expect(source?.dataAt ?? null).to.equal(null);
  });

  it('uses a single file for the first outlook', async () => {
    const fetcher = { ...context.fetcher, changedText: savedAlone(fileOf(area('MDT'), area('ENH'))) };
    const { new: added, refused } = await feed.run({ ...context, fetcher });
    expect([added, await risks()]).to.deep.equal([2, ['ENH', 'MDT']]);
    expect(refused[0]).to.deep.equal({ what: 'day2otlk_cat', why: 'no file is left', code: 'no-more-files' });
  });

  it('stops requesting files of an unavailable provider', async () => {
    let asked = 0;
    const away = new UpstreamError('www.spc.noaa.gov', 'www.spc.noaa.gov does not answer');
    const changedText = (): Promise<never> => {
      asked++;
      return Promise.reject(away);
    };
    const fetcher = { ...context.fetcher, changedText };
    expect(await feed.run({ ...context, fetcher }).catch((thrown: unknown) => thrown)).to.equal(away);
    expect(asked).to.be.lessThan(outlookFiles.length / 2);
  });

  it('stores valid areas beside invalid ones', async () => {
    provider.files.set('day1otlk_cat', fileOf(area('HIGH'), area('PURPLE'), area('MDT', null)));
    const { refused } = await feed.run(context);
    expect(refused.map(({ what }) => what)).to.deep.equal(['categorical day 1, MDT']);
    expect(await risks()).to.deep.equal(['HIGH', 'PURPLE']);
  });

  describe('hatched areas, which two files have', () => {
    const hail = fileOf(area('0.15'), area('CIG1'));
    const own = fileOf(area('CIG1'));
    beforeEach(() => provider.files.set('day1otlk_hail', hail).set('day1otlk_cighail', own));

    it('are stored once', async () => {
      expect(await feed.run(context)).to.deep.include({ new: 5, refused: [] });
      expect(await risks('hail')).to.deep.equal(['15', 'CIG1']);
      provider.files.set('day1otlk_hail', fileOf(area('0.05'), area('CIG1')));
      await feed.run(context);
      expect(await risks('hail')).to.deep.equal(['5', 'CIG1']);
    });

    it('are those of the file of the probabilities while their own is absent or cannot be read', async () => {
      for (const [i, answer] of [undefined, '<html>', new DataError('too-large', 'more than 16 MB')].entries()) {
        provider.files.set('day1otlk_hail', hail + ' '.repeat(i)); // so that it is read again
        if (answer === undefined) provider.files.delete('day1otlk_cighail');
        else provider.files.set('day1otlk_cighail', answer);
        await context.db.outlooks.replace('day1otlk_cighail', []);
        await createSpcOutlooks().run(context);
        expect(await risks('hail'), String(answer)).to.deep.equal(['15', 'CIG1']);
      }
    });

    it('stay while their own file is absent and nothing changes, and are those of their own file again later', async () => {
      provider.files.delete('day1otlk_cighail');
      await feed.run(context);
      expect(await feed.run(context)).to.deep.include({ new: 0, changed: 0, refused: [] });
      expect(await risks('hail')).to.deep.equal(['15', 'CIG1']);
      provider.files.set('day1otlk_cighail', fileOf(area('CIG2')));
      await feed.run(context);
      expect(await risks('hail')).to.deep.equal(['15', 'CIG2']);
    });

    it('are one for hail in real files', async function () {
      const folder = 'data/field-2026-11/outlooks/spc-cig';
      const saved = readdirSync(sharedFile(this, folder)).sort();
      const texts = saved.map((name) => readFileSync(sharedFile(this, `${folder}/${name}`), 'utf8'));
      const asked: string[] = [];
      const changedText = async (url: string) => {
        asked.push(url);
        return { text: texts[asked.length - 1], markStored() {} };
      };
      const moment = new Date('2026-11-25T14:00:00Z');
      const fetcher = { ...context.fetcher, changedText };
      const { refused } = await feed.run({ ...context, fetcher, clock: () => moment });
      expect(refused).to.deep.equal([]);
      expect(asked.slice(3, 9).map((url) => /_(\w+)\.lyr/.exec(url)![1])).to.deep.equal(['torn', 'hail', 'wind', 'cigtorn', 'cighail', 'cigwind']); // prettier-ignore
      const search = { day: 1, type: 'hail', active: true, at: moment, limit: 100, offset: 0 };
      const { rows } = await context.db.outlooks.search(search);
      expect(rows.map(({ risk }) => risk).sort()).to.deep.equal(['15', '5', 'CIG1']);
    });
  });

  it('is current though an area cannot be read, and not while a file cannot', async () => {
    const dataAt = async () => {
      const [source] = (await context.db.sourceRuns.health(now)).filter((each) => each.source === 'outlooks');
      return source?.dataAt ?? null;
    };
    provider.files.set('day1otlk_cat', '<html>');
    await feed.run(context);
    expect(await dataAt()).to.equal(null);
    provider.files.set('day1otlk_cat', fileOf(area('HIGH'), area('MDT', null)));
    expect((await feed.run(context)).refused).to.have.length(1);
    expect(await dataAt()).to.deep.equal(now);
  });
});
