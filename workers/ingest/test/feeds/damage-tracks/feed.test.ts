import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { DataError, UpstreamError } from '@severe/base';
import { createDatTracks } from '../../../src/feeds/damage-tracks/feed.ts';
import type { Feed, FeedContext } from '../../../src/feed.ts';
import { sharedFile } from '@severe/testing/shared';
import { feedContext } from '../../support/stand-ins.ts';

const now = new Date('2026-05-25T12:00:00Z');
const track = (objectid: number, change: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates: [[-97.6, 35.2], [-97.4, 35.25]] }, // prettier-ignore
  properties: { objectid, stormdate: Date.UTC(2026, 4, 20, 21, 50), efscale: 'EF3', length: 10, width: 100, ...change },
});
const pageOf = (features: object[], exceededTransferLimit = false) =>
  JSON.stringify({ type: 'FeatureCollection', properties: { exceededTransferLimit }, features });

describe('damage-tracks/feed', () => {
  let pages: (string | Error)[];
  let asked: URLSearchParams[];
  let context: FeedContext;
  let datTracks: Feed;
  let close: () => Promise<void>;

  beforeEach(async function () {
    this.timeout(60_000);
    [pages, asked] = [[], []];
    datTracks = createDatTracks();
    const text = async (url: string) => {
      asked.push(new URL(url).searchParams);
      const page = pages.shift();
      if (page instanceof Error) throw page;
      return page;
    };
    const unused = () => Promise.reject(new Error('asked in another way'));
    ({ context, close } = await feedContext({ text, bytes: unused, changedText: unused }, () => now));
  });
  afterEach(() => close());

  const ratings = async () => {
    const { rows } = await context.db.damageTracks.search({ start: new Date(0), limit: 1000, offset: 0 });
    return rows.map(({ ef }) => ef);
  };

  it('fetches ten years page by page at first, and then two months', async () => {
    pages = [pageOf([track(1)], true), pageOf([track(2)])];
    expect(await datTracks.run(context)).to.deep.include({ new: 2, changed: 0, unchanged: 0, refused: [] });
    expect(asked.map((query) => query.get('resultOffset'))).to.deep.equal(['0', '2000']);
    const where = "stormdate BETWEEN timestamp '2016-05-27 12:00:00' AND timestamp '2026-05-25 12:00:00'";
    expect(asked[0].get('where')).to.equal(where);
    expect(asked[0].get('f')).to.equal('geojson');

    pages = [pageOf([track(1), track(2)])];
    expect(await datTracks.run(context)).to.deep.include({ new: 0, changed: 0, unchanged: 2 });
    expect(asked[2].get('where')).to.include("BETWEEN timestamp '2026-03-26 12:00:00'");
  });

  it('updates corrected tracks and removes withdrawn ones', async () => {
    pages = [pageOf([track(1), track(2)]), pageOf([track(1, { efscale: 'EF4' })])];
    await datTracks.run(context);
    expect(await datTracks.run(context)).to.deep.include({ new: 0, changed: 2 });
    expect(await ratings()).to.deep.equal([4]);
  });

  it('removes nothing for an empty list or a list with refused items', async () => {
    pages = [pageOf([track(1), track(2)]), pageOf([]), pageOf([track(2), { ...track(3), geometry: null }, track(1.5)])];
    await datTracks.run(context);
    const empty = await datTracks.run(context).catch((thrown: unknown) => thrown);
    expect(empty).to.be.instanceOf(DataError).with.property('code', 'suspicious');
    const { refused } = await datTracks.run(context);
    expect(refused.map(({ what }) => what)).to.deep.equal(['object 1.5', 'object 3']);
    expect(await ratings()).to.deep.equal([3, 3]);
  });

  it('stores nothing if the second page fails, and everything in the next run', async () => {
    pages = [pageOf([track(1)], true), new UpstreamError('services.dat.noaa.gov', 'answers 500')];
    const failed = await datTracks.run(context).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(UpstreamError);
    expect(await ratings()).to.deep.equal([]);
    pages = [pageOf([track(1)])];
    expect(await datTracks.run(context)).to.deep.include({ new: 1 });
  });

  it('stores nothing and ends if the server sends the same page again and again', async () => {
    pages = [pageOf([track(1), track(2)], true), pageOf([track(1), track(2)], true), pageOf([track(3)])];
    const failed = await datTracks.run(context).catch((error: Error) => error.message);
    expect(failed).to.equal('page 2 of tracks announces another page and has no new track');
    expect([asked.length, await ratings()]).to.deep.equal([2, []]);
  });

  it('treats an error with status 200 as a failure', async () => {
    pages = [JSON.stringify({ error: { code: 400, message: 'Unable to complete operation.' } })];
    const failed = await datTracks.run(context).catch((error: Error) => error);
    expect(failed).to.be.instanceOf(Error).with.property('message').that.includes('Unable to complete');
  });

  it('stores the track of Moore unchanged', async function () {
    pages = [readFileSync(sharedFile(this, 'data/upstream/damage/dat_track_moore_2013-05-20.geojson'), 'utf8')];
    expect(await datTracks.run(context)).to.deep.include({ new: 1, refused: [] });
    const { rows } = await context.db.damageTracks.search({ start: new Date(0), limit: 10, offset: 0 });
    expect(rows[0]).to.deep.include({ ef: 5, eventDate: '2013-05-20', lengthM: 22_289, widthM: 1737, fatalities: 24 });
  });
});
