import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { areaHolds, type Area } from '@severe/geo';
import { expect } from 'chai';
import { stormModel } from '@severe/simulator/testing/weather';
import { hostHandler, pageHosts } from '@severe/simulator/testing/server';
import { until } from '@severe/testing/until';
import { startService, type Service } from 'severe/testing/service';
import { commandProblems, shellLines } from '../support/documented-commands.ts';
import { exampleProblems } from '../support/documented-requests.ts';

const seed = 1;
/** An evening with rotating supercells. */
const evening = '2026-05-20T22:30:00Z';

/** Paths that this service, without tiles, does not have, and lines that use their variables. `npm run documented` has them. */
const ofImages = /\/(radar|nexrad|satellite|nowcast|squares|rainviewer|hrrr|rrfs)\b|\/readyz|\$(TS|HOUR)/;

interface Feature {
  geometry: Area | null;
  properties: Record<string, unknown>;
}
interface Page {
  numberMatched: number;
  features: Feature[];
}

/** All text products about the simulated storms, from the provider to the API; no tiles are drawn. */
describe('the texts of the storm day', function () {
  this.timeout(240_000);
  let providers: Server;
  let service: Service;
  let dataDir: string;
  let tries = 0;

  before(async () => {
    const clock = createClock(new Date(evening));
    const now = (): Promise<number> => Promise.resolve(clock().getTime());
    const failed = (error: unknown): void => expect.fail(String(error));
    providers = createServer(hostHandler({ buckets: [], pages: pageHosts(seed) }, now, failed));
    await new Promise<void>((resolve) => providers.listen(0, '127.0.0.1', resolve));
    dataDir = await mkdtemp(join(tmpdir(), 'severe-walk-'));
    const settings = loadSettings({
      PORT: '0',
      OPS_PORT: '0',
      DATA_DIR: dataDir,
      SEVERE_CLOCK: evening,
      PROVIDERS: `http://127.0.0.1:${(providers.address() as AddressInfo).port}`,
      RATE_LIMIT_ANONYMOUS: '100000',
    });
    service = await startService({ settings, roles: ['api', 'ingest'], simulated: true, log: silentLog });
  });
  after(async () => {
    await service?.close();
    providers.closeAllConnections();
    providers.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Repeats a request until the list is not empty. */
  async function listWhenFilled(path: string): Promise<Page> {
    const ask = async (): Promise<Page | undefined> => {
      const response = await fetch(`${service.url}/api/v1${path}`);
      const page = (await response.json()) as Page;
      return response.ok && page.numberMatched > 0 ? page : undefined;
    };
    return until(ask, { withinMs: 240_000, everyMs: 200 });
  }

  it('have a warning for every rotating supercell, around its mesocyclone', async () => {
    const { features } = await listWhenFilled('/alerts?event=Tornado%20Warning&limit=100');
    const turning = stormModel(seed)(Date.parse(evening)).cells.filter(
      ({ kind, rotation }) => kind === 'supercell' && rotation > 9,
    );
    expect(turning.length).to.be.at.least(1);
    for (const { mesocyclone } of turning) {
      const { lon, lat } = mesocyclone;
      expect(features.some(({ geometry }) => geometry && areaHolds(geometry, [lon, lat]))).to.equal(true);
    }
    for (const { properties } of features) {
      expect(properties.headline).to.include('SIMULATED');
      expect(properties.motion).to.have.property('speed_kt');
    }
  });

  it('have a watch by counties, whose shapes the service has', async () => {
    const { features } = await listWhenFilled('/watches?limit=10');
    expect(features.some(({ properties }) => properties.type === 'TOR')).to.equal(true);
    const counties = await listWhenFilled('/alerts?event=Tornado%20Watch&limit=100');
    for (const { properties } of counties.features) {
      expect(properties.has_polygon).to.equal(false);
      expect(properties.affected_zones).to.not.deep.equal([]);
    }
  });

  it('have reports of hail and wind', async () => {
    const { features } = await listWhenFilled('/reports?limit=500');
    const types = new Set(features.map(({ properties }) => properties.type));
    for (const type of ['hail', 'wind', 'tornado']) expect(types).to.include(type);
  });

  it('have outlooks of storms and rain, and discussions', async () => {
    const categories = await listWhenFilled('/outlooks?day=1&type=categorical&limit=50');
    expect(categories.features.map(({ properties }) => properties.risk)).to.include.members(['SLGT', 'MRGL', 'TSTM']);
    for (const path of ['/outlooks?day=2&type=tornado', '/outlooks?day=8', '/eros?day=1']) {
      expect((await listWhenFilled(path)).features.length).to.be.at.least(1);
    }
    const discussions = await listWhenFilled('/discussions');
    expect(discussions.features.map(({ properties }) => properties.concerning)).to.not.include(null);
  });

  it('are found by the documented commands', async function () {
    if (spawnSync('jq', ['--version']).status !== 0) this.skip();
    for (const path of ['/gauges?above_flood=true', '/soundings?state=OK']) await listWhenFilled(path);
    const lines = shellLines(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8'));
    const texts = lines.filter((line) => !ofImages.test(line) && !line.includes('/stream'));
    expect(texts).to.have.length.above(60);
    tries++; // an address that a try before has taken cannot sign up again
    const own = texts.map((line) => line.replaceAll('ann@example.org', `ann.${tries}@example.org`));
    const problems = await commandProblems(own, service.url);
    expect(problems, problems.join('\n')).to.deep.equal([]); // also in the list of what only a second try has passed
  });

  it('are found by the examples of the documentation page', async () => {
    const isText = (path: string): boolean => !ofImages.test(path);
    expect(await exampleProblems(`${service.url}/api/v1`, isText)).to.deep.equal([]);
  });

  it('leave all sources healthy', async () => {
    const response = await fetch(`${service.url}/api/v1/meta/health`);
    const { sources } = (await response.json()) as { sources: Record<string, { status: string }> };
    for (const source of ['alerts', 'reports', 'watches', 'discussions', 'outlooks', 'eros']) {
      expect([source, sources[source].status]).to.deep.equal([source, 'ok']);
    }
  });
});
