import type { RequestListener } from 'node:http';
import { serveOps, type OpsPage } from '@severe/api';
import { messageOf, UpstreamError, type Log } from '@severe/base';
import type { Ready } from './child.ts';

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

interface Group {
  /** The same from every process. */
  head: Set<string>;
  samples: string[];
}

/** Joins metrics in the text format of Prometheus, in which all samples of a metric are one group. Each sample says whose it is. */
export function joinMetrics(texts: readonly string[]): string {
  const groups = new Map<string, Group>();
  for (const text of texts) {
    let group: Group | undefined;
    for (const line of text.split('\n')) {
      const name = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        group = groups.get(name) ?? { head: new Set(), samples: [] };
        groups.set(name, group);
        group.head.add(line);
      } else if (line !== '') {
        group?.samples.push(line);
      }
    }
  }
  return Array.from(groups.values(), ({ head, samples }) => [...head, ...samples, ''].join('\n')).join('\n');
}
