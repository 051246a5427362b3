import { Dice } from '@severe/testing/hostile/dice';
import { createJudge } from './judge.ts';
import { makeRequest, operationsOf, type HostileRequest } from './make.ts';
import { sender } from './send.ts';

/** A request with a wrong response. */
export interface Finding {
  /** Its number: the same seed and number make it again. */
  number: number;
  request: HostileRequest;
  problem: string;
}

export interface Tally {
  statuses: Map<number, number>;
  /** Number of 503 responses by path: documented, but worth reporting. */
  unavailable: Map<string, number>;
  findings: Finding[];
  /** Milliseconds of every refusal (4xx), and of every other response; ascending. */
  refusedMs: number[];
  answeredMs: number[];
}

export interface Bombardment {
  /** URL of the service with its prefix: `http://127.0.0.1:8080/api/v1`. */
  url: string;
  seed: number;
  /** Number of the first request, and count of requests. */
  from?: number;
  requests: number;
  /** Number of concurrent requests. */
  together?: number;
  /** A slower response is a finding. */
  slowMs: number;
  /** Maximum number of stored findings of one kind; further ones are only counted. */
  onProgress?: (done: number, found: number) => void;
}

/** Makes requests from the OpenAPI document of a service, sends them, and checks every response. */
export async function bombard(plan: Bombardment): Promise<Tally> {
  const { url, seed, from = 0, requests, together = 16, slowMs, onProgress } = plan;
  const { origin, pathname: prefix } = new URL(url);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as object;
  const operations = operationsOf(document);
  const judge = createJudge(document, operations, prefix);
  const { send, close } = sender(origin);
  const tally: Tally = { statuses: new Map(), unavailable: new Map(), findings: [], refusedMs: [], answeredMs: [] };
  let next = from;
  let done = 0;

  async function work(): Promise<void> {
    while (next < from + requests) {
      const number = next++;
      const request = makeRequest(operations, prefix, new Dice(seed * 1_000_003 + number));
      const found = (problem: string): void => void tally.findings.push({ number, request, problem });
      try {
        const got = await send(request);
        count(tally.statuses, got.status);
        if (got.status === 503) count(tally.unavailable, request.target.split('?')[0]);
        (got.status >= 400 ? tally.refusedMs : tally.answeredMs).push(got.ms);
        for (const problem of judge(request, got)) found(problem);
        if (got.ms > slowMs) found(`answered after ${Math.round(got.ms)} ms`);
      } catch (error) {
        found(`no answer: ${(error as Error).message}`);
      }
      onProgress?.(++done, tally.findings.length);
    }
  }
  await Promise.all(Array.from({ length: together }, work));
  close();
  for (const times of [tally.refusedMs, tally.answeredMs]) times.sort((a, b) => a - b);
  return tally;
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** A finding as text. */
export function described({ number, request, problem }: Finding): string {
  const { method, target, headers, body } = request;
  const shown = `${method} ${target.length > 300 ? `${target.slice(0, 300)}… (${target.length})` : target}`;
  const sent = body ? ` body ${JSON.stringify(body.toString().slice(0, 120))} (${body.length} octets)` : '';
  return `${number}: ${problem}\n    ${JSON.stringify(shown).slice(1, -1)} ${JSON.stringify(headers).slice(0, 200)}${sent}`;
}
