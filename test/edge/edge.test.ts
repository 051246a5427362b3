import { readFileSync } from 'node:fs';
import { apiEndpoints } from '@severe/api';
import { silentLog } from '@severe/base';
import { apiPrefix, createPublicServer, foreignNamesOf, quotaHeaders, ratePolicy, type Endpoint } from '@severe/http';
import { tileEndpoints } from '@severe/tiles';
import { stormField } from '@severe/tiles/testing/fields';
import { infrared } from '@severe/tiles/testing/imagery';
import { openWorld, type Publication, type World } from '@severe/tiles/testing/world';
import { Dice } from '@severe/testing/hostile/dice';
import { run, type Running } from '@severe/testing/serve';
import { shared } from '@severe/testing/shared';
import { requireTool } from '@severe/testing/tools';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { sender, type Got } from '../hostile/requests/send.ts';
import { startEdge, type Edge } from '../../scripts/support/edge.ts';
import { spellingsOf, type Pair } from './spellings.ts';

const seed = Number(process.env['SEVERE_SEED'] ?? 1);
const config = readFileSync(new URL('../../infra/nginx.conf', import.meta.url), 'utf8');
/** The paths that the edge caches. */
const cached = new RegExp(/location ~ (\S+\/) \{/.exec(config)![1]);
/** The parameters that the edge passes on, in order. */
const passed = /map ((?:\$severe_\w+)+) \$severe_rebuilt/.exec(config)![1].split('$severe_').slice(1);

/** Two valid values of every parameter of a cached path. */
const values: Record<string, [string, string]> = {
  ts: ['202605202218', '202605202216'],
  valid: ['202605202200', '202605202300'],
  palette: ['colour-blind', 'standard'],
  smooth: ['true', 'false'],
  product: ['composite-reflectivity', 'vil'],
  variable: ['cape', 'temperature'],
  minutes: ['60', '30'],
  hours: ['6', '12'],
  interval: ['10', '6'],
  lat: ['35.0', '36.5'],
  lon: ['-97.0', '-98.5'],
  tilt: ['0.5', '1.5'],
  sm_dir: ['240', '200'],
  sm_kt: ['35', '20'],
  as_of: ['2026-05-20T22:18:00Z', '2026-05-20T22:16:00Z'],
  frames: ['202605202216,202605202218', '202605202218'],
};
/** Model endpoints need a run instead of a mosaic's time. */
const runs: [string, string] = ['202605202100', '202605202000'];
const pathValues: Record<string, string> = { z: '7', x: '29', y: '50', site: 'KTLX', family: 'radar' };

const endpointsOfEdge = [...apiEndpoints, ...tileEndpoints].filter(
  ({ method, path }: Endpoint<any>) => method === 'GET' && cached.test(apiPrefix + path),
);

function valuesOf({ path }: Endpoint<any>, name: string): [string, string] {
  if (name === 'ts' && /^\/(hrrr|models)/.test(path)) return runs;
  if (name === 'product' && path.startsWith('/nexrad')) return ['reflectivity', 'velocity'];
  if (name === 'product' && path.startsWith('/satellite')) return ['ir', 'visible'];
  return values[name];
}

/** Paths of every endpoint under the edge, each with hostile spellings of its query. */
function targetsOf(endpoint: Endpoint<any>, dice: Dice): string[] {
  const path = endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => pathValues[name] ?? valuesOf(endpoint, name)[0],
  );
  const pairs = Object.keys(endpoint.query).map((name): Pair => [name, valuesOf(endpoint, name)[0]]);
  const spellings = [
    ...spellingsOf(pairs, (name) => valuesOf(endpoint, name)[1], dice),
    ...pairs.slice(0, 3).flatMap((pair) => spellingsOf([pair], (name) => valuesOf(endpoint, name)[1], dice)),
  ];
  return [...new Set(spellings)].map((query) => `${apiPrefix}${path}${query === '' ? '' : `?${query}`}`);
}

function shuffled<T>(all: readonly T[], dice: Dice): T[] {
  const rest = [...all];
  for (let i = rest.length - 1; i > 0; i--) {
    const j = dice.below(i + 1);
    [rest[i], rest[j]] = [rest[j], rest[i]];
  }
  return rest;
}

