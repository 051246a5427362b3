import { silentLog } from '@severe/base';
import { channels } from '@severe/catalogue';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { followFrames, type FollowOptions, type Follower } from '../src/follow-frames.ts';
import { FrameIndex } from '../src/frame-index.ts';
import { frameRow, TestFrames } from './support/frames.ts';

const at = (time: string) => new Date(`2026-05-20T${time}Z`);
const pause = (ms = 5) => new Promise((done) => setTimeout(done, ms));

/** The bus, in one function. */
function bus() {
  const listeners = new Set<(message: never) => void>();
  return {
    listeners,
    say: (message: object) => listeners.forEach((listener) => listener(message as never)),
    port: {
      announce: async () => undefined,
      subscribe: async (channel: string, listener: (message: never) => void) => {
        expect(channel).to.equal(channels.frames);
        listeners.add(listener);
        return async () => void listeners.delete(listener);
      },
      ping: async () => undefined,
      close: async () => undefined,
    } as FollowOptions['pubsub'],
  };
}

describe('follow-frames', () => {
  let frames: TestFrames;
  let index: FrameIndex;
  let follower: Follower;
  let told: string[];
  const wire = bus();
  const event = (kind: string, validAt: Date) => ({
    kind,
    family: 'radar',
    product: 'vil',
    runAt: null,
    validAt: validAt.toISOString(),
  });
  const stamps = () => index.runs('radar', 'vil')[0]?.frames.map(({ stamp }) => stamp.slice(8)) ?? [];

  const follow = async (refreshMs = 60_000, fullMs = 600_000) => {
    follower = await followFrames({
      index,
      db: frames.db,
      pubsub: wire.port,
      log: silentLog,
      refreshMs,
      fullMs,
      onAdded: ({ stamp }) => told.push(`+${stamp.slice(8)}`),
      onRemoved: ({ stamp }) => told.push(`-${stamp.slice(8)}`),
    });
  };

  beforeEach(() => {
    frames = new TestFrames();
    index = new FrameIndex();
    told = [];
    frames.rows.push(frameRow({ product: 'vil', validAt: at('22:00:00') }));
  });
  afterEach(() => follower.close());

  it('loads the rows at the start', async () => {
    await follow();
    expect(stamps()).to.deep.equal(['2200']);
    expect(told).to.deep.equal(['+2200']);
  });

  it('applies events of new and removed frames', async () => {
    await follow();
    frames.rows.push(frameRow({ product: 'vil', validAt: at('22:02:00') }));
    wire.say(event('published', at('22:02:00')));
    await until(() => stamps().length === 2);
    expect(stamps()).to.deep.equal(['2200', '2202']);
    frames.rows.shift();
    wire.say(event('removed', at('22:00:00')));
    await until(() => stamps().length === 1);
    expect(stamps()).to.deep.equal(['2202']);
    expect(told).to.deep.equal(['+2200', '+2202', '-2200']);
  });

  it('reads the row of an event, and uses the row', async () => {
    await follow();
    wire.say(event('published', at('22:30:00'))); // of the other world, or gone again
    await pause();
    expect(stamps()).to.deep.equal(['2200']);
  });

  for (const [how, fullMs] of [
    ['at the next look at what has changed', 600_000],
    ['at the next full read', 0],
  ] as const) {
    it(`finds missed events ${how}`, async () => {
      await follow(10, fullMs);
      const { looks } = frames;
      frames.rows = [frameRow({ product: 'vil', validAt: at('22:04:00') })];
      await until(() => told.length === 3);
      expect(stamps()).to.deep.equal(['2204']);
      expect(told).to.deep.equal(['+2200', '-2200', '+2204']);
      expect(frames.looks > looks).to.equal(fullMs > 0);
    });
  }

  it('reads the frames of no product when nothing has changed', async () => {
    await follow(10);
    const before = frames.reads - frames.looks;
    await until(() => frames.looks >= 3);
    expect(frames.reads - frames.looks).to.equal(before);
  });

  it('keeps a frame that was published again after it was removed', async () => {
    await follow(100);
    const again = frameRow({ product: 'vil', validAt: at('22:00:00') });
    frames.rows = [again];
    wire.say(event('published', at('22:00:00')));
    await until(() => frames.looks >= 2); // they tell that the row of before is gone
    expect(index.newest('radar', 'vil')?.id).to.equal(again.id);
    expect(told).to.deep.equal(['+2200', '+2200']);
  });

  it('reads all frames of another database', async () => {
    await follow(10);
    frames.changes.since = async () => undefined; // a backup was restored
    frames.rows = [frameRow({ product: 'vil', validAt: at('22:06:00') })];
    await until(() => told.length === 3);
    expect(stamps()).to.deep.equal(['2206']);
  });

  it('lists a frame that another process reports, without waiting for the next full read', async () => {
    await follow();
    frames.rows.push(frameRow({ product: 'vil', validAt: at('22:02:37') }));
    await follower.list([{ family: 'radar', product: 'vil', runAt: null, validAt: at('22:02:37') }]);
    expect(stamps()).to.deep.equal(['2200', '2202']);
    expect(told).to.deep.equal(['+2200', '+2202']);
  });

  it('reads no row for a frame that is listed', async () => {
    await follow();
    const before = frames.reads;
    await follower.list([{ family: 'radar', product: 'vil', runAt: null, validAt: at('22:00:00') }]);
    expect(frames.reads).to.equal(before);
  });

  it('ends the wait for a frame if its row is gone or the rows cannot be read', async () => {
    await follow();
    const name = { family: 'radar', product: 'vil', runAt: null, validAt: at('22:30:00') } as const;
    await follower.list([name]);
    frames.away = true;
    await follower.list([name]);
    expect(stamps()).to.deep.equal(['2200']);
  });

  describe('looks for the frames of a product', () => {
    const vil = { family: 'radar', id: 'vil', everySeconds: 120 } as const;
    const appear = (time: string) => frames.rows.push(frameRow({ product: 'vil', validAt: at(time) }));
    let reads: number;
    /** When a read of newer rows ends. */
    let answer: () => Promise<void>;
    beforeEach(async () => {
      reads = 0;
      answer = () => Promise.resolve();
      const { after } = frames.table;
      frames.table.after = async (...of) => {
        reads++;
        const rows = await after(...of);
        await answer();
        return rows;
      };
      await follow();
    });

    it('adds those that another process has published, late ones too', async () => {
      appear('22:04:00');
      appear('22:02:00');
      await follower.lookFor(vil);
      expect(stamps()).to.deep.equal(['2200', '2202', '2204']);
      expect(told).to.deep.equal(['+2200', '+2202', '+2204']);
    });

    it('reads once for requests of the same moment', async () => {
      await Promise.all(Array.from({ length: 50 }, () => follower.lookFor(vil)));
      expect(reads).to.equal(1);
    });

    it('finds what was published during an earlier read, with one read more for all who wait', async () => {
      let release = () => {};
      answer = () => new Promise<void>((resolve) => (release = resolve));
      const first = follower.lookFor(vil);
      await pause();
      appear('22:02:00');
      const later = Promise.all(Array.from({ length: 50 }, () => follower.lookFor(vil)));
      answer = () => Promise.resolve();
      release();
      await first;
      await later;
      expect(stamps()).to.deep.equal(['2200', '2202']);
      expect(reads).to.equal(2);
    });

    it('keeps no request waiting for a database that does not answer, and continues when it does', async () => {
      answer = () => Promise.reject(new Error('the database is away'));
      await follower.lookFor(vil);
      let release = () => {};
      answer = () => new Promise<void>((resolve) => (release = resolve));
      await follower.lookFor(vil);
      await pause();
      await follower.lookFor(vil);
      appear('22:02:00');
      answer = () => Promise.resolve();
      release();
      await pause();
      await follower.lookFor(vil);
      expect(stamps()).to.deep.equal(['2200', '2202']);
    });

    it('ends the wait for a read that hangs', async () => {
      let release = () => {};
      answer = () => new Promise((resolve) => (release = resolve));
      await follower.lookFor(vil);
      expect(stamps()).to.deep.equal(['2200']);
      release();
    });
  });

  it('keeps a frame that is announced during a full read', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { all } = frames.table;
    frames.table.all = async (family) => {
      const rows = await all(family); // what was there before the event …
      await held;
      return rows;
    };
    const following = follow();
    await pause();
    frames.rows.push(frameRow({ product: 'vil', validAt: at('22:02:00') }));
    wire.say(event('published', at('22:02:00')));
    release();
    await following;
    await until(() => stamps().length === 2);
    expect(stamps()).to.deep.equal(['2200', '2202']);
  });

  it('keeps the index while the rows cannot be read, and catches up later', async () => {
    await follow(10);
    frames.away = true;
    frames.rows.push(frameRow({ product: 'vil', validAt: at('22:02:00') }));
    wire.say(event('published', at('22:02:00')));
    await pause(30);
    expect(stamps()).to.deep.equal(['2200']);
    frames.away = false;
    await until(() => stamps().length === 2);
    expect(stamps()).to.deep.equal(['2200', '2202']);
  });

  it('reads everything once after a flood of events', async () => {
    await follow();
    const before = frames.reads;
    for (let i = 0; i < 2000; i++) wire.say(event('published', at('22:00:00')));
    await pause(20);
    expect(frames.reads - before).to.be.below(600);
  });

  it('does not listen after it is closed', async () => {
    await follow(10);
    await follower.close();
    const before = frames.reads;
    await pause(30);
    expect(frames.reads).to.equal(before);
    expect(wire.listeners.size).to.equal(0);
  });
});

describe('follow-frames without a database at the start', () => {
  it('fails, and removes its listener', async () => {
    const frames = new TestFrames();
    frames.away = true;
    const wire = bus();
    const options = {
      index: new FrameIndex(),
      db: frames.db,
      pubsub: wire.port,
      log: silentLog,
    };
    const error = await followFrames(options).catch((reason: Error) => reason);
    expect(error).to.have.property('message', 'the database is away');
    expect(wire.listeners.size).to.equal(0);
  });
});
