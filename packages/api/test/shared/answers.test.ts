import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import type { DataSet } from '@severe/db';
import { Reply } from '@severe/http';
import { createAnswers } from '../../src/shared/answers.ts';

describe('api/answers', () => {
  let version: number;
  let made: number;
  beforeEach(() => {
    version = 1;
    made = 0;
  });
  const known = () =>
    new Map<string, DataSet>([['alerts', { name: 'alerts', version, changedAt: new Date(0), dataAt: null }]]);
  const versions = { known, current: async () => known() };
  const asked = (key: string, change: { seconds?: number; body?: string; wait?: number } = {}) => ({
    key,
    of: ['alerts'],
    seconds: change.seconds ?? 60,
    async make() {
      made++;
      await new Promise((resolve) => setTimeout(resolve, change.wait ?? 1));
      return new Reply(200, {}, Buffer.from(change.body ?? `answer ${made}`));
    },
  });

  it('makes an answer once for all who ask together, and for all who ask later', async () => {
    const answers = createAnswers(versions, 1 << 20);
    const together = await Promise.all([answers(asked('a')), answers(asked('a')), answers(asked('b'))]);
    expect([together[0] === together[1], made]).to.deep.equal([true, 2]);
    expect(await answers(asked('a'))).to.equal(together[0]);
    expect(made).to.equal(2);
  });

  it('is good for a minute at most while there is no data yet of what it is made of', async () => {
    const answers = createAnswers(versions, 1 << 20);
    const kept = async (key: string, of: string[], seconds: number) =>
      (await answers({ ...asked(key, { seconds }), of })).headers['Cache-Control'];
    expect(await kept('a', ['alerts'], 86_400)).to.equal(undefined); // the rule of its endpoint
    expect(await kept('b', ['alerts', 'places'], 86_400)).to.include('max-age=60,');
    expect(await kept('c', ['places'], 5)).to.equal(undefined);
  });

  it('makes it anew when the data has changed, or its time is over', async () => {
    const answers = createAnswers(versions, 1 << 20);
    await answers(asked('a'));
    version = 2;
    await answers(asked('a'));
    expect(made).to.equal(2);
    await answers(asked('b', { seconds: 0 }));
    await answers(asked('b', { seconds: 0 }));
    expect(made).to.equal(4);
  });

  it('lets an answer stand until the data changes, its time is over, or nothing is known of the data', async () => {
    let isKnown = true;
    const answers = createAnswers({ ...versions, known: () => (isKnown ? known() : undefined) }, 1 << 20);
    const { stands } = await answers(asked('a'));
    expect(stands!()).to.equal(true);
    isKnown = false;
    expect(stands!()).to.equal(false);
    isKnown = true;
    expect(stands!()).to.equal(true);
    version = 2;
    expect(stands!()).to.equal(false);
    const brief = await answers(asked('b', { seconds: 0.05 }));
    expect(brief.stands!()).to.equal(true);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(brief.stands!()).to.equal(false);
  });

  it('does not wait for an answer about data that has changed since', async () => {
    const answers = createAnswers(versions, 1 << 20);
    const slow = answers(asked('a', { wait: 50 }));
    await new Promise((resolve) => setTimeout(resolve, 10));
    version = 2;
    const fresh = await answers(asked('a'));
    expect(fresh).to.not.equal(await slow);
    expect(made).to.equal(2);
  });

  it('does not keep what was old already when it was made', async () => {
    const answers = createAnswers(versions, 1 << 20);
    const old = { ...asked('a'), make: async () => new Reply(200, { Age: '60' }, Buffer.from(`answer ${++made}`)) };
    await answers(old);
    expect(String((await answers(old)).body)).to.equal('answer 2');
  });

  it('waits longer where it is told to', async () => {
    const answers = createAnswers(versions, 1 << 20);
    const hasty = await answers({ ...asked('a', { wait: 40 }), patienceMs: 5 }).catch((error: unknown) => error);
    expect(hasty).to.be.instanceOf(UpstreamError);
    expect((await answers({ ...asked('b', { wait: 40 }), patienceMs: 30_000 })).status).to.equal(200);
  });

  it('keeps no more than its bytes', async () => {
    const answers = createAnswers(versions, 64 << 10);
    for (let i = 0; i < 20; i++) await answers(asked(`${i}`, { body: 'x'.repeat(8000) }));
    await answers(asked('19'));
    expect(made).to.equal(20);
    await answers(asked('0'));
    expect(made).to.equal(21);
  });

  it('passes errors on that are not the database’s, and remembers none', async () => {
    const answers = createAnswers(versions, 1 << 20);
    const failing = (error: Error) => ({ ...asked('a'), make: () => Promise.reject(error) });
    await answers(asked('a', { seconds: 0 }));
    version = 2;
    expect((await answers(failing(new UpstreamError('database', 'away')))).headers.Age).to.equal('0');
    const thrown = await answers(failing(new RangeError('ours'))).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(RangeError);
    expect((await answers(asked('a'))).headers).to.not.have.property('Age');
  });
});
