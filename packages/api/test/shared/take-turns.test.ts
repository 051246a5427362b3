import { expect } from 'chai';
import type { Incoming } from '@severe/http';
import { takeTurns } from '../../src/shared/take-turns.ts';

const of = (address: string, portion?: string): Incoming =>
  ({ address, portion, headers: {}, wanted: () => new AbortController().signal }) as unknown as Incoming;

/** Lets what may begin do so. */
const begin = () => new Promise(setImmediate);

describe('api/take-turns', () => {
  const begun: string[] = [];
  let runInTurn: ReturnType<typeof takeTurns>;
  let end: () => void;
  let ended: Promise<void>;
  beforeEach(() => {
    begun.length = 0;
    ended = new Promise((resolve) => (end = resolve));
    runInTurn = takeTurns(({ address }) => address ?? '', { rowsIn: () => 0 });
  });

  async function ask(client: Incoming, work: number): Promise<void> {
    const handle = async (): Promise<void> => {
      begun.push(`${client.portion ?? client.address} ${work}`);
      await ended;
    };
    await runInTurn(client, () => work, handle);
  }

  it('does a bounded work of each client at once, while others find a place', async () => {
    const greedy = Array.from({ length: 9 }, () => ask(of('greedy'), 3));
    const dear = [ask(of('dear'), 20), ask(of('dear'), 1)];
    const others = [ask(of('other'), 1)];
    await begin();
    expect(begun).to.deep.equal(['greedy 3', 'greedy 3', 'dear 20', 'other 1']);
    end();
    await Promise.all([...greedy, ...dear, ...others]);
    expect(begun).to.have.length(12);
  });

  it('gives several small answers to one client at once, as a map asks for them', async () => {
    const map = Array.from({ length: 40 }, () => ask(of('map'), 1));
    await begin();
    expect(begun).to.have.length(6);
    end();
    await Promise.all(map);
  });

  it('has turns for each account, from whichever address, also beside a busy one at the same address', async () => {
    const asked = [ask(of('here', 'a'), 6), ask(of('there', 'a'), 6), ask(of('here', 'b'), 6), ask(of('here'), 6)];
    await begin();
    expect(begun).to.deep.equal(['a 6', 'b 6', 'here 6']);
    end();
    await Promise.all(asked);
  });

  it('lets what waits for others pass', () => {
    for (let i = 0; i < 100; i++) void ask(of('one'), 0);
    expect(begun).to.have.length(100);
    end();
  });
});
