import { Dice } from '../api/world.ts';
import { Client } from './clients.ts';
import { neighbourOf, randomRequest, readableOperations, writtenRequest, type SoughtRequest } from './requests.ts';

/** A request and its work. */
export interface DearRequest {
  request: SoughtRequest;
  /** As it was sent, below the prefix. */
  target: string;
  status: number;
  /** Processor milliseconds of service and database together. */
  cpuMs: number;
  bytes: number;
}

/** How many are reported, and how many are changed in search of dearer ones. */
const worst = 20;
/** Of one endpoint at most this many are among the worst, so that others are searched too. */
const worstOfEndpoint = 4;

export interface Search {
  base: string;
  /** CPU seconds of service and database. */
  cpu: () => number;
  seconds: number;
  seed: number;
}

/**
 * Looks for the dearest requests: first one of each endpoint, then random ones and changes of the worst, one at a time.
 *
 * @returns the worst, dearest first, measured once more, and the number of requests
 */
export async function findDearest({
  base,
  cpu,
  seconds,
  seed,
}: Search): Promise<{ found: DearRequest[]; tried: number }> {
  const document = (await (await fetch(`${base}/api/v1/openapi.json`)).json()) as Record<string, unknown>;
  const operations = readableOperations(document);
  const client = new Client(base, '203.0.113.1', 1);
  const dice = new Dice(seed);
  let found: DearRequest[] = [];
  let tried = 0;

  async function measure(request: SoughtRequest): Promise<DearRequest> {
    const target = writtenRequest(request, dice);
    const before = cpu();
    const { status, bytes } = await client.ask({ name: target, path: () => target }, new Dice(1));
    return { request, target, status, cpuMs: (cpu() - before) * 1000, bytes };
  }

  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const isNew = tried < operations.length * 2 || found.length === 0 || dice.between(0, 1) < 0.4;
    const operation = tried < operations.length * 2 ? operations[tried % operations.length] : dice.one(operations);
    const request = isNew ? randomRequest(operation, dice) : neighbourOf(dice.one(found).request, dice);
    tried++;
    found = withNext(found, await measure(request));
  }
  const again: DearRequest[] = [];
  for (const { request } of found) again.push(await measure(request));
  client.close();
  return { found: again.sort((a, b) => b.cpuMs - a.cpuMs), tried };
}

function withNext(found: DearRequest[], next: DearRequest): DearRequest[] {
  const { path } = next.request.operation;
  const sorted = [...found, next].sort((a, b) => b.cpuMs - a.cpuMs);
  let ofEndpoint = 0;
  return sorted
    .filter(({ request }) => request.operation.path !== path || ++ofEndpoint <= worstOfEndpoint)
    .slice(0, worst);
}

/** One line for each request. */
export function dearLines(found: DearRequest[]): string[] {
  return found.map(
    ({ cpuMs, status, bytes, target }) =>
      `${cpuMs.toFixed(0).padStart(5)} ms | ${status} | ${(bytes / 1024).toFixed(0).padStart(5)} KiB | ${target.slice(0, 200)}`,
  );
}
