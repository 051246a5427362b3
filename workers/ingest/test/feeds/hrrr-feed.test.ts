import { hrrrProducts, type HrrrSource } from '@severe/catalogue';
import { expect } from 'chai';
import type { FeedContext } from '../../src/feed.ts';
import { hrrr } from '../../src/feeds/hrrr/feed.ts';
import { Bucket, feedContext } from '../support/stand-ins.ts';
import { gribMessage } from '../support/whole-files.ts';

const now = new Date('2026-05-20T22:55:00Z');

const message = (i: number): Buffer => gribMessage(String(i).padStart(3, '0'));
const { length } = message(0);

describe('feeds/hrrr', () => {
  let bucket: Bucket;
  let context: FeedContext;
  let close: () => Promise<void>;

  beforeEach(async () => {
    bucket = new Bucket('https://noaa-hrrr-bdp-pds.s3.amazonaws.com');
    ({ context, close } = await feedContext(bucket, () => now));
  });
  afterEach(() => close());

  /** A file of short messages, in an order that is not the catalogue's, with its inventory. */
  function publish(run: string, hour: number, leaveOut: string[] = []): void {
    const records = hrrrProducts.flatMap(({ source }) => (source as HrrrSource).records);
    const names = new Set(
      records
        .filter(({ over, parameter }) => (over === 'instant' || hour > 0) && !leaveOut.includes(parameter))
        .map(({ parameter, level, over }) => {
          const at = hour === 0 ? 'anl' : `${hour} hour fcst`;
          const span = `${hour - 1}-${hour} hour ${over === 'hour-sum' ? 'acc' : 'max'} fcst`;
          return `${parameter}:${level}:${over === 'instant' ? at : span}`;
        }),
    );
    const lines = [...names].reverse().map((name, i) => `${i + 1}:${i * length}:d=20260520${run}:${name}:`);
    const base = `hrrr.20260520/conus/hrrr.t${run}z.wrfsfcf${String(hour).padStart(2, '0')}.grib2`;
    bucket.put(base, Buffer.concat(lines.map((_, i) => message(i))));
    bucket.put(`${base}.idx`, `${lines.join('\n')}\n`);
  }

  const taken = async () => {
    const jobs = await context.db.frameJobs.due(1000);
    return new Set(
      jobs.map(
        ({ runAt, validAt }) => `${runAt?.getUTCHours()}+${(validAt.getTime() - (runAt?.getTime() ?? 0)) / 3_600_000}`,
      ),
    );
  };
  const finishAll = async () => {
    for (const job of await context.db.frameJobs.due(1000)) await context.db.frameJobs.finish(job.id, 'done');
  };

  it('stores two hours per run of the feed, future hours and the newest model run first', async () => {
    for (const hour of [0, 1, 2, 3]) publish('21', hour);
    publish('20', 3);
    expect(await hrrr.run(context)).to.include({ more: true });
    expect([...(await taken())]).to.have.members(['21+1', '21+2']); // 22 and 23 o'clock
    await finishAll();
    await hrrr.run(context);
    expect([...(await taken())]).to.have.members(['21+3', '21+0']);
    await finishAll();
    expect(await hrrr.run(context)).to.include({ more: false });
    expect([...(await taken())]).to.have.members(['20+3']);
  });

  it('is full while the frames of more than two hours wait', async () => {
    for (const hour of [0, 1, 2, 3]) publish('21', hour);
    await hrrr.run(context);
    expect(await hrrr.isFull!(context)).to.equal(false);
    await hrrr.run(context);
    expect(await hrrr.isFull!(context)).to.equal(true);
    await finishAll();
    expect(await hrrr.isFull!(context)).to.equal(false);
  });

  it('is not full when a run appears of which it has nothing', async () => {
    for (const hour of [0, 1, 2, 3]) publish('21', hour);
    for (let i = 0; i < 2; i++) await hrrr.run(context);
    for (const hour of [0, 1, 2]) publish('22', hour);
    expect(await hrrr.isFull!(context)).to.equal(false);
    await hrrr.run(context);
    expect([...(await taken())]).to.include.members(['22+0', '22+1']);
    expect(await hrrr.isFull!(context), 'its third hour waits').to.equal(true);
  });

  it('checks no model run before a complete one', async () => {
    publish('21', 1);
    publish('20', 18);
    publish('19', 2);
    await hrrr.run(context);
    await finishAll();
    await hrrr.run(context);
    expect([...(await taken())]).to.deep.equal([]);
    expect(bucket.asked.some((key) => key.includes('t19z'))).to.equal(false);
  });

  it('goes on to the newest complete long run, which reaches 48 hours', async () => {
    publish('21', 18);
    publish('20', 18);
    publish('18', 19); // still arriving
    publish('17', 18);
    publish('15', 18);
    for (const hour of [5, 48]) publish('12', hour);
    bucket.put('hrrr.20260520/conus/hrrr.t21z.wrfsfcf19.grib2.idx', 'no short run has this hour');
    for (let i = 0; i < 3; i++) {
      await hrrr.run(context);
      for (const run of await taken()) expect(run).to.be.oneOf(['21+18', '18+19', '12+5', '12+48']);
      await finishAll();
    }
    const long = await context.db.frameJobs.existing('hrrr', 't2m', new Date('2026-05-20T12:00:00Z'), [
      new Date('2026-05-22T12:00:00Z'),
      new Date('2026-05-20T17:00:00Z'),
    ]);
    expect(long).to.have.length(2);
  });

  it('requests the byte ranges of the inventory, and concatenates the components of a vector', async () => {
    publish('21', 2);
    await hrrr.run(context);
    const wind = (await context.db.frameJobs.due(1000)).find(({ product }) => product === 'wind10m');
    const inventory =
      bucket.files.get('hrrr.20260520/conus/hrrr.t21z.wrfsfcf02.grib2.idx')?.toString().split('\n') ?? [];
    const at = (name: string) => inventory.findIndex((line) => line.includes(name));
    const u = at(':UGRD:10 m above ground:');
    const v = at(':VGRD:10 m above ground:');
    const stored = await context.objects.get(wind?.rawKey ?? '');
    expect(stored).to.deep.equal(Buffer.concat([message(u), message(v)]));
    const range = `${u * length}-${(u + 1) * length - 1}`;
    expect(bucket.asked).to.include(`hrrr.20260520/conus/hrrr.t21z.wrfsfcf02.grib2 ${range}`);
  });

  it('skips sums and maxima of the analysis, and reads the terrain from the analysis only', async () => {
    publish('21', 0);
    expect((await hrrr.run(context)).refused).to.deep.equal([]);
    const atStart = (await context.db.frameJobs.due(1000)).map(({ product }) => product);
    expect(atStart).to.include('elevation').and.not.include.members(['precip-1h', 'uh-2-5km']);
    publish('21', 1);
    await finishAll();
    await hrrr.run(context);
    const later = (await context.db.frameJobs.due(1000)).map(({ product }) => product);
    expect(later).to.include.members(['precip-1h', 'uh-2-5km']).and.not.include('elevation');
  });

  it('reports a record missing in the inventory as refused, and stores the rest', async () => {
    publish('21', 2, ['CAPE']);
    const report = await hrrr.run(context);
    expect(report.refused.map(({ why }) => why)).to.deep.equal(['expected CAPE:surface in the inventory, got nothing']);
    expect(report.new).to.equal(hrrrProducts.length - 2); // without CAPE, and without the terrain
  });

  it('reports an invalid inventory as refused', async () => {
    publish('21', 2);
    bucket.put('hrrr.20260520/conus/hrrr.t21z.wrfsfcf02.grib2.idx', '<html>busy</html>');
    const report = await hrrr.run(context);
    expect(report.new).to.equal(0);
    expect(report.refused).to.have.length(1);
  });
});
