import { expect } from 'chai';
import type { Incoming } from '@severe/http';
import { takeTurns } from '../../src/shared/dear-requests.ts';

describe('api/dear-requests', () => {
  it('makes two dear answers of a client at once, while others and cheap ones do not wait', async () => {
    const runInTurn = takeTurns(({ address }) => address ?? '');
    const begun: string[] = [];
    const never = new AbortController().signal;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const request = async (address: string, units: number, until: Promise<void>, portion?: string) =>
      runInTurn({ address, portion, headers: {}, wanted: () => never } as unknown as Incoming, units, async () => {
        begun.push(`${portion ?? address} ${units}`);
        await until;
      });

    const greedy = Array.from({ length: 3 }, () => request('greedy', 3, ended));
    await request('greedy', 2, Promise.resolve());
    await request('other', 3, Promise.resolve());
    await request('greedy', 3, Promise.resolve(), 'account 7');
    expect(begun).to.have.members(['greedy 3', 'greedy 3', 'greedy 2', 'other 3', 'account 7 3']);
    end();
    await Promise.all(greedy);
    expect(begun).to.have.length(6);
  });

  it('counts the requests of an account together, from whichever address', async () => {
    const runInTurn = takeTurns(({ address }) => address ?? '');
    let running = 0;
    let most = 0;
    const incoming = (address: string) =>
      ({
        address,
        portion: 'account 7',
        headers: {},
        wanted: () => new AbortController().signal,
      }) as unknown as Incoming;
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((address) =>
        Promise.resolve(
          runInTurn(incoming(address), 3, async () => {
            most = Math.max(most, ++running);
            await new Promise((resolve) => setImmediate(resolve));
            running--;
          }),
        ),
      ),
    );
    expect(most).to.equal(2);
  });
});
