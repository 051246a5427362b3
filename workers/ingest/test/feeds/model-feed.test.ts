import { modelFileKey, modelProducts, models, type Model, type ModelSource } from '@severe/catalogue';
import { expect } from 'chai';
import type { FeedContext } from '../../src/feed.ts';
import { createModelFeed } from '../../src/feeds/model/feed.ts';
import { Bucket, feedContext } from '../support/stand-ins.ts';
import { recordFile, type RecordTimes } from '@severe/raster/testing/record-file';

const now = new Date('2026-05-20T22:55:00Z');

interface Published {
  /** Parameters that the file lacks. */
  leaveOut?: string[];
  /** The run and hour that its messages have, if not those of its name. */
  holds?: Partial<RecordTimes>;
  /** Default: HRRR. */
  model?: Model;
}

const hrrr = createModelFeed(models.hrrr);

describe('feeds/model', function () {
  this.timeout(60_000); // the first test starts the parser's thread
  let bucket: Bucket;
  let context: FeedContext;
  let close: () => Promise<void>;

  beforeEach(async () => {
    bucket = new Bucket('https://noaa-hrrr-bdp-pds.s3.amazonaws.com');
    ({ context, close } = await feedContext(bucket, () => now));
  });
  afterEach(() => close());

  const nameOf = (parameter: string, level: string) => `:${parameter}:${level}:`;

  /** A file of the catalogue's records, in another order, with its inventory; the time and hour of its contents may differ. */
  function publish(
    run: string,
    hour: number,
    { leaveOut = [], holds = {}, model = models.hrrr }: Published = {},
  ): void {
    const all = modelProducts[model.id].flatMap(({ source }) => (source as ModelSource).records);
    const wanted = all.filter(
      ({ over, parameter }) => (over === 'instant' || hour > 0) && !leaveOut.includes(parameter),
    );
    const records = new Map(wanted.reverse().map((record) => [nameOf(record.parameter, record.level), record]));
    const start = new Date(`2026-05-20T${run}:00:00Z`);
    const contents = { referenceAt: start, hour, ...holds };
    const messages = [...records.values()].map((record) => recordFile(record, contents));
    let offset = 0;
    const lines = [...records].map(([name, { over }], i) => {
      const at = hour === 0 ? 'anl' : `${hour} hour fcst`;
      const span = `${hour - 1}-${hour} hour ${over === 'hour-sum' ? 'acc' : 'max'} fcst`;
      const line = `${i + 1}:${offset}:d=20260520${run}${name}${over === 'instant' ? at : span}:`;
      offset += messages[i].length;
      return line;
    });
    const base = modelFileKey(model, start, hour);
    bucket.put(base, Buffer.concat(messages));
    bucket.put(`${base}.idx`, `${lines.join('\n')}\n`);
  }

  /** The file of an hour, and the offsets and lines of its inventory. */
  const published = (run: string, hour: string) => {
    const base = `hrrr.20260520/conus/hrrr.t${run}z.wrfsfcf${hour}.grib2`;
    const lines = bucket.files.get(`${base}.idx`)!.toString().trimEnd().split('\n');
    return { base, file: bucket.files.get(base)!, lines, offsets: lines.map((line) => Number(line.split(':')[1])) };
  };

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
    const { base, file, lines, offsets } = published('21', '02');
    const rangeOf = (name: string): [from: number, to: number] => {
      const at = lines.findIndex((line) => line.includes(name));
      return [offsets[at], offsets[at + 1] ?? file.length];
    };
    const ranges = [rangeOf(':UGRD:10 m above ground:'), rangeOf(':VGRD:10 m above ground:')];
    const stored = await context.objects.get(wind?.rawKey ?? '');
    expect(stored).to.deep.equal(Buffer.concat(ranges.map(([from, to]) => file.subarray(from, to))));
    expect(bucket.asked).to.include(`${base} ${ranges[0][0]}-${ranges[0][1] - 1}`);
  });

  it('requests what several fields need once', async () => {
    publish('21', 2);
    await hrrr.run(context);
    const ranges = bucket.asked.filter((asked) => asked.includes(' '));
    expect(ranges).to.deep.equal([...new Set(ranges)]);
    const jobs = await context.db.frameJobs.due(1000);
    const wind = jobs.filter(({ product }) => product.startsWith('wind10m'));
    const files = await Promise.all(wind.map(({ rawKey }) => context.objects.get(rawKey)));
    expect(files).to.have.length(2);
    expect(files[0]).to.deep.equal(files[1]);
  });

  it('reads RRFS by the same code: runs of every third hour, its file names and levels', async () => {
    const rrfs = createModelFeed(models.rrfs);
    await close();
    const bucketOfRrfs = new Bucket(models.rrfs.bucket);
    bucket = bucketOfRrfs;
    const settings = { MODELS: 'rrfs', RRFS_EVERY_HOURS: '3', RRFS_HOURS: '3' };
    ({ context, close } = await feedContext(bucket, () => now, settings));
    expect([rrfs, hrrr].map((feed) => feed.isEnabled!(context.settings))).to.deep.equal([true, false]);
    for (const run of ['21', '20', '18']) for (const hour of [0, 1, 4]) publish(run, hour, { model: models.rrfs });
    const refused: unknown[] = [];
    for (let more = true; more;) {
      const report = await rrfs.run(context);
      refused.push(...report.refused);
      ({ more } = report);
    }
    expect(refused).to.deep.equal([]);
    expect([...(await taken())]).to.have.members(['21+0', '21+1', '18+0', '18+1']);
    const jobs = await context.db.frameJobs.due(1000);
    expect(new Set(jobs.map(({ family }) => family))).to.deep.equal(new Set(['rrfs']));
    const inAnalysis = modelProducts.rrfs.filter(({ source }) => (source as ModelSource).records.every(({ over }) => over === 'instant')); // prettier-ignore
    expect(jobs).to.have.length(2 * (inAnalysis.length + modelProducts.rrfs.length - 1)); // the terrain is in the analysis only
  });

  it('requests the fields, hours and runs of the settings alone', async () => {
    await close();
    const limits = { HRRR_FIELDS: 't2m,gust', HRRR_HOURS: '2', HRRR_EVERY_HOURS: '3' };
    ({ context, close } = await feedContext(bucket, () => now, limits));
    for (const run of ['21', '20', '18']) for (const hour of [0, 1, 2, 3]) publish(run, hour);
    for (let more = true; more;) {
      ({ more } = await hrrr.run(context));
    }
    expect([...(await taken())]).to.have.members(['21+0', '21+1', '21+2']);
    const fields = (await context.db.frameJobs.due(1000)).map(({ product }) => product);
    expect(new Set(fields)).to.deep.equal(new Set(['elevation', 't2m', 'gust']));
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
    publish('21', 2, { leaveOut: ['CAPE'] });
    const report = await hrrr.run(context);
    expect(report.refused.map(({ why }) => why)).to.deep.equal(['expected CAPE:surface in the inventory, got nothing']);
    expect(report.new).to.equal(modelProducts.hrrr.length - 2); // without CAPE, and without the terrain
  });

  it('reports an invalid inventory as refused', async () => {
    publish('21', 2);
    bucket.put('hrrr.20260520/conus/hrrr.t21z.wrfsfcf02.grib2.idx', '<html>busy</html>');
    const report = await hrrr.run(context);
    expect(report.new).to.equal(0);
    expect(report.refused).to.have.length(1);
  });

  describe('with an inventory of another file', () => {
    /** Puts other lines into an inventory. */
    const rewrite = (run: string, hour: string, change: (lines: string[]) => string[]) => {
      const { base, lines } = published(run, hour);
      bucket.put(`${base}.idx`, `${change(lines).join('\n')}\n`);
    };
    const why = async () => (await hrrr.run(context)).refused.map((refused) => refused.why);
    const jobsOf = async (product: string) =>
      (await context.db.frameJobs.due(1000)).filter((job) => job.product === product).length;

    it('stores no other record under the name of a line, and stores the hour when the inventory is right', async () => {
      publish('21', 2);
      const right = published('21', '02').lines;
      rewrite('21', '02', (lines) => {
        const named = lines.map((line) => line.split(':').slice(2).join(':'));
        return lines.map((line, i) => [...line.split(':').slice(0, 2), named[(i + 1) % named.length]].join(':'));
      });
      expect((await why())[0]).to.match(/^the file holds .+; .+ needed$/);
      expect(await context.db.frameJobs.due(1000)).to.deep.equal([]);
      rewrite('21', '02', () => right);
      expect(await why()).to.deep.equal([]);
      expect(await jobsOf('t2m')).to.equal(1);
    });

    it('compares the run and the hour of each message', async () => {
      for (const [holds, found] of [
        [{ hour: 3 }, 'the file is for 2026-05-21T00:00:00.000Z, 2026-05-20T23:00:00.000Z is needed'],
        [
          { referenceAt: new Date('2026-05-20T20:00:00Z'), hour: 3 },
          'the file is of the run 2026-05-20T20:00:00.000Z, 2026-05-20T21:00:00.000Z is needed',
        ],
      ] as const) {
        publish('21', 2, { holds });
        expect(await why()).to.deep.equal([found]);
      }
      expect(await context.db.frameJobs.due(1000)).to.deep.equal([]);
    });

    it('refuses an inventory of another run', async () => {
      publish('21', 2);
      rewrite('21', '02', (lines) => lines.map((line) => line.replace('d=2026052021', 'd=2026051921')));
      expect(await why()).to.deep.equal(['expected records of 2026052021, got one of "2026051921"']);
    });

    it('does not take the sum of the run for that of the hour', async () => {
      publish('21', 2);
      rewrite('21', '02', (lines) => lines.map((line) => line.replace('1-2 hour acc', '0-2 hour acc')));
      expect(await why()).to.deep.equal(['expected APCP:surface in the inventory, got nothing']);
      expect(await jobsOf('precip-1h')).to.equal(0);
    });

    it('goes on to other hours', async () => {
      for (const hour of [1, 2, 3, 4]) publish('21', hour, { holds: hour <= 2 ? { hour: 9 } : {} });
      const report = await hrrr.run(context);
      expect(report.refused).to.have.length(2);
      expect([...(await taken())]).to.have.members(['21+3', '21+4']);
      expect(report.more).to.equal(false);
      await finishAll();
      expect(await hrrr.run(context), 'only the two are left').to.include({ new: 0, more: false });
    });
  });

  it('fetches components in one message once', async () => {
    publish('21', 2);
    const { base, file, lines, offsets } = published('21', '02');
    const [u, v] = ['UGRD', 'VGRD'].map((name) => lines.findIndex((line) => line.includes(`:${name}:10 m`)));
    const [start, end] = [Math.min(u, v), Math.max(u, v)];
    expect(end - start, 'they follow one another').to.equal(1);
    const [first, second] = [start, end].map((at) => file.subarray(offsets[at], offsets[at + 1] ?? file.length));
    const both = oneMessage(first, second);
    const tail = file.subarray(offsets[end + 1] ?? file.length);
    const moved = first.length + second.length - both.length;
    bucket.put(base, Buffer.concat([file.subarray(0, offsets[start]), both, tail]));
    const changed = lines.map((line, i) => {
      const [, offset, ...rest] = line.split(':');
      const at = i === end ? offsets[start] : Number(offset) - (i > end ? moved : 0);
      return [i === start ? '9.1' : i === end ? '9.2' : String(i + 1), at, ...rest].join(':');
    });
    bucket.put(`${base}.idx`, `${changed.join('\n')}\n`);
    expect((await hrrr.run(context)).refused).to.deep.equal([]);
    const wind = (await context.db.frameJobs.due(1000)).find(({ product }) => product === 'wind10m');
    expect(await context.objects.get(wind?.rawKey ?? '')).to.deep.equal(both);
  });
});

/** Two messages of one field each as one message of two: the second repeats its sections from 4 on. */
function oneMessage(first: Buffer, second: Buffer): Buffer {
  let at = 16;
  while (second[at + 4] !== 4) at += second.readUInt32BE(at);
  const joined = Buffer.concat([first.subarray(0, -4), second.subarray(at)]);
  joined.writeBigUInt64BE(BigInt(joined.length), 8);
  return joined;
}
