import { OverBudgetError } from '@severe/base';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { FairQueue } from '../src/fair-queue.ts';
import { FairTurns } from '../src/fair-turns.ts';

describe('async/fair-queue', () => {
  it('gives clients turns, and each client its items in order', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.push(item[0], item);
    expect([queue.size, queue.waitingOf('a'), queue.waitingOf('d')]).to.deep.equal([6, 3, 0]);
    const order = Array.from({ length: 7 }, () => queue.shift()?.item);
    expect(order).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
    expect([queue.size, queue.waitingOf('a')]).to.deep.equal([0, 0]);
  });

  it('gives the next turn to the client that has had the least time', () => {
    const queue = new FairQueue<string>();
    for (const client of ['long', 'short']) for (let i = 0; i < 8; i++) queue.push(client, `${client} ${i}`);
    const order: string[] = [];
    for (let next = queue.shift(); next; next = queue.shift()) {
      order.push(next.client);
      queue.charge(next.client, next.client === 'long' ? 40 : 10);
    }
    expect(order.slice(0, 10).filter((client) => client === 'long')).to.have.length(2); // 80 ms beside 80 ms
    expect(order).to.have.length(16);
  });

  it('gives a client that comes later no advantage for the time before, and one that is charged in advance none at all', () => {
    const queue = new FairQueue<string>();
    for (let i = 0; i < 4; i++) queue.push('early', 'x');
    for (let i = 0; i < 2; i++) queue.charge(queue.shift()!.client, 100);
    queue.charge('debtor', 1000);
    for (let i = 0; i < 2; i++) queue.push('late', 'x');
    queue.push('debtor', 'x');
    const order: string[] = [];
    for (let next = queue.shift(); next; next = queue.shift()) {
      order.push(next.client);
      queue.charge(next.client, 100);
    }
    expect(order).to.deep.equal(['late', 'early', 'late', 'early', 'debtor']);
  });

  it('passes over a client that may not have a turn', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'b1']) queue.push(item[0], item);
    expect(queue.shift((client) => client !== 'a')?.item).to.equal('b1');
    expect(queue.shift((client) => client !== 'a')).to.equal(undefined);
    expect(queue.shift()?.item).to.equal('a1');
  });

  it('leaves a place to the others while one client has all that it may have', async () => {
    const turns = new FairTurns({ name: 'test', places: 2, maxWaiting: 10 });
    const begun: string[] = [];
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const turn = (client: string, wait: Promise<void>) =>
      turns.run(client, undefined, async () => {
        begun.push(client);
        await wait;
      });
    const greedy = [turn('greedy', ended), turn('greedy', ended)];
    await turn('other', Promise.resolve());
    await turn('other', Promise.resolve());
    expect([begun, turns.waiting]).to.deep.equal([['greedy', 'other', 'other'], 1]);
    end();
    await Promise.all(greedy);
    expect([begun.length, turns.waiting]).to.deep.equal([4, 0]);
  });

  it('takes turns by the size of work, where it is known before', async () => {
    const turns = new FairTurns({ name: 'test', places: 4, perClient: 2, maxWaiting: 10 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const turn = (client: string, size: number) =>
      turns.run(
        client,
        undefined,
        async () => {
          begun.push(`${client}${size}`);
          await new Promise<void>((resolve) => ends.push(resolve));
        },
        size,
      );
    const all = [turn('a', 9), turn('a', 1), turn('b', 1), turn('b', 1), turn('b', 1), turn('c', 1)];
    await new Promise(setImmediate);
    expect(begun).to.deep.equal(['a9', 'b1', 'b1']); // a has its two places, b too
    ends[0]();
    await all[0];
    await new Promise(setImmediate);
    expect(begun.slice(3)).to.have.members(['c1', 'a1']); // no place is left for b
    while (begun.length < all.length || ends.length > 0) {
      ends.splice(0).forEach((end) => end());
      await new Promise(setImmediate);
    }
    await Promise.all(all);
  });

  it('gives up a turn that waits for too long, and says what to ask instead', async () => {
    const turns = new FairTurns({ name: 'test', places: 1, maxWaiting: 10, longestWaitMs: 1 });
    let end: () => void = () => undefined;
    const first = turns.run('a', undefined, () => new Promise<void>((resolve) => (end = resolve)));
    const error = await turns.run('a', undefined, async () => undefined).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(OverBudgetError);
    expect((error as OverBudgetError).message)
      .to.include('its turn')
      .and.include('smaller area');
    expect(turns.waiting).to.equal(0);
    end();
    await first;
    await turns.run('a', undefined, async () => undefined);
  });

  it('starts waiting turns in new places, and none until enough have ended after it has fewer', async () => {
    const turns = new FairTurns({ name: 'test', places: 1, perClient: 10, maxWaiting: 10 });
    const ends: (() => void)[] = [];
    const running = Array.from({ length: 6 }, () =>
      turns.run('a', undefined, () => new Promise<void>((end) => ends.push(end))),
    );
    await Promise.resolve();
    turns.setPlaces(4);
    await until(() => ends.length === 4);
    turns.setPlaces(2);
    for (const end of ends.splice(0, 2)) end();
    await Promise.all(running.slice(0, 2));
    expect([ends.length, turns.waiting]).to.deep.equal([2, 2]);
    for (const end of ends.splice(0, 2)) end();
    await until(() => ends.length === 2);
    for (const end of ends) end();
    await Promise.all(running);
  });

  it('removes an item that is not wanted any more', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'b1']) queue.push(item[0], item);
    expect([queue.remove('a', 'a1'), queue.remove('a', 'a1'), queue.remove('b', 'b1')]).to.deep.equal([
      true,
      false,
      true,
    ]);
    expect([queue.size, queue.waitingOf('b'), queue.shift(), queue.shift()]).to.deep.equal([
      1,
      0,
      { client: 'a', item: 'a2' },
      undefined,
    ]);
  });
});
