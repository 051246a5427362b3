import { UpstreamError } from '@severe/base';
import { soundingStations } from '@severe/catalogue';
import { expect } from 'chai';
import { newSounding } from '@severe/db/testing/rows/new-sounding';
import type { FeedContext } from '../../../src/feed.ts';
import { createUwyoSoundings } from '../../../src/feeds/soundings/uwyo-feed.ts';
import type { Fetcher } from '../../../src/fetch/fetcher.ts';
import { feedContext } from '../../support/stand-ins.ts';

const header =
  'time,longitude,latitude,pressure_hPa,geopotential height_m,temperature_C,dew point temperature_C,ice point temperature_C,' +
  'relative humidity_%,humidity wrt ice_%,mixing ratio_g/kg,wind direction_degree,wind speed_m/s';
const line = (pressure: number, height: number) =>
  `2026-05-20 11:02:00,-97.4400,35.1800, ${pressure}, ${height}, 22.2, 19.0, 19.0, 82, 82,14.56,160, 9.3`;
const norman = [header, line(959, 345), line(850, 1500)].join('\n');

describe('soundings/uwyo-feed', function () {
  this.timeout(30_000); // a thread starts for what comes in
  let now: Date;
  let asked: URL[];
  let answer: (id: string) => string | undefined;
  let context: FeedContext;
  let close: () => Promise<void>;

  beforeEach(async () => {
    now = new Date('2026-05-20T15:00:00Z');
    asked = [];
    answer = () => undefined; // so it says that there is none
    const fetcher: Fetcher = {
      bytes: async () => undefined,
      changedText: async () => undefined,
      async text(url) {
        asked.push(new URL(url));
        return answer(asked.at(-1)!.searchParams.get('id')!);
      },
    };
    ({ context, close } = await feedContext(fetcher, () => now));
    const others = soundingStations.filter(({ id }) => id !== 'OUN' && id !== 'AMA');
    await context.db.soundings.store(
      others.map(({ icao, lat, lon, state }) => newSounding({ station: icao, lat, lon, state })),
    );
  });
  afterEach(() => close());

  const ids = () => asked.map(({ searchParams }) => searchParams.get('id'));

  it('requests each missing station once', async () => {
    const feed = createUwyoSoundings();
    answer = (id) => (id === '72357' ? norman : undefined);
    expect(await feed.run(context)).to.deep.include({ new: 1, refused: [], more: true });
    expect(await feed.run(context)).to.deep.include({ new: 0, refused: [], more: true });
    expect(await feed.run(context)).to.deep.include({ new: 0, more: false });
    expect(ids()).to.deep.equal(['72357', '72363']);
    expect(asked[0].search).to.equal('?type=TEXT:CSV&datetime=2026-05-20%2012:00:00&id=72357');
    expect(await context.db.soundings.latest('KOUN')).to.deep.include({
      source: 'uwyo',
      at: new Date('2026-05-20T12:00:00Z'),
      geometry: '{"type":"Point","coordinates":[-97.4378,35.1808]}',
    });
    const [{ serviceAt, secondAt }] = await context.db.sourceRuns.health(now);
    expect([serviceAt, secondAt]).to.deep.equal([null, new Date('2026-05-20T12:00:00Z')]); // it stands in for the first
    now = new Date('2026-05-21T03:00:00Z'); // nobody has sent for 00 UTC
    await feed.run(context);
    expect(asked.at(-1)?.searchParams.get('datetime')).to.equal('2026-05-21 00:00:00');
  });

  it('waits three hours for the other source', async () => {
    now = new Date('2026-05-20T14:59:00Z');
    await createUwyoSoundings().run(context);
    expect(asked.at(-1)?.searchParams.get('datetime')).to.equal('2026-05-20 00:00:00');
  });

  it('retries after an outage, but not after an unreadable response', async () => {
    const feed = createUwyoSoundings();
    answer = () => {
      throw new UpstreamError('uwyo', 'away');
    };
    expect(await feed.run(context).catch((error: unknown) => error)).to.be.instanceOf(UpstreamError);
    answer = () => '<html><title>Sorry</title></html>';
    expect((await feed.run(context)).refused).to.have.length(1);
    answer = () => norman.replaceAll('35.1800', '51.1800');
    expect((await createUwyoSoundings().run(context)).refused[0].why).to.include('51.18,-97.44');
    answer = () => 'Unable to retrieve the data for AMA at 2026-05-20 12:00:00.';
    expect((await feed.run(context)).refused).to.deep.equal([]);
    expect(ids()).to.deep.equal(['72357', '72357', '72357', '72363']);
  });
});
