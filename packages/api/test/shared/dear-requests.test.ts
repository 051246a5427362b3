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
    const request = async (address: string, units: number, until: Promise<void>) =>
      runInTurn({ address, headers: {}, wanted: () => never } as Incoming, units, async () => {
        begun.push(`${address} ${units}`);
        await until;
      });

    const greedy = Array.from({ length: 3 }, () => request('greedy', 3, ended));
    await request('greedy', 2, Promise.resolve());
    await request('other', 3, Promise.resolve());
    expect(begun).to.have.members(['greedy 3', 'greedy 3', 'greedy 2', 'other 3']);
    end();
    await Promise.all(greedy);
    expect(begun).to.have.length(5);
  });
});
