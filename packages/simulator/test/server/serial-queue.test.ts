import { expect } from 'chai';
import { SerialQueue } from '../../src/server/serial-queue.ts';

describe('server/serial-queue', () => {
  it('runs one task at a time, and other events in between', async () => {
    const turns = new SerialQueue();
    const seen: string[] = [];
    const work = (name: string) => () => {
      seen.push(name);
      setImmediate(() => seen.push(`what came during ${name}`));
    };
    await Promise.all([turns.run(work('first')), turns.run(work('second')), turns.run(work('third'))]);
    expect(seen.slice(0, 5)).to.deep.equal([
      'first',
      'what came during first',
      'second',
      'what came during second',
      'third',
    ]);
  });

  it('rejects for a failed task and continues with the next', async () => {
    const turns = new SerialQueue();
    const failed = turns.run(() => {
      throw new Error('no such thing');
    });
    const next = turns.run(() => 7);
    expect(await failed.catch((error: Error) => error.message)).to.equal('no such thing');
    expect(await next).to.equal(7);
  });
});
