import { satelliteProducts } from '@severe/catalogue';
import { expect } from 'chai';
import type { Feed, FeedContext } from '../../src/feed.ts';
import { createGoes } from '../../src/feeds/goes/feed.ts';
import { hourPrefix } from '../../src/feeds/goes/keys.ts';
import { Bucket, feedContext } from '../support/stand-ins.ts';
import { netcdfFile } from '../support/whole-files.ts';

const folder = 'ABI-L2-MCMIPC';

/** The key of a scan that begins at a time; files are there three minutes later. */
function keyOf(at: Date, satellite = 'G19'): string {
  const day = hourPrefix(folder, at).split('/').slice(1, 3).join('');
  const start = `${day}${at.toISOString().slice(11, 16).replace(':', '')}176`;
  return `${hourPrefix(folder, at)}OR_${folder}-M6_${satellite}_s${start}_e${start}_c${start}.nc`;
}

describe('feeds/goes', () => {
  let now: Date;
  let bucket: Bucket;
  let context: FeedContext;
  let close: () => Promise<void>;
  let goes: Feed;

  const open = async (host = 'noaa-goes19', env = {}) => {
    now = new Date('2026-05-21T00:10:30Z'); // ten minutes into a new day's folder
    bucket = new Bucket(`https://${host}.s3.amazonaws.com`);
    ({ context, close } = await feedContext(bucket, () => now, env));
    goes = createGoes();
  };
  beforeEach(() => open());
  afterEach(() => close());

  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const publish = (...minutes: number[]) =>
    minutes.forEach((each) => bucket.put(keyOf(minutesAgo(each)), netcdfFile(`scan ${each}`)));
  const waiting = async (product = 'ir') =>
    (await context.db.frameJobs.due(100))
      .filter((job) => job.product === product)
      .map((job) => job.validAt.toISOString().slice(11, 16));
  const finishAll = async () => {
    for (const job of await context.db.frameJobs.due(100)) await context.db.frameJobs.finish(job.id, 'done');
  };

  it('fetches a file once for all six products', async () => {
    publish(5);
    expect(await goes.run(context)).to.include({ new: 1, unchanged: 0, more: false });
    expect(bucket.asked).to.have.length(1);
    const jobs = await context.db.frameJobs.due(100);
    expect(jobs.map(({ product }) => product)).to.have.members(satelliteProducts.map(({ id }) => id));
    expect(new Set(jobs.map(({ rawKey }) => rawKey))).to.deep.equal(
      new Set(['raw/satellite/ABI-L2-MCMIPC/202605210005.nc']),
    );
    expect(await context.objects.get(jobs[0].rawKey)).to.deep.equal(netcdfFile('scan 5'));
    await finishAll();
    expect(await goes.run(context)).to.include({ new: 0, unchanged: 1 });
    expect(bucket.asked).to.have.length(1);
  });

  it('stores the newest file first, queues at most three, and fills the hour across midnight as frames are rendered', async () => {
    publish(4, 9, 14, 19, 54, 64);
    expect(await goes.run(context)).to.include({ new: 3, more: true });
    expect(await waiting()).to.deep.equal(['00:06', '00:01', '23:56']);
    await finishAll();
    expect(await goes.run(context)).to.include({ new: 2, more: false });
    expect(await waiting()).to.deep.equal(['23:51', '23:16']);
  });

  it('stores the newest file even if three are queued, and skips the oldest of them', async () => {
    publish(9, 14, 19);
    await goes.run(context);
    publish(4);
    expect(await goes.run(context)).to.include({ new: 1, unchanged: 3 });
    for (const { id } of satelliteProducts) expect(await waiting(id)).to.deep.equal(['00:06', '00:01', '23:56']);
    const keyOfScan = (stamp: string) => `raw/satellite/ABI-L2-MCMIPC/${stamp}.nc`;
    expect(await context.objects.head(keyOfScan('202605202351'))).to.equal(undefined); // nobody needs it any more
    expect(await context.objects.head(keyOfScan('202605202356'))).to.not.equal(undefined);
  });

  it('fetches a file again for a product without a job', async () => {
    publish(5);
    const validAt = new Date('2026-05-21T00:05:00Z');
    const products = satelliteProducts.map(({ id }) => id).filter((id) => id !== 'dust');
    await context.db.frameJobs.insertForEach(products, { family: 'satellite', runAt: null, validAt, rawKey: 'gone' });
    expect(await goes.run(context)).to.include({ new: 1 });
    expect(await waiting('dust')).to.deep.equal(['00:05']);
  });

  it('reports a listed file that is missing as refused', async () => {
    publish(5);
    const bytes = bucket.bytes.bind(bucket);
    bucket.bytes = (url, options) => (url.endsWith('.nc') ? Promise.resolve(undefined) : bytes(url, options));
    const report = await goes.run(context);
    expect(report.refused.map(({ why }) => why)).to.deep.equal(['expected a listed file, got 404']);
  });

  it('fetches the files of one band, if the products of the settings need no other', async () => {
    await close();
    await open('noaa-goes19', { SATELLITE_PRODUCTS: 'ir' });
    const ofBand = (band: string) => keyOf(minutesAgo(5)).replaceAll('MCMIPC', 'CMIPC').replace('-M6_', `-M6${band}_`);
    publish(5);
    for (const band of ['C02', 'C13']) bucket.put(ofBand(band), netcdfFile(band));
    expect(await goes.run(context)).to.include({ new: 1, more: false });
    expect(bucket.asked).to.deep.equal([ofBand('C13')]);
    const jobs = await context.db.frameJobs.due(100);
    expect(jobs.map(({ product, rawKey }) => [product, rawKey])).to.deep.equal([
      ['ir', 'raw/satellite/ABI-L2-CMIPC-C13/202605210005.nc'],
    ]);
    await close();
    await open('noaa-goes19', { SATELLITE_PRODUCTS: 'ir,visible' });
    publish(5);
    await goes.run(context);
    expect((await context.db.frameJobs.due(100)).map(({ product }) => product)).to.have.members(['ir', 'visible']);
  });

  describe('lists the folder', () => {
    const wait = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1000));
    beforeEach(async () => {
      // Two scans, seen within ten seconds of their appearance, four minutes after their start.
      for (const _ of [1, 2]) {
        await goes.run(context);
        wait(10);
        publish(4);
        await goes.run(context);
        await finishAll();
        wait(290);
      }
      bucket.listed.length = 0;
    });

    it('when its next scan is expected, every few seconds until it is there, and not before', async () => {
      wait(-30);
      expect(await goes.run(context)).to.include({ isIdle: true });
      expect(bucket.listed).to.deep.equal([]);
      wait(30);
      expect(await goes.run(context)).to.include({ new: 0 });
      wait(5);
      publish(4);
      expect(await goes.run(context)).to.include({ new: 1 });
      wait(5);
      expect(await goes.run(context)).to.include({ isIdle: true });
    });

    it('again for a file that cannot be read, ever less often, and not when it has been stored', async () => {
      const { length } = bucket.asked;
      bucket.put(keyOf(minutesAgo(4)), 'not whole');
      for (let seconds = 0; seconds < 200; seconds += 5) {
        await goes.run(context);
        wait(5);
      }
      expect(bucket.asked.length - length).to.equal(4); // at once, after 20, 60 and 140 seconds
      bucket.put(bucket.asked.at(-1)!, netcdfFile('whole'));
      wait(200);
      expect(await goes.run(context)).to.include({ new: 1 });
      wait(25);
      await goes.run(context);
      expect(bucket.asked.length - length).to.equal(5);
    });
  });

  it('uses GOES-West if the setting selects it', async () => {
    await close();
    await open('noaa-goes18', { SATELLITE: 'west' });
    bucket.put(keyOf(minutesAgo(5), 'G18'), netcdfFile('west'));
    bucket.put(keyOf(minutesAgo(10), 'G19'), netcdfFile('astray'));
    expect(await goes.run(context)).to.include({ new: 1 });
    expect(await waiting()).to.deep.equal(['00:05']);
  });
});
