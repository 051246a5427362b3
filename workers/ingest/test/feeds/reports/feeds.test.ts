import { DataError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import type { FeedContext } from '../../../src/feed.ts';
import { createLocalReports } from '../../../src/feeds/reports/feed.ts';
import { createSpcReports } from '../../../src/feeds/reports/spc-feed.ts';
import type { Fetcher } from '../../../src/fetch/fetcher.ts';
import { feedContext } from '../../support/stand-ins.ts';

const header = 'Time,Size,Location,County,State,Lat,Lon,Comments';

/** A local storm report of the same hail as the table's. */
const local = {
  type: 'Feature',
  properties: {
    wfo: 'OUN',
    typetext: 'HAIL',
    magf: 2,
    qualifier: 'M',
    valid: '2026-05-20T22:10:00Z',
    city: '3 SW Norman',
    county: 'Cleveland',
    st: 'OK',
    source: 'Public',
    remark: null,
    product_id: '202605202214-KOUN-NWUS54-LSROUN',
  },
  geometry: { type: 'Point', coordinates: [-97.48, 35.19] },
};

describe('feeds/reports feeds', () => {
  let now: Date;
  let context: FeedContext;
  let close: () => Promise<void>;
  const texts = new Map<string, string>();
  const asked: string[] = [];
  let kept = 0;

  beforeEach(async () => {
    now = new Date('2026-05-21T11:59:00Z'); // a minute before the day of reports ends
    texts.clear();
    asked.length = 0;
    kept = 0;
    const changedText: Fetcher['changedText'] = async (url) => {
      const name = url.slice(url.lastIndexOf('/') + 1);
      asked.push(name);
      const text = texts.get(name);
      if (text === undefined) throw new DataError('gone', '404');
      return { text, markStored: () => kept++ };
    };
    ({ context, close } = await feedContext({ changedText } as Fetcher, () => now));
  });
  afterEach(() => close());

  const magnitudes = async () =>
    (await context.db.reports.search({ limit: 100, offset: 0 })).rows.map((row) => row.magnitude);
  const publishLocal = (...features: object[]) =>
    texts.set('lsr.geojson?hours=12', JSON.stringify({ type: 'FeatureCollection', features }));

  it('stores local reports once, and their corrections', async () => {
    publishLocal(local);
    expect(await createLocalReports().run(context)).to.include({ new: 1, changed: 0 });
    expect(await createLocalReports().run(context)).to.include({ new: 0, unchanged: 1 });
    const properties = { ...local.properties, magf: 2.5, product_id: '202605202230-KOUN-NWUS54-LSROUN' };
    publishLocal({ ...local, properties });
    expect(await createLocalReports().run(context)).to.include({ new: 0, changed: 1 });
    expect(await magnitudes()).to.deep.equal([2.5]);
    expect(kept).to.equal(3);
  });

  it('accepts a bulletin from a file instead of the list', async () => {
    const bulletin = [
      'NWUS54 KOUN 202214', 'LSROUN', '', 'PRELIMINARY LOCAL STORM REPORT', 'NATIONAL WEATHER SERVICE NORMAN OK',
      '514 PM CDT WED MAY 20 2026', '', '0510 PM     HAIL             3 SW NORMAN             35.19N  97.48W',
      '05/20/2026  M2.00 INCH       CLEVELAND          OK   PUBLIC', '', '$$', '',
    ].join('\n'); // prettier-ignore
    texts.set('lsr.geojson?hours=12', bulletin);
    expect(await createLocalReports().run(context)).to.deep.include({ new: 1, refused: [] });
    const [{ at, magnitude, state }] = (await context.db.reports.search({ limit: 1, offset: 0 })).rows;
    expect([at, magnitude, state]).to.deep.equal([new Date('2026-05-20T22:10:00Z'), 2, 'OK']);
  });

  it('reads all bulletins of a file, and refuses one that is no storm report', async () => {
    const bulletin = (awips: string, clock: string) =>
      [
        'NWUS54 KOUN 202214', awips, '', 'PRELIMINARY LOCAL STORM REPORT', '514 PM CDT WED MAY 20 2026', '',
        `${clock} PM     HAIL             3 SW NORMAN             35.19N  97.48W`, '05/20/2026  M2.00 INCH', '', '$$', '',
      ].join('\n'); // prettier-ignore
    const file = [bulletin('LSROUN', '0510'), bulletin('PNSOUN', '0511'), bulletin('LSROUN', '0512')].join('\n');
    texts.set('lsr.geojson?hours=12', file);
    const { refused, ...stored } = await createLocalReports().run(context);
    expect([stored.new, refused.map(({ what }) => what)]).to.deep.equal([2, ['NWUS54 KOUN 202214 PNSOUN']]);
  });

  it('stores the tables of two days from 12 to 12 UTC, and ignores one that does not exist yet', async () => {
    texts.set('260520_rpts.csv', `${header}\n0005,175,NORMAN,CLEVELAND,OK,35.22,-97.44,(OUN)\n`);
    const report = await createSpcReports().run(context);
    expect(asked).to.deep.equal(['260519_rpts.csv', '260520_rpts.csv']);
    expect([report.new, report.refused]).to.deep.equal([1, []]);
    const { rows } = await context.db.reports.search({ limit: 1, offset: 0 });
    expect(rows[0].at).to.deep.equal(new Date('2026-05-21T00:05:00Z'));
    now = new Date('2026-05-21T12:00:00Z');
    await createSpcReports().run(context);
    expect(asked.slice(2)).to.deep.equal(['260520_rpts.csv', '260521_rpts.csv']);
  });

  it('adds reports of a table to local reports without replacing them', async () => {
    publishLocal(local);
    await createLocalReports().run(context);
    const lines = [
      '2210,100,3 SW NORMAN,CLEVELAND,OK,35.19,-97.48,(OUN)',
      '2212,300,ADA,PONTOTOC,OK,34.77,-96.68,(OUN)',
    ];
    texts.set('260520_rpts.csv', [header, ...lines, ''].join('\n'));
    expect(await createSpcReports().run(context)).to.include({ new: 1, changed: 0, unchanged: 1 });
    expect(await magnitudes()).to.deep.equal([3, 2]);
  });

  it('refuses a web page instead of a table, and fails if the provider is unavailable', async () => {
    texts.set('260520_rpts.csv', '<html>Not Found</html>');
    const { refused } = await createSpcReports().run(context);
    expect(refused.map(({ what }) => what)).to.deep.equal(['https://www.spc.noaa.gov/climo/reports/260520_rpts.csv']);
    expect(kept).to.equal(0);
    const away = new UpstreamError('www.spc.noaa.gov', 'away');
    const failing = { ...context, fetcher: { changedText: () => Promise.reject(away) } as unknown as Fetcher };
    expect(
      await createSpcReports()
        .run(failing)
        .catch((error: unknown) => error),
    ).to.equal(away);
  });
});
