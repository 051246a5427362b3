import { setMaxListeners } from 'node:events';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@severe/testing/until';
import { Allowance } from '../src/allowance.ts';
import { Bundles } from '../src/bundles.ts';
import { RequestQueue, type Purpose } from '../src/request-queue.ts';
import { Rest } from '../src/rest.ts';

/** A map that says that it moves. */
function movable() {
  let moved = (): void => {};
  const map = { on: (_name: string, then: () => void) => (moved = then) };
  return { map: map as never, move: () => moved() };
}

const left = (remaining: number, seconds = 1) => ({
  'X-RateLimit-Limit': '300',
  'X-RateLimit-Remaining': String(remaining),
  RateLimit: `"anonymous";r=${remaining};t=${seconds}`,
});

describe('viewer/request-queue', () => {
  const { fetch: realFetch } = globalThis;
  let asked: string[] = [];
  /** Responses that are held until they are let go. */
  let held: Map<string, () => void> | undefined;
  let respond: (url: string) => Response = () => new Response('image');
  let shownAt = 0;
  /** Ends what is still wanted when a test is over. */
  let end: AbortController;
  let never: AbortSignal;
  const shown: Purpose = { at: 0, isShown: () => true };
  const other = (at: number): Purpose => ({ at, isShown: () => false });

  beforeEach(() => {
    end = new AbortController();
    never = end.signal;
    setMaxListeners(0, never);
    [asked, held, respond, shownAt] = [[], undefined, () => new Response('image'), 0];
    globalThis.fetch = (async (url: string, { signal }: { signal: AbortSignal }) => {
      asked.push(url);
      if (held) {
        await new Promise<void>((resolve, reject) => {
          held!.set(url, resolve);
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      }
      return respond(url);
    }) as typeof fetch;
  });
  afterEach(() => end.abort());
  after(() => void (globalThis.fetch = realFetch));

  const create = () => {
    const [rest, allowance] = [new Rest(), new Allowance()];
    const { map, move } = movable();
    rest.watch(map);
    return { queue: new RequestQueue(rest, allowance, () => shownAt), move };
  };

  it('asks for what is in sight first, then for what is nearest in time, a few at a time', async () => {
    const { queue } = create();
    [held, shownAt] = [new Map(), 10];
    for (const at of [1, 30, 12, 9, 2]) queue.fetch(`at ${at}`, other(at), never).catch(() => {});
    queue.fetch('shown', shown, never).catch(() => {});
    await until(() => asked.length === 4);
    expect(asked).to.deep.equal(['shown', 'at 9', 'at 12', 'at 2']);
    await pause(300);
    expect(asked.length).to.equal(4);
    held.get('at 12')!();
    await until(() => asked.length === 5);
    expect(asked[4]).to.equal('at 1');
  });

  it('asks for nothing while the map moves, and for what is in sight before all is at rest', async () => {
    const { queue, move } = create();
    const moving = setInterval(move, 10);
    move();
    queue.fetch('later', other(0), never).catch(() => {});
    queue.fetch('shown', shown, never).catch(() => {});
    await pause(250);
    expect(asked).to.deep.equal([]);
    clearInterval(moving);
    await until(() => asked.length === 1);
    expect(asked).to.deep.equal(['shown']);
    await until(() => asked.length === 2);
  });

  it('never asks for what is not wanted any more', async () => {
    const { queue, move } = create();
    move();
    const controller = new AbortController();
    const gone = queue.fetch('gone', other(0), controller.signal).catch((error: Error) => error.name);
    queue.fetch('wanted', other(1), never).catch(() => {});
    controller.abort();
    expect(await gone).to.equal('AbortError');
    await until(() => asked.length > 0);
    await pause(200);
    expect(asked).to.deep.equal(['wanted']);
  });

  it('asks for nothing while the service refuses, and then for the same again', async () => {
    const { queue } = create();
    respond = () => new Response('', { status: asked.length === 1 ? 429 : 200, headers: { 'Retry-After': '1' } });
    const first = queue.fetch('one', shown, never);
    await until(() => asked.length === 1);
    const second = queue.fetch('two', shown, never);
    await pause(700);
    expect(asked).to.deep.equal(['one']);
    expect([(await first).status, (await second).status]).to.deep.equal([200, 200]);
    expect(asked.toSorted()).to.deep.equal(['one', 'one', 'two']);
  });

  it('does not hold up others for an image that is not available', async () => {
    const { queue } = create();
    respond = (url) => new Response('', { status: url === 'broken' ? 503 : 200 });
    queue.fetch('broken', shown, never).catch(() => {});
    await until(() => asked.length === 1);
    expect((await queue.fetch('sound', shown, never)).status).to.equal(200);
  });

  it('leaves two thirds of the limit for what is in sight', async () => {
    const { queue } = create();
    respond = () => new Response('', { headers: left(300 - asked.length, 2) });
    for (let i = 0; i < 140; i++) queue.fetch(`other ${i}`, other(i), never).catch(() => {});
    await until(() => asked.length >= 100);
    await pause(500);
    expect(asked.length).to.be.within(100, 104); // those that were on their way
    respond = () => new Response(''); // from memory: not counted
    await queue.fetch('shown', shown, never);
    await until(() => asked.length === 141, { everyMs: 50 }); // the next is freed, and those in memory hold up nothing
  });

  it('shares a bundle between all tiles that want it, keeps it, and ends its request when the last has left', async () => {
    const { queue } = create();
    const bundles = new Bundles(queue);
    held = new Map();
    respond = () => {
      const form = new FormData();
      form.append('202605202218/6/14/25', new Blob(['png']), 'a.png');
      return new Response(form);
    };
    const one = new AbortController();
    const left1 = bundles.file('bundle', '202605202218/6/14/25', other(0), one.signal).catch(() => 'left');
    const stays = bundles.file('bundle', '202605202218/6/15/25', shown, never);
    await until(() => held!.has('bundle'));
    one.abort();
    expect(await left1).to.equal('left');
    held.get('bundle')!();
    expect(await stays).to.equal(undefined); // clear
    const file = await bundles.file('bundle', '202605202218/6/14/25', shown, never);
    expect(await file!.text()).to.equal('png');
    expect(asked).to.deep.equal(['bundle']);

    const last = new AbortController();
    const dropped = bundles.file('other', 'x', other(0), last.signal).catch(() => 'left');
    await until(() => held!.has('other'));
    last.abort();
    expect(await dropped).to.equal('left');
    held = undefined;
    expect(await bundles.file('other', 'x', other(0), never)).to.equal(undefined); // asked again
    expect(asked).to.deep.equal(['bundle', 'other', 'other']);
  });

  it('asks for a bundle again after a failure', async () => {
    const { queue } = create();
    const bundles = new Bundles(queue);
    respond = () => (asked.length === 1 ? new Response('', { status: 404 }) : new Response(new FormData()));
    const failure = await bundles.file('bundle', 'x', shown, never).catch((error: Error) => error.message);
    expect(failure).to.equal('bundle responded with 404');
    expect(await bundles.file('bundle', 'x', shown, never)).to.equal(undefined);
  });
});
