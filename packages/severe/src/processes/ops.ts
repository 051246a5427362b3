import type { RequestListener } from 'node:http';
import { serveOps, type OpsPage } from '@severe/api';
import { messageOf, UpstreamError, type Log } from '@severe/base';
import type { Ready } from './child.ts';
import { joinMetrics } from './join-metrics.ts';

type Children = readonly (Ready | undefined)[];

/** Longest wait for a process. */
const answerMs = 5_000;

const json = (status: number, body: object): Awaited<ReturnType<OpsPage>> => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});

/** Probes and metrics of several processes: they are ready if each is, and each sample has the number of its process. */
export function opsOf(children: () => Children, log: Log): RequestListener {
  const pages = new Map<string, OpsPage>([
    ['/healthz', () => Promise.resolve(json(200, { status: 'ok' }))],
    ['/readyz', () => readinessOf(children())],
    ['/metrics', () => metricsOf(children())],
  ]);
  return serveOps(pages, log);
}

const pageOf = ({ opsUrl }: Ready, path: string): Promise<Response> =>
  fetch(`${opsUrl}${path}`, { signal: AbortSignal.timeout(answerMs) });

async function metricsOf(children: Children): ReturnType<OpsPage> {
  const up = children.filter((child) => child !== undefined);
  const found = await Promise.allSettled(up.map((child) => pageOf(child, '/metrics')));
  const pages = found.flatMap((each) => (each.status === 'fulfilled' && each.value.ok ? [each.value] : []));
  if (pages.length === 0) throw new UpstreamError('processes', `none of ${children.length} has metrics now`);
  const body = joinMetrics(await Promise.all(pages.map((page) => page.text())));
  return { status: 200, type: pages[0].headers.get('Content-Type') ?? 'text/plain', body };
}

interface Readiness {
  ok: boolean;
  body: { status: string };
}

async function readinessOf(children: Children): ReturnType<OpsPage> {
  const found = await Promise.all(children.map(readiness));
  const bad = found.find(({ ok }) => !ok);
  const { status } = (bad ?? found.find(({ body }) => body.status !== 'ready') ?? found[0]).body;
  return json(bad ? 503 : 200, { status, processes: found.map(({ body }) => body) });
}

async function readiness(child: Ready | undefined): Promise<Readiness> {
  if (!child) return { ok: false, body: { status: 'starting' } };
  try {
    const page = await pageOf(child, '/readyz');
    return { ok: page.ok, body: (await page.json()) as Readiness['body'] };
  } catch (error) {
    return { ok: false, body: { status: `unanswered: ${messageOf(error)}` } };
  }
}
