import type { Database, Frame } from '@severe/db';
import { expect } from 'chai';
import { FrameIndex } from '../src/frame-index.ts';
import { createFrameLook } from '../src/look-for-frames.ts';
import { frameRow } from './support/frames.ts';

const at = (time: string) => new Date(`2026-05-20T${time}Z`);
const vil = { family: 'radar', id: 'vil', everySeconds: 120 } as const;

describe('look-for-frames', () => {
  let rows: Frame[];
  let index: FrameIndex;
  let reads: number;
  let answer: () => Promise<void>;
  let lookFor: ReturnType<typeof createFrameLook>;
  const stamps = () => index.runs('radar', 'vil')[0].frames.map(({ stamp }) => stamp.slice(8));
  const row = (time: string) => frameRow({ product: 'vil', validAt: at(time) });

  beforeEach(() => {
    index = new FrameIndex();
    rows = [row('22:00:00')];
    index.add(rows[0]);
    reads = 0;
    answer = () => Promise.resolve();
    const after: Database['frames']['after'] = async (family, product, id) => {
      reads++;
      const found = rows.filter((each) => each.family === family && each.product === product && each.id > id);
      await answer();
      return found;
    };
    const list = async (names: readonly unknown[]) => names.forEach((name) => index.add(name as Frame));
    lookFor = createFrameLook({ index, frames: { after }, list });
  });

  it('adds the frames that another process has published, late ones too', async () => {
    rows.push(row('22:04:00'), row('22:02:00'));
    await lookFor(vil);
    expect(stamps()).to.deep.equal(['2200', '2202', '2204']);
  });

  it('reads once for requests of the same moment', async () => {
    await Promise.all(Array.from({ length: 50 }, () => lookFor(vil)));
    expect(reads).to.equal(1);
  });

  it('finds what was published during an earlier read, with one read more for all who wait', async () => {
    let release = () => {};
    answer = () => new Promise<void>((resolve) => (release = resolve));
    const first = lookFor(vil);
    await new Promise(setImmediate);
    rows.push(row('22:02:00'));
    const later = Promise.all(Array.from({ length: 50 }, () => lookFor(vil)));
    answer = () => Promise.resolve();
    release();
    await first;
    await later;
    expect(stamps()).to.deep.equal(['2200', '2202']);
    expect(reads).to.equal(2);
  });

  it('lets no request wait for a database that does not answer, and continues when it does', async () => {
    answer = () => Promise.reject(new Error('the database is away'));
    await lookFor(vil);
    let release = () => {};
    answer = () => new Promise<void>((resolve) => (release = resolve));
    await lookFor(vil);
    await lookFor(vil);
    rows.push(row('22:02:00'));
    answer = () => Promise.resolve();
    release();
    await new Promise(setImmediate);
    await lookFor(vil);
    expect(stamps()).to.deep.equal(['2200', '2202']);
  });

  it('ends the wait for a read that hangs', async () => {
    answer = () => new Promise(() => {});
    await lookFor(vil);
    expect(stamps()).to.deep.equal(['2200']);
  });
});
