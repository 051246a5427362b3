import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError, UpstreamError } from '@severe/base';
import { radarSites } from '@severe/catalogue';
import { readVolume } from '@severe/nexrad';
import { expect } from 'chai';
import { volumeFile } from '@severe/nexrad/testing/radar-volume';
import { sharedFile } from '@severe/testing/shared';
import type { Feed, FeedContext } from '../../src/feed.ts';
import { createNexradFeed, followedSites } from '../../src/feeds/nexrad/feed.ts';
import { keyAt } from '../../src/feeds/nexrad/keys.ts';
import type { Pace } from '../../src/feeds/nexrad/pace.ts';
import { Bucket, feedContext } from '../support/stand-ins.ts';

const minute = 60_000;
const live = 'unidata-nexrad-level2-chunks.s3.amazonaws.com';
const archive = 'unidata-nexrad-level2.s3.amazonaws.com';

/** Both buckets behind one door: keys begin with the name of the host. */
class Buckets extends Bucket {
  constructor() {
    super('https:/');
  }

  override async bytes(url: string, options = {}): Promise<Buffer | undefined> {
    const { host, pathname, search } = new URL(url);
    const keys = [...this.files.keys()].filter((key) => key.startsWith(`${host}/`));
    const own = new Bucket(`https://${host}`);
    for (const key of keys) own.files.set(key.slice(host.length + 1), this.files.get(key)!);
    if (this.away) throw this.away;
    if (!search) this.asked.push(pathname.slice(1));
    return own.bytes(url, options);
  }
}

/** What a radar sends; most tests have the same few. */
const made = new Map<number, Uint8Array>();
function volumeOf(startedAt: Date): Uint8Array {
  const volume = made.get(startedAt.getTime()) ?? volumeFile(startedAt);
  made.set(startedAt.getTime(), volume);
  return volume;
}

/** Three records as they are packed, which nothing here unpacks. */
function packedRecords(): Buffer {
  const record = Buffer.concat([Buffer.from([0, 0, 0, 12]), Buffer.from('BZh91AY&SY..')]);
  return Buffer.concat([Buffer.from('AR2V0006.001'.padEnd(24, '\0')), record, record, record]);
}

/** Looks at every run. */
const always: Pace = { isDue: () => true, listed() {}, isArchiveDue: () => true, archiveListed() {} };

