import { UpstreamError } from '@severe/base';
import { radarProducts, type RadarSource } from '@severe/catalogue';
import { expect } from 'chai';
import type { Feed, FeedContext } from '../../src/feed.ts';
import { createMrms } from '../../src/feeds/mrms/feed.ts';
import { keyAt } from '../../src/feeds/mrms/keys.ts';
import { Bucket, feedContext } from '../support/stand-ins.ts';
import { mosaicFile } from '../support/whole-files.ts';

const folders = radarProducts.map(({ source }) => (source as RadarSource).folder);

describe('feeds/mrms', () => {
  let now: Date;
  let bucket: Bucket;
  let context: FeedContext;
  let close: () => Promise<void>;
  let mrms: Feed;

  beforeEach(async () => {
    now = new Date('2026-05-21T00:10:30Z'); // ten minutes into a new day's folder
    bucket = new Bucket('https://noaa-mrms-pds.s3.amazonaws.com');
    ({ context, close } = await feedContext(bucket, () => now));
    mrms = createMrms();
  });
  afterEach(() => close());

  const publish = (minutesAgo: number, folder = folders[0]) =>
    bucket.put(keyAt(folder, new Date(now.getTime() - minutesAgo * 60_000)), mosaicFile());
  const waiting = async () =>
    (await context.db.frameJobs.due(100)).map((job) => job.validAt.toISOString().slice(11, 16));
  const finishAll = async () => {
    for (const job of await context.db.frameJobs.due(100)) await context.db.frameJobs.finish(job.id, 'done');
  };

  it('stores every product, newest first', async () => {
    for (const folder of folders) publish(2, folder);
    const report = await mrms.run(context);
    expect(report).to.include({ new: folders.length, unchanged: 0, more: false });
    const jobs = await context.db.frameJobs.due(100);
    expect(jobs.map(({ product }) => product)).to.have.members(radarProducts.map(({ id }) => id));
    expect(await context.objects.get(jobs[0]?.rawKey ?? '')).to.deep.equal(mosaicFile());
  });

  it('queues at most three files per product, and fills the rest across midnight as frames are rendered', async () => {
    for (const minutes of [2, 4, 8, 14, 20, 50]) publish(minutes);
    expect(await mrms.run(context)).to.include({ new: 3, more: true });
    expect(await waiting()).to.deep.equal(['00:08', '00:06', '00:02']);
    await finishAll();
    expect(await mrms.run(context)).to.include({ new: 3, more: false });
    expect(await waiting()).to.deep.equal(['23:56', '23:50', '23:20']);
  });

  it('ignores files older than an hour', async () => {
    publish(70);
    expect(await mrms.run(context)).to.include({ new: 0, unchanged: 0, more: false });
  });

  it('stores the newest file even if three are queued, and skips the oldest of them', async () => {
    for (const minutes of [4, 6, 8]) publish(minutes);
    await mrms.run(context);
    publish(1);
    expect(await mrms.run(context)).to.include({ new: 1, unchanged: 3 });
    expect(await waiting()).to.deep.equal(['00:09', '00:06', '00:04']);
    const troubles = await context.db.frameJobs.troubles('radar', new Date(0));
    expect(troubles).to.include({ skipped: 1, lastReason: '4 frames waited, the newest 3 are kept' });
  });

  it('fetches a file once over several runs', async () => {
    publish(2);
    await mrms.run(context);
    await finishAll();
    expect(await mrms.run(context)).to.include({ new: 0, unchanged: 1 });
    expect(bucket.asked).to.have.length(1);
  });

  describe('lists the folder of a product', () => {
    beforeEach(async () => {
      // Two files, seen when they appear: a minute after their times.
      for (const minutes of [3, 1]) {
        for (const folder of folders) publish(minutes, folder);
        await mrms.run(context);
        await finishAll();
        now = new Date(now.getTime() + 10_000);
        await mrms.run(context);
      }
      bucket.listed.length = 0;
    });
    const wait = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1000));

    it('when its next file is expected, and not before', async () => {
      wait(10);
      expect(await mrms.run(context)).to.include({ isIdle: true });
      expect(bucket.listed).to.deep.equal([]);
      wait(120);
      for (const folder of folders) publish(1, folder);
      expect(await mrms.run(context)).to.include({ new: folders.length });
    });

    it('soon again after a failure of the provider, and after a file that cannot be read', async () => {
      wait(120);
      bucket.away = new UpstreamError('noaa-mrms-pds.s3.amazonaws.com', 'answers 503');
      await mrms.run(context).catch(() => undefined);
      bucket.away = undefined;
      wait(10);
      const key = keyAt(folders[0], new Date(now.getTime() - 60_000));
      bucket.put(key, Buffer.from('not whole'));
      expect((await mrms.run(context)).refused).to.have.length(1);
      bucket.put(key, mosaicFile());
      wait(25);
      expect(await mrms.run(context)).to.include({ new: 1 });
    });
  });

  it('reports a listed file that is missing as refused, and stores the others', async () => {
    publish(2);
    publish(4);
    const gone = keyAt(folders[0], new Date(now.getTime() - 120_000));
    const bytes = bucket.bytes.bind(bucket);
    bucket.bytes = (url, options) => (url.endsWith(gone) ? Promise.resolve(undefined) : bytes(url, options));
    const report = await mrms.run(context);
    expect(report.new).to.equal(1);
    expect(report.refused).to.deep.equal([{ what: gone, why: 'expected a listed file, got 404', code: 'gone' }]);
  });

  it('fails if the provider is unavailable', async () => {
    bucket.away = new UpstreamError('noaa-mrms-pds.s3.amazonaws.com', 'answers 503');
    await mrms.run(context).then(
      () => expect.fail('expected a failure'),
      (error: unknown) => expect(error).to.equal(bucket.away),
    );
  });
});
