import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMetrics, createOps } from '@severe/api';
import { someTime, startTestApi, type TestService } from '@severe/api/testing/service';
import { CacheBudget } from '@severe/async';
import { loadSettings, silentLog } from '@severe/base';
import { channels } from '@severe/catalogue';
import { UnsentBytes } from '@severe/http';
import { run as listen } from '@severe/testing/serve';
import { requireTool } from '@severe/testing/tools';
import { createTileServer, type TileServer } from '@severe/tiles';
import { parser } from '@prometheus-io/lezer-promql';
import { expect } from 'chai';
import { parse } from 'yaml';
import { boards, boardsFolder, textOf } from '../scripts/dashboards/boards.ts';

const infra = new URL('../infra/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, infra), 'utf8');

interface Rule {
  alert: string;
  expr: string;
}
const rules = (parse(read('prometheus/rules.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
/** What autoscaling asks for, with what the adapter of Prometheus puts into it. */
const adapted = Object.values(
  (parse(read('prometheus/adapter.yml')) as { rules: Record<string, { seriesQuery: string; metricsQuery: string }[]> })
    .rules,
)
  .flat()
  .map(({ seriesQuery, metricsQuery }) => {
    const [series] = seriesQuery.split('{');
    const parts = { Series: series, LabelMatchers: 'namespace="severe"', GroupBy: 'pod' };
    return [series, metricsQuery.replaceAll(/<<\.(\w+)>>/g, (_, part: keyof typeof parts) => parts[part])];
  });
const expressions = [
  ...adapted,
  ...rules.map(({ alert, expr }) => [alert, expr]),
  ...Object.values(boards).flatMap(({ rows }) =>
    rows.flatMap(({ graphs }) => graphs.flatMap(({ title, lines }) => lines.map(([expr]) => [title, expr]))),
  ),
];

/** A use of a metric in an expression: its name, and the labels that select series of it. */
interface Selector {
  name: string;
  matchers: { label: string; operator: string; value: string }[];
}

/** The selectors of an expression, by Prometheus' own grammar. @throws {Error} if it is no expression */
function selectorsIn(expression: string): Selector[] {
  const found: Selector[] = [];
  const textOf = ({ from, to }: { from: number; to: number }): string => expression.slice(from, to);
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`not an expression: ${expression}`);
      if (node.name !== 'VectorSelector') return;
      const name = node.node.getChild('Identifier');
      const matchers = (node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(
        (matcher) => ({
          label: textOf(matcher.getChild('LabelName')!),
          operator: textOf(matcher.getChild('MatchOp')!),
          value: JSON.parse(textOf(matcher.getChild('StringLiteral')!)) as string,
        }),
      );
      found.push({ name: textOf(name!), matchers });
    },
  });
  return found;
}

/** The labels by which an expression groups or matches series. */
function groupingLabelsIn(expression: string): string[] {
  const labels: string[] = [];
  parser.parse(expression).iterate({
    enter({ name, node, from, to }) {
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') labels.push(expression.slice(from, to));
    },
  });
  return labels;
}

/** Labels that Prometheus adds. */
const addedLabels = new Set(['job', 'instance', 'namespace', 'pod']);
/** Labels whose values depend on what happens. */
const openLabels = new Set(['route', 'status of severe_http_requests_total']);

/** What a scrape has: the values of each label by metric. */
type Scrape = Map<string, Map<string, Set<string>>>;

function scrapeOf(text: string): Scrape {
  const metrics: Scrape = new Map();
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? [^ ]+$/gm)) {
    const known = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, known);
    for (const [, label, value] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return metrics;
}

/** Rows and requests after which every metric has a value. */
async function useEverything({ db, platform, ask }: TestService): Promise<void> {
  const at = (time: string): Date => new Date(`2026-05-20T${time}Z`);
  await ask('/api/v1/radar/products');
  const run = { source: 'radar', startedAt: at('22:10:00'), durationMs: 1000 };
  await db.sourceRuns.record({ feed: 'mrms', ...run });
  await db.sourceRuns.recordData('radar', at('22:10:00'));
  await db.sourceLeases.take({ source: 'radar', feed: 'mrms', owner: 'here', leaseMs: 15_000 });
  const frame = { family: 'radar', product: 'vil', runAt: null, validAt: at('22:10:00') };
  const id = (await db.frameJobs.insert({ ...frame, rawKey: 'raw' }))!;
  await db.frameJobs.giveUp({ id, attempts: 0 }, 'dead', 'failed three times');
  const objects = { tilesKey: null, tilesBytes: 0, valuesKey: 'v', valuesBytes: 1 };
  await db.frames.insert({ ...frame, ...objects, publishedAt: at('22:12:00'), simulated: true });
  const event = {
    kind: 'published',
    family: 'radar',
    product: 'vil',
    runAt: null,
    validAt: at('22:10:00').toISOString(),
  };
  await platform.pubsub.announce(channels.frames, event);
}

/** Metrics that have a value only after a delivery. */
const afterDeliveries = new Map([['severe_webhook_delay_seconds', new Map([['quantile', new Set(['0.5', '0.99'])]])]]);