describe('feeds/nexrad', () => {
  let now: Date;
  let buckets: Buckets;
  let context: FeedContext;
  let close: () => Promise<void>;
  let feed: Feed;

  beforeEach(async () => {
    now = new Date('2026-05-21T00:10:30Z'); // ten minutes into a new day's folder
    buckets = new Buckets();
    feed = createNexradFeed(always);
    ({ context, close } = await feedContext(buckets, () => now, { NEXRAD_SITES: 'KTLX' }));
  });
  afterEach(() => close());

  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * minute);
  const nameOf = (startedAt: Date) => startedAt.toISOString().replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
  /** Puts chunks of a volume: its beginning is its first half, the last chunk the rest. */
  function putChunks(number: number, startedAt: Date, sequences: number[], last = 4): void {
    const raw = volumeOf(startedAt);
    const size = Math.ceil(raw.length / last);
    for (const sequence of sequences) {
      const kind = sequence === 1 ? 'S' : sequence === last ? 'E' : 'I';
      const key = `KTLX/${number}/${nameOf(startedAt)}-${String(sequence).padStart(3, '0')}-${kind}`;
      buckets.put(`${live}/${key}`, raw.subarray((sequence - 1) * size, sequence * size));
    }
  }
  const putArchived = (startedAt: Date, bytes: Uint8Array = Buffer.from('AR2V0006.001')) =>
    buckets.put(`${archive}/${keyAt('KTLX', startedAt)}_V06`, bytes);
  const waiting = async () =>
    (await context.db.frameJobs.due(100)).map((job) => job.validAt.toISOString().slice(11, 19));
  const finishAll = async () => {
    for (const job of await context.db.frameJobs.due(100)) await context.db.frameJobs.finish(job.id, 'done');
  };

  describe('live', () => {
    it('assembles a volume when its last chunk has arrived', async () => {
      putChunks(185, at(5), [4, 1, 3, 2]);
      expect(await feed.run(context)).to.include({ new: 1 });
      const [job] = await context.db.frameJobs.due(1);
      expect(job).to.deep.include({ family: 'nexrad', product: 'KTLX', runAt: null, validAt: at(5) });
      const raw = (await context.objects.get(job.rawKey)) as Buffer;
      expect(Buffer.compare(raw, volumeOf(at(5)))).to.equal(0);
    });

    it('waits for the last chunk and for late ones', async () => {
      putChunks(185, at(5), [1, 2]);
      expect(await feed.run(context)).to.include({ new: 0 });
      putChunks(185, at(5), [4]);
      expect(await feed.run(context)).to.include({ new: 0 });
      putChunks(185, at(5), [3]);
      expect(await feed.run(context)).to.include({ new: 1 });
      expect(await feed.run(context)).to.include({ new: 0 });
    });

    it('stores an incomplete volume when the next volume has progressed', async () => {
      putChunks(185, at(6), [1, 2, 4]);
      putChunks(186, at(1), [1]);
      expect(await feed.run(context)).to.include({ new: 0 });
      putChunks(186, at(1), [1, 2]);
      expect(await feed.run(context)).to.include({ new: 0 }); // it was 186 that a start finds
      expect(await waiting()).to.deep.equal([]);

      feed = createNexradFeed(always);
      buckets.files.clear();
      putChunks(185, at(6), [1]);
      await feed.run(context); // follows 185
      putChunks(185, at(6), [1, 2, 4]);
      putChunks(186, at(1), [1, 2]);
      expect(await feed.run(context)).to.include({ new: 0 }); // something has come of 185
      expect(await feed.run(context)).to.include({ new: 1 });
      expect(await waiting()).to.deep.equal(['00:04:30']);
    });

    it('stores a volume without an end after 15 minutes', async () => {
      putChunks(185, at(14), [1, 2]);
      expect(await feed.run(context)).to.include({ new: 0 });
      now = new Date(now.getTime() + 2 * minute);
      expect(await feed.run(context)).to.include({ new: 1 });
    });

    it('reads a volume without its first chunk from the archive', async () => {
      putChunks(185, at(5), [2, 3, 4]);
      putChunks(186, at(1), [1, 2]);
      expect(await feed.run(context)).to.include({ new: 0 });
      putChunks(186, at(1), [1, 2, 3, 4]);
      expect(await feed.run(context)).to.include({ new: 1 });
    });

    it('continues from volume 999 to volume 1', async () => {
      putChunks(998, at(16), [1, 2, 3, 4]);
      putChunks(999, at(10), [1, 2, 3]);
      expect(await feed.run(context)).to.include({ new: 0 });
      putChunks(999, at(10), [4]);
      putChunks(1, at(4), [1, 2, 3, 4]);
      expect(await feed.run(context)).to.include({ new: 2 });
      expect(await waiting()).to.deep.equal(['00:06:30', '00:00:30']);
    });

    it('lists one volume per run once the current volume is known', async () => {
      putChunks(185, at(5), [1, 2]);
      await feed.run(context);
      buckets.asked.length = 0;
      await feed.run(context);
      expect(buckets.asked).to.deep.equal([]); // no chunk is fetched before its volume is over
    });

    it('finds a radar again that continues with another number', async () => {
      putChunks(185, at(5), [1, 2, 3, 4]);
      await feed.run(context);
      now = new Date(now.getTime() + 20 * minute);
      await feed.run(context);
      putChunks(300, at(2), [1, 2, 3, 4]);
      expect(await feed.run(context)).to.include({ new: 1 });
    });

    it('assembles the chunks of a real volume', async function () {
      const first = sharedFile(this, 'data/raster/nexrad/chunks-185-20260811-225858/20260811-225858-001-S');
      const folder = join(first, '..');
      now = new Date('2026-08-11T23:06:00Z');
      const names = readdirSync(folder).filter((name) => /-[SIE]$/.test(name));
      for (const name of names) buckets.put(`${live}/KTLX/185/${name}`, readFileSync(join(folder, name)));
      expect(await feed.run(context)).to.include({ new: 1 });
      const [job] = await context.db.frameJobs.due(1);
      const volume = readVolume((await context.objects.get(job.rawKey)) as Buffer);
      expect(Math.floor(volume.header.startedAt / 1000)).to.equal(job.validAt.getTime() / 1000);
      expect(volume.sweeps.every(({ isComplete }) => isComplete)).to.equal(true);
    });
  });

  it('looks for volumes when they are due', async () => {
    feed = createNexradFeed();
    putChunks(185, at(5), [1, 2, 3]);
    await feed.run(context);
    putChunks(185, at(5), [4]);
    now = new Date(now.getTime() + 20_000);
    expect(await feed.run(context)).to.include({ new: 0, isIdle: true });
    now = new Date(now.getTime() + 10_000);
    expect(await feed.run(context)).to.include({ new: 1 });
  });

  describe('archive', () => {
    it('fills the last hour across midnight, newest first, three at a time', async () => {
      for (const minutes of [5, 11, 17, 23, 50, 70]) putArchived(at(minutes));
      expect(await feed.run(context)).to.include({ new: 3, more: true });
      expect(await waiting()).to.deep.equal(['00:05:30', '23:59:30', '23:53:30']);
      await finishAll();
      expect(await feed.run(context)).to.include({ new: 2, more: false });
      expect(await waiting()).to.deep.equal(['23:47:30', '23:20:30']);
    });

    it('ignores metadata files', async () => {
      buckets.put(`${archive}/${keyAt('KTLX', at(5))}_V06_MDM`, 'metadata');
      expect(await feed.run(context)).to.deep.include({ new: 0, refused: [] });
      expect(buckets.asked).to.deep.equal([]);
    });

    it('does not fetch a live volume again from the archive', async () => {
      putChunks(185, at(5), [1, 2, 3, 4]);
      putArchived(at(5));
      expect(await feed.run(context)).to.include({ new: 1, unchanged: 1 });
      expect(buckets.asked.filter((path) => path.includes('V06'))).to.deep.equal([]);
    });

    it('skips a volume until its upload is complete', async () => {
      const whole = packedRecords();
      putArchived(at(5), whole.subarray(0, -5));
      expect(await feed.run(context)).to.include({ new: 0 });
      putArchived(at(5), whole);
      expect(await feed.run(context)).to.include({ new: 1 });
    });
  });

  it('follows the sites of the setting, by three or four letters, or all', () => {
    expect(followedSites('KTLX,ktlx,KINX')).to.deep.equal(['KTLX', 'KINX']);
    expect(followedSites('all')).to.have.length(radarSites.length);
    expect(() => followedSites('KTLX,KXXX,KYYY')).to.throw(StartError, 'no radar site KXXX, KYYY');
  });

  it('fails if the provider is unavailable', async () => {
    buckets.away = new UpstreamError(live, 'answers 503');
    await feed.run(context).then(
      () => expect.fail('expected a failure'),
      (error: unknown) => expect(error).to.equal(buckets.away),
    );
  });
});
