import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { Dice } from '../api/world.ts';
import { ordinary, type Kind } from './ordinary.ts';
import { writtenRequest, type SoughtRequest } from './requests.ts';

export interface Answer {
  kind: string;
  status: number;
  ms: number;
  bytes: number;
  retryAfterMs: number;
}

/** A client with an address of its own, behind one trusted proxy. */
export class Client {
  readonly #agent: Agent;
  readonly #base: string;
  readonly #address: string;

  constructor(base: string, address: string, connections: number) {
    this.#base = `${base}/api/v1`;
    this.#address = address;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  async ask({ name, path }: Kind, dice: Dice): Promise<Answer> {
    const startedAt = performance.now();
    const headers = { 'Accept-Encoding': 'br', 'X-Forwarded-For': this.#address };
    const call = request(this.#base + path(dice), { agent: this.#agent, headers }).end();
    const [response] = await once(call, 'response');
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    const given = (header: string): number => Number(response.headers[header] ?? 0);
    return {
      kind: name,
      status: response.statusCode,
      ms: performance.now() - startedAt,
      bytes,
      retryAfterMs: given('retry-after') * 1000,
    };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Requests of the greedy client at the same time. */
const greedyConnections = 32;

/** Asks for the mix as fast as the limit allows, until `signal` aborts. */
export async function beGreedy(
  base: string,
  signal: AbortSignal,
  mix: readonly SoughtRequest[],
  seen: Answer[],
): Promise<void> {
  const client = new Client(base, '192.0.2.66', greedyConnections);
  const dice = new Dice(66);
  let next = 0;
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const request = mix[next++ % mix.length];
      const kind = { name: request.operation.path, path: () => writtenRequest(request, dice) };
      const answer = await client.ask(kind, dice);
      seen.push(answer);
      if (answer.status === 429) await pause(Math.min(answer.retryAfterMs, 1000), signal);
    }
  };
  await Promise.all(Array.from({ length: greedyConnections }, work));
  client.close();
}

/** Other addresses, each with this many requests in a second: below their limit. */
const others = 8;
const perSecond = 4;

/** Asks like maps, at a steady rate whatever the answers take, until `signal` aborts. */
export async function beOrdinary(base: string, signal: AbortSignal, seen: Answer[]): Promise<void> {
  const clients = Array.from({ length: others }, (_, i) => new Client(base, `198.51.100.${i + 1}`, 16));
  const dice = new Dice(67);
  const running = new Set<Promise<void>>();
  for (let turn = 0; !signal.aborted; turn++) {
    const asked = clients[turn % others]
      .ask(ordinary[turn % ordinary.length], dice)
      .then((answer) => void seen.push(answer));
    running.add(asked);
    void asked.finally(() => running.delete(asked));
    await pause(1000 / others / perSecond, signal);
  }
  await Promise.all(running);
  for (const client of clients) client.close();
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