describe('monitoring', () => {
  let service: TestService;
  let tiles: TileServer;
  let scrape: Scrape;

  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    const { db, platform, api } = service;
    const common = { settings: loadSettings({}), db, platform, clock: () => new Date(someTime), log: silentLog };
    tiles = await createTileServer({ ...common, budget: new CacheBudget(64 << 20), publicUrl: () => '' });
    await useEverything(service);
    // The metrics of a process with a tile server are those of one without, and some more.
    const unsent = new UnsentBytes({ maxBytes: Infinity });
    const withTiles = createOps({
      ...common,
      simulated: true,
      tiles,
      unsent,
      traffic: { hosts: () => [{ host: 'api.weather.gov', answers: 1, bytes: 100 }] },
      api: { ...api, metrics: createMetrics() },
    });
    const port = await listen(withTiles.listener);
    const texts = await Promise.all(
      [service.opsPort, port].map(async ({ ask }) => (await ask('/metrics')).body.toString()),
    );
    scrape = new Map([...scrapeOf(texts.join('\n')), ...afterDeliveries]);
    await port.close();
    await withTiles.close();
  });
  after(async () => {
    await tiles?.close();
    await service?.close();
  });

  it('uses no metric, label or value that the service does not have', () => {
    for (const [where, expression] of expressions) {
      const selectors = selectorsIn(expression);
      for (const { name, matchers } of selectors) {
        if (name === 'up') continue; // of Prometheus
        const labels = scrape.get(name);
        expect(labels, `${name} in ${where}`).to.not.equal(undefined);
        for (const { label, operator, value } of matchers) {
          if (addedLabels.has(label) || openLabels.has(label) || openLabels.has(`${label} of ${name}`)) continue;
          const values = [...(labels!.get(label) ?? [])];
          const wanted = operator.includes('~') ? alternativesOf(value) : [value.replaceAll('.', '\\.')];
          for (const each of wanted)
            expect(
              values.some((known) => new RegExp(`^(?:${each})$`).test(known)),
              `${name}{${label}="${each}"} in ${where}`,
            ).to.equal(true);
        }
      }
      const known = new Set(selectors.flatMap(({ name }) => [...(scrape.get(name)?.keys() ?? [])]));
      for (const label of groupingLabelsIn(expression))
        expect(known.has(label) || addedLabels.has(label), `${label} in ${where}`).to.equal(true);
    }
  });

  it('shows every metric of the service on a dashboard, and describes it', () => {
    const shown = new Set(expressions.flatMap(([, expression]) => selectorsIn(expression).map(({ name }) => name)));
    const operating = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');
    const described = new Map(
      [...operating.matchAll(/`(severe_\w+)(?:\{([\w,]*)\})?`/g)].map(([, name, labels = '']) => [name, labels]),
    );
    const own = [...scrape].filter(([name]) => name.startsWith('severe_'));
    const baseOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');
    for (const [name, labels] of own) {
      const base = baseOf(name);
      expect(shown.has(name) || shown.has(`${base}_bucket`), `${name} is shown`).to.equal(true);
      const expected = [...labels.keys()].filter((label) => label !== 'le').toSorted();
      expect(described.get(base)?.split(',').filter(Boolean).toSorted(), `${base} is described`).to.deep.equal(
        expected,
      );
    }
    expect(own.length).to.be.above(25);
    for (const name of described.keys())
      expect(
        own.some(([each]) => baseOf(each) === name),
        name,
      ).to.equal(true);
  });

  it('has dashboards as their sources say', () => {
    for (const [name, board] of Object.entries(boards))
      expect(readFileSync(new URL(name, boardsFolder), 'utf8'), `${name}: npm run dashboards`).to.equal(textOf(board));
  });

  it('has rules and a configuration that promtool accepts', function () {
    this.timeout(60_000);
    requireTool(this, 'promtool', 'prometheus');
    const promtool = (...args: string[]): string =>
      execFileSync('promtool', args, { cwd: fileURLToPath(infra), encoding: 'utf8', stdio: 'pipe' });
    promtool('check', 'config', 'prometheus/prometheus.yml');
    expect(promtool('check', 'rules', 'prometheus/rules.yml')).to.include(`${rules.length} rules found`);
    expect(promtool('test', 'rules', 'prometheus/rules.test.yml')).to.include('SUCCESS');
  });

  it('has a test of every rule, in which it fires and in which it does not', () => {
    interface RuleTest {
      alert_rule_test: { alertname: string; exp_alerts: object[] }[];
    }
    const { tests } = parse(read('prometheus/rules.test.yml')) as { tests: RuleTest[] };
    const all = tests.flatMap((test) => test.alert_rule_test);
    for (const { alert } of rules)
      for (const fires of [true, false])
        expect(
          all.some(({ alertname, exp_alerts: expected }) => alertname === alert && expected.length > 0 === fires),
          `${alert} ${fires ? 'fires' : 'does not fire'}`,
        ).to.equal(true);
  });
});

/** `a|b` → `a`, `b`; alternatives in parentheses stay together. */
function alternativesOf(pattern: string): string[] {
  return pattern.includes('(') ? [pattern] : pattern.split('|');
}