/** What a client gets, without what belongs to one request or to nginx. */
function contentOf({ status, headers, body }: Got): object {
  const names = ['content-type', 'etag', 'last-modified', 'cache-control', 'x-frame-time', 'x-tile-status', 'vary'];
  const kept = Object.fromEntries(names.map((name) => [name, headers[name]]));
  return { status, ...kept, body: body.toString('latin1') };
}

/** Guarantee G15. The origin is the tile server: its clock stands still, so that equal requests have equal responses. */
describe(`the edge, infra/nginx.conf on nginx (SEVERE_SEED=${seed})`, function () {
  this.timeout(300_000);
  let world: World;
  let origin: Running;
  let upstream: string;
  let direct: ReturnType<typeof sender>;
  const edges: Edge[] = [];

  before(async function () {
    requireTool(this, 'nginx', 'nginx-light');
    const [newest, older] = values.ts.map(momentOf);
    const [newestRun, olderRun] = runs.map(momentOf);
    world = await openWorld({
      before: [
        { validAt: older, name: 'weak', field: () => stormField(30) },
        { validAt: newest },
        { family: 'satellite', product: 'ir', validAt: older, name: 'ir', field: infrared },
        { family: 'satellite', product: 'ir', validAt: newest, name: 'ir', field: infrared },
        ...modelFrames(olderRun, 20),
        ...modelFrames(newestRun, 40),
      ],
    });
    const { handle } = world.server;
    const fallback = (_: unknown, response: { statusCode: number; end: () => void }) => {
      response.statusCode = 404;
      response.end();
    };
    origin = await run(createPublicServer({ handlers: [handle], fallback, log: silentLog }));
    upstream = new URL(origin.url).host;
    direct = sender(`http://${upstream}`);
  });
  after(async () => {
    direct?.close();
    await origin?.close();
    await world?.close();
  });
  afterEach(async () => {
    for (const edge of edges.splice(0)) await edge.close();
  });

  async function openEdge(): Promise<
    Edge & { send: (target: string, headers?: Record<string, string>) => Promise<Got> }
  > {
    const edge = await startEdge(upstream);
    const { send, close } = sender(edge.url);
    edges.push({ ...edge, close: async () => (close(), edge.close()) });
    return { ...edge, send: (target, headers = {}) => send({ method: 'GET', target, headers }) };
  }
  /** As nginx asks. */
  const ask = (target: string): Promise<Got> =>
    direct.send({ method: 'GET', target, headers: { 'X-Forwarded-For': '192.0.2.1' } });

  it('passes on every parameter of the paths that it caches', () => {
    expect(endpointsOfEdge.length).to.be.above(40);
    for (const { path, query } of endpointsOfEdge) {
      const missing = Object.keys(query).filter((name) => !passed.includes(name));
      expect(missing, `parameters of ${path} that infra/nginx.conf drops`).to.deep.equal([]);
    }
    const twice = /odd;\n\s+"~\(\?:\^\|&\)\(([\w|]+)\)/.exec(config)![1];
    expect(twice.split('|'), 'names that must not be repeated').to.deep.equal(passed);
    for (const name of passed) expect(config).to.include(`"~(?:^|&)(${name}(?:=[^&]*)?)(?:&|$)" &$1;`);
  });

  it('passes on every name of other services that these paths refuse', async () => {
    const refused = new Set(endpointsOfEdge.flatMap((endpoint) => [...foreignNamesOf(endpoint).keys()]));
    const names = /"~\(\?:\^\|&\)\(\?:([\w|]+)\)\(\?:\[=&\]\|\$\)" odd;/.exec(config)![1].split('|');
    expect([...refused].filter((name) => !passed.includes(name)).sort()).to.deep.equal(names);
    const edge = await openEdge();
    const { status, body } = await edge.send(`${apiPrefix}/radar/point?lat=35&lon=-97&time=2026-05-20T22:18Z`);
    expect([status, String(body)]).to.match(/422,.*There is no time here\. Write ts/);
  });

  it('passes on the redirect of a path with a slash at its end', async () => {
    const edge = await openEdge();
    const path = `${apiPrefix}/radar/tiles/composite-reflectivity/7/29/50.png`;
    const { status, headers } = await edge.send(`${path}/?ts=202605202218&other=1`);
    expect([status, headers.location]).to.deep.equal([308, `${path}?ts=202605202218&other=1`]);
    expect(edge.cachedKeys()).to.deep.equal([]);
  });

  it('keeps no header about the quota of one client', () => {
    const quota = { policy: ratePolicy('x', 1), allowed: true, remaining: 1, freedInMs: 1 };
    const names = quotaHeaders(quota).filter((_, i) => i % 2 === 0);
    for (const name of names) expect(config).to.include(`proxy_hide_header ${name};`);
  });

  it('answers as the origin, whatever was asked before', async () => {
    const dice = new Dice(seed);
    const targets = endpointsOfEdge.flatMap((endpoint) => targetsOf(endpoint, dice));
    const expected = new Map<string, object>();
    for (const target of targets) expected.set(target, contentOf(await ask(target)));
    expect([...expected.values()].map((content) => (content as Got).status)).to.include.members([200, 404, 422]);

    const wrong: string[] = [];
    let hits = 0;
    for (let round = 0; round < 2; round++) {
      const edge = await openEdge();
      for (const target of [...shuffled(targets, dice), ...shuffled(targets, dice)]) {
        const got = await edge.send(target);
        if (got.headers['x-cache'] === 'HIT') hits++;
        if (JSON.stringify(contentOf(got)) !== JSON.stringify(expected.get(target)))
          wrong.push(`${target}: ${got.status}`);
      }
      // What is kept follows from its key alone, in whatever order it came: the key is what the origin was asked.
      for (const key of edge.cachedKeys()) {
        const target = key.slice(key.indexOf('/')); // the host comes first in keys of documents, which have links
        const [kept, own] = [await edge.send(target), await ask(target)];
        if (JSON.stringify(contentOf(kept)) !== JSON.stringify(contentOf(own))) wrong.push(`the key ${key}`);
      }
    }
    expect(wrong.slice(0, 10)).to.deep.equal([]);
    expect(hits).to.be.above(targets.length);
  });

  it('caches images at the addresses of RainViewer, and passes its lists on', async () => {
    const edge = await openEdge();
    const at = Date.UTC(2026, 4, 20, 22, 18) / 1000;
    for (const path of [`/v2/radar/${at}/256/7/29/50/2/0_0.png`, `/v2/radar/${at}/512/7/36.5/-98.5/2/1_1.png`]) {
      const [first, second] = [await edge.send(path), await edge.send(`${path}?_=1`)];
      expect([first, second].map(({ status, headers }) => [status, headers['x-cache']]), path).to.deep.equal([[200, 'MISS'], [200, 'HIT']]); // prettier-ignore
      expect(second.body.equals((await ask(path)).body), path).to.equal(true);
    }
    const maps = await edge.send('/public/weather-maps.json');
    expect((JSON.parse(maps.body.toString()) as { radar: { past: object[] } }).radar.past).to.have.length(1);
  });

  it('keeps one copy for all spellings that mean the same', async () => {
    const edge = await openEdge();
    const path = `${apiPrefix}/radar/tiles/composite-reflectivity/7/29/50.png`;
    const states = [];
    for (const query of [
      'palette=standard&ts=202605202218',
      'x=1&ts=202605202218&palette=standard&_=7',
      'ts=202605202218&palette=standard&b-c=1',
    ]) {
      states.push((await edge.send(`${path}?${query}`)).headers['x-cache']);
    }
    expect(states).to.deep.equal(['MISS', 'HIT', 'HIT']);
    expect(edge.cachedKeys()).to.deep.equal([`${path}?ts=202605202218&palette=standard`]);
  });

  it('never gives the request id of somebody else, and keeps a valid one', async () => {
    const edge = await openEdge();
    const target = `${apiPrefix}/radar/tiles/composite-reflectivity/7/29/50.png?ts=202605202218`;
    const idOf = async (headers: Record<string, string>) => {
      const got = await edge.send(target, headers);
      return [got.headers['x-cache'], got.headers['x-request-id']];
    };
    expect(await idOf({ 'X-Request-Id': 'mine.1' })).to.deep.equal(['MISS', 'mine.1']);
    expect(await idOf({ 'X-Request-Id': 'mine.2' })).to.deep.equal(['HIT', 'mine.2']);
    const ids = [await idOf({}), await idOf({}), await idOf({ 'X-Request-Id': 'not one' })];
    expect(ids.map(([state]) => state)).to.deep.equal(['HIT', 'HIT', 'HIT']);
    for (const [, id] of ids) expect(id).to.match(/^[0-9a-f]{32}$/);
    expect(new Set(ids.map(([, id]) => id)).size).to.equal(3);
  });

  it('answers conditions and ranges as the origin', async () => {
    const edge = await openEdge();
    const target = `${apiPrefix}/radar/tiles/composite-reflectivity/7/29/50.png?ts=202605202218`;
    const { etag, 'last-modified': modified } = (await edge.send(target)).headers;
    for (const headers of [
      { 'If-None-Match': etag! },
      { 'If-None-Match': `"other", W/${etag}` },
      { 'If-None-Match': '"other"' },
      { 'If-Modified-Since': modified! },
      { 'If-Modified-Since': 'Wed, 21 Oct 2026 07:28:00 GMT' },
      { 'If-Modified-Since': 'Wed, 21 Oct 2020 07:28:00 GMT' },
      { Range: 'bytes=0-9' },
    ] as Record<string, string>[]) {
      const [kept, own] = [await edge.send(target, headers), await direct.send({ method: 'GET', target, headers })];
      expect([kept.status, kept.body.length], JSON.stringify(headers)).to.deep.equal([own.status, own.body.length]);
      expect(kept.headers['x-cache']).to.equal('HIT');
    }
  });

  it('answers every line of the list of hostile queries as the origin', async function () {
    const list = shared('hostile/hostile-queries.tsv');
    if (list === undefined) this.skip();
    const lines = readFileSync(list, 'latin1').split('\n');
    const targets = lines
      .map((line) => line.split('\t'))
      .filter(([method, target]) => method === 'GET' && cached.test(target))
      .map(([, target]) => target);
    expect(targets.length).to.be.above(10);
    const edge = await openEdge();
    for (const target of [...targets, ...targets]) {
      expect(contentOf(await edge.send(target)), target).to.deep.equal(contentOf(await ask(target)));
    }
  });

  it('writes no key of a link in a mail and no token into its logs', async () => {
    const edge = await startEdge('127.0.0.1:9'); // whatever goes wrong is written
    edges.push(edge);
    const paths = [
      '/api/v1/unsubscribe/the-key',
      '/api/v1/unsubscribe/the-key/?a=1',
      '/API/v1//Unsubscribe/the-key',
      '/x/unsubscribe%2fthe-key',
      '/verify-email?token=the-key',
      '/reset-password?x=1&token=the-key&y=2',
      '/api/v1/alerts?api_key=the-key',
    ];
    for (const path of paths) await fetch(edge.url + path);
    await fetch(`${edge.url}/api/v1/alerts?limit=7`);
    await until(() => edge.logged().includes('GET /api/v1/alerts?limit=7 '));
    const lines = edge.logged();
    expect(lines).to.include('GET /api/v1/unsubscribe/*** ').and.include('GET /reset-password?*** ');
    expect(lines.split('\n').filter((line) => /\[error\].*(unsubscribe)/i.test(line))).to.deep.equal([]);
    expect(lines.split('\n').filter((line) => line.includes('] "GET') && line.includes('the-key'))).to.deep.equal([]);
  });

  it('responds with JSON when the origin is away', async () => {
    const edge = await startEdge('127.0.0.1:9'); // nobody listens there
    edges.push(edge);
    const response = await fetch(`${edge.url}/api/v1/alerts`);
    expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '5']);
    expect(await response.json()).to.deep.equal({ detail: 'Service temporarily unavailable' });
  });
});

/** Two hours of a run. @param dbz tells the runs apart */
function modelFrames(runAt: Date, dbz: number): Publication[] {
  const frame = { family: 'hrrr', product: 'cape', runAt, name: `run ${dbz}`, field: () => stormField(dbz) } as const;
  return values.valid.map((text) => ({ ...frame, validAt: momentOf(text) }));
}

/** Of `YYYYMMDDHHMM`. */
function momentOf(stamp: string): Date {
  return new Date(stamp.replace(/(....)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:00Z'));
}
