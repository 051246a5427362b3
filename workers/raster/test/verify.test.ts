import { frameKeys, rawKey, type FrameName } from '@severe/catalogue';
import { expect } from 'chai';
import { forgetBroken, verifyFrames } from '../src/verify.ts';
import { openTestStores, radarFrame, type TestStores } from './support/test-stores.ts';

describe('verify', () => {
  let stores: TestStores;
  beforeEach(async () => {
    stores = await openTestStores();
  });
  afterEach(() => stores.close());

  const frameAt = (minutes: number): FrameName => {
    const frame = radarFrame(0);
    return { ...frame, validAt: new Date(frame.validAt.getTime() + minutes * 60_000) };
  };

  /** Publishes a frame, with its finished job. @returns the keys of its objects */
  async function publish(frame: FrameName): Promise<{ tiles: string; values: string }> {
    const { db, platform, clock } = stores;
    const keys = frameKeys(frame, 'build');
    await platform.objects.put(keys.tiles, new Uint8Array(3));
    await platform.objects.put(keys.values, new Uint8Array(5));
    const objects = { tilesKey: keys.tiles, tilesBytes: 3, valuesKey: keys.values, valuesBytes: 5 };
    await db.frames.insert({ ...frame, publishedAt: clock(), ...objects, simulated: false });
    const id = await db.frameJobs.insert({ ...frame, rawKey: rawKey(frame, 'grib2') });
    await db.frameJobs.finish(id!, 'done');
    return keys;
  }
  const verified = () => verifyFrames({ db: stores.db, objects: stores.platform.objects });

  it('finds nothing where every row has its objects', async () => {
    for (const minutes of [0, 2]) await publish(frameAt(minutes));
    const none = { objects: 0, bytes: 0 };
    expect(await verified()).to.deep.equal({ frames: 2, jobs: 0, broken: [], unnamed: none });
  });

  it('finds objects that are absent, of another size, or without a row', async () => {
    const [whole, short, gone] = [await publish(frameAt(0)), await publish(frameAt(2)), await publish(frameAt(4))];
    const { objects } = stores.platform;
    await objects.put(short.values, new Uint8Array(4));
    await objects.delete([gone.tiles]);
    await objects.put(`${whole.values}.old`, new Uint8Array(7));
    const { broken, unnamed } = await verified();
    expect(broken.map(({ key, problem }) => [key, problem])).to.deep.equal([
      [short.values, 'other size'],
      [gone.tiles, 'absent'],
    ]);
    expect(unnamed).to.deep.equal({ objects: 1, bytes: 7 });
  });

  it('finds waiting jobs without their file', async () => {
    const [here, gone] = [frameAt(0), frameAt(2)];
    for (const frame of [here, gone]) await stores.db.frameJobs.insert({ ...frame, rawKey: rawKey(frame, 'grib2') });
    await stores.platform.objects.put(rawKey(here, 'grib2'), new Uint8Array(9));
    const { jobs, broken } = await verified();
    expect(jobs).to.equal(2);
    expect(broken.map(({ key, problem }) => [key, problem])).to.deep.equal([[rawKey(gone, 'grib2'), 'absent']]);
  });

  it('forgets broken frames with their jobs, so that their feeds fetch them again, and no others', async () => {
    await publish(frameAt(0));
    const gone = await publish(frameAt(2));
    await stores.platform.objects.delete([gone.values]);
    const { broken } = await verified();
    await forgetBroken(broken, { db: stores.db, pubsub: stores.platform.pubsub });
    const { family, product } = frameAt(0);
    const left = (await stores.db.frames.all(family)).map(({ validAt }) => validAt);
    expect(left).to.deep.equal([frameAt(0).validAt]);
    const known = await stores.db.frameJobs.existing(
      family,
      product,
      null,
      [frameAt(0), frameAt(2)].map(({ validAt }) => validAt),
    );
    expect(known).to.deep.equal([frameAt(0).validAt]);
    expect((await verified()).broken).to.deep.equal([]);
  });
});
