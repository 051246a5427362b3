import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** An answer, without its body. */
export interface Answer {
  /** 0 if the connection failed. */
  status: number;
  ms: number;
}

/** A client behind the trusted proxy, with connections of its own. */
export class Client {
  readonly #agent: Agent;
  readonly #base: string;
  readonly #headers: Record<string, string>;

  /** @param headers of each request: `X-Forwarded-For` is its address */
  constructor(base: string, headers: Record<string, string>, connections = 16) {
    this.#base = `${base}/api/v1`;
    this.#headers = headers;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  async ask(path: string, more: Record<string, string> = {}): Promise<Answer> {
    const startedAt = performance.now();
    const sent = request(this.#base + path, { agent: this.#agent, headers: { ...this.#headers, ...more } }).end();
    const status = await once(sent, 'response').then(
      async ([response]) => {
        for await (const _ of response) continue;
        return response.statusCode as number;
      },
      () => 0,
    );
    return { status, ms: performance.now() - startedAt };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** What others got in some time. */
export interface Measured {
  answers: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Asks as others do, one request of each client after another at a steady rate, whatever the answers take.
 *
 * @param until ends the measurement
 */
export async function measureOthers(
  clients: readonly Client[],
  paths: readonly string[],
  until: AbortSignal,
  perSecond = 20,
): Promise<Measured> {
  const answers: Answer[] = [];
  const running = new Set<Promise<void>>();
  for (let turn = 0; !until.aborted; turn++) {
    const asked = clients[turn % clients.length].ask(paths[turn % paths.length]).then((one) => void answers.push(one));
    running.add(asked);
    void asked.finally(() => running.delete(asked));
    await pause(1000 / perSecond);
  }
  await Promise.all(running);
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const quantile = (q: number): number => times[Math.min(times.length - 1, Math.floor(q * times.length))];
  return {
    answers: answers.length,
    failed: answers.filter(({ status }) => status !== 200).length,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

/** Prints what others got alone and attacked, beside the attack. Standard output is read by the suite. */
export function printMeasured(title: string, rows: Record<string, Measured>, attack: string): void {
  const lines = Object.entries(rows).map(
    ([name, { answers, failed, p50Ms, p99Ms }]) =>
      `    ${name.padEnd(10)} p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${failed} of ${answers} failed`,
  );
  process.stderr.write(`  ${title}\n${lines.join('\n')}\n    attack     ${attack}\n`);
}
