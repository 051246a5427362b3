import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailServer } from '@severe/mail/testing/mail-server';
import { skipFor } from '@severe/testing/skip';
import { hasTool, requireTool } from '@severe/testing/tools';
import { until } from '@severe/testing/until';
import { startBrowser } from '@severe/viewer/testing/start-browser';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { startStormDay, type StormDay } from '../../scripts/hostile/storm-day.ts';
import { openAddress, openPage } from './support/open-page.ts';
import { homeAssistantPython, startHomeAssistant } from './support/home-assistant.ts';
import { pythonWithTables, runNotebook, runRecipe, startRecipe } from './support/programs.ts';
import { drawInQgis, hasQgis } from './support/qgis.ts';
import { blockOf, kioskAddress } from './support/recipe.ts';
import { fileOfPackage } from './support/registry.ts';

/** Pages of `docs/recipes` with a map, what they show when they work, and the paths that they then have read. */
const pages: Record<string, { shows: string; text: RegExp; reads: RegExp[] }> = {
  'leaflet.md': { shows: '#time', text: /^Radar \d\d:\d\dZ/, reads: [/radar\/tiles.*ts=\d{12}$/, /\/alerts\?/] },
  'maplibre.md': { shows: '#state', text: /^(\d+ storms at \d\d:\d\dZ|The radar is late)/, reads: [/\/radar\/tiles.*png/, /\/storms\?/] },
  'openlayers.md': { shows: 'output', text: /^\d\d:\d\dZ/, reads: [/WMTSCapabilities/, /\/radar\/tiles.*ts=\d{12}$/, /ogc\/collections\/alerts/] },
  'deck-gl.md': { shows: '#state', text: /^[1-9]\d* flashes, [1-9]\d* reports/, reads: [/\/radar\/tiles.*png/] },
}; // prettier-ignore

const cron = { recipe: 'cron.md', language: 'bash' } as const;

/** What the recipes show; the storm day of the tests has rows of the other lists. */
const feeds = ['mrms', 'nexrad', 'glm-east', 'glm-west', 'nws-alerts', 'nws-zones', 'local-reports', 'counties', 'places']; // prettier-ignore

const tables = pythonWithTables ? '' : 'no TABLES_PYTHON';
const [gdal, jq, r] = [['ogr2ogr', 'no GDAL'], ['jq', 'no jq'], ['Rscript', 'no R']].map(([tool, reason]) => (hasTool(tool) ? '' : reason)); // prettier-ignore

/** Programs on pages for those who come from elsewhere: what is missing to run them, what they print, and the files that they make. */
const pasted: { page: string; language: 'sh' | 'python' | 'r'; needs?: string; prints: RegExp; makes?: string[] }[] = [
  { page: 'feeds.md', language: 'sh', prints: /<title>\[SIMULATED\] Tornado Warning.*<rss/s },
  { page: 'feeds.md', language: 'python', needs: tables, prints: /^\S+Z \w+ \[SIMULATED\] /m },
  { page: 'ogc-api.md', language: 'sh', needs: gdal, prints: /Layer name: alerts/, makes: ['alerts.gpkg', 'reports.geojson', 'radar.tif'] },
  { page: 'ogc-api.md', language: 'python', needs: tables, prints: /^[1-9]\d* alerts\n([1-9]\d*) reports\n\1 reports.*\n\[.*\d/, makes: ['radar.png'] },
  { page: 'rainviewer.md', language: 'sh', needs: jq, prints: /"path": "\/v2\/radar\/\d+"/, makes: ['1_0.png'] },
  { page: 'tables.md', language: 'sh', needs: gdal, prints: /^$/, makes: ['alerts.gpkg', 'reports.gpkg'] },
  { page: 'tables.md', language: 'python', needs: tables, prints: /count +mean/ },
  { page: 'tables.md', language: 'r', needs: r, prints: /Tornado Warning/ },
]; // prettier-ignore

/** A place within the first warning with a polygon. */
async function warnedPlace(url: string): Promise<number[]> {
  const response = await fetch(`${url}/api/v1/alerts?limit=1&event=Tornado%20Warning,Severe%20Thunderstorm%20Warning`);
  const { features } = (await response.json()) as { features: { geometry: { coordinates: number[][][] } }[] };
  const ring = features[0].geometry.coordinates[0].slice(1);
  return [0, 1].map((axis) => ring.reduce((sum, position) => sum + position[axis], 0) / ring.length);
}

describe('recipes, as written', function () {
  this.timeout(600_000);
  let service: StormDay;
  let folder: string;
  before(async () => {
    service = await startStormDay({ RATE_LIMIT_ANONYMOUS: '100000' }, feeds);
    folder = await mkdtemp(join(tmpdir(), 'severe-recipes-'));
  });
  after(async () => {
    await service?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  describe('in a browser', () => {
    let browser: Browser;
    before(async function () {
      browser = await startBrowser(this);
    });

    for (const [recipe, { shows, text, reads }] of Object.entries(pages)) {
      it(recipe, async function () {
        const packages = [...blockOf(recipe, 'html', service.url).matchAll(/https:\/\/unpkg\.com\/[^'"]+/g)];
        expect(packages.length).to.be.greaterThan(1);
        if (!fileOfPackage(packages[0][0])) skipFor(this, 'no registry of npm');
        const { page, problems, answered } = await openPage(browser, recipe, service.url);
        try {
          await until(async () => text.test((await page.locator(shows).textContent()) ?? ''), { everyMs: 100 });
          for (const path of reads) await until(() => answered.some((one) => path.test(one)), { everyMs: 100 });
          expect(problems).to.deep.equal([]);
        } finally {
          await page.close();
        }
      });
    }

    it('kiosk.md', async () => {
      const { page, problems, answered } = await openAddress(browser, kioskAddress(service.url), service.url);
      try {
        await until(() => answered.some((path) => path.includes('/radar/loop/')), { everyMs: 100 });
        expect(problems).to.deep.equal([]);
      } finally {
        await page.close();
      }
    });
  });

  it('kiosk.md: the unit is one that systemd reads', async function () {
    if (!hasTool('systemd-analyze')) skipFor(this, 'no systemd-analyze');
    const unit = join(folder, 'weather-kiosk.service');
    await writeFile(unit, blockOf('kiosk.md', 'ini', service.url).replace('/usr/bin/cage', '/bin/true'));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });

  it('cron.md', async function () {
    requireTool(this, 'jq', 'jq');
    const [lon, lat] = await warnedPlace(service.url);
    const changes: [string, string][] = [['35.22', `${lat}`], ['-97.44', `${lon}`]]; // prettier-ignore
    await runRecipe({ ...cron, url: service.url, folder, env: { FOLDER: folder }, changes });
    const log = await readFile(join(folder, 'weather.log'), 'utf8');
    expect(log).to.match(/^\d{4}-\d\d-\d\dT[\d:]+Z (warning|emergency): \S.*\n$/);
    const pictures = (await readdir(folder)).filter((name) => /^\d{12}\.png$/.test(name));
    expect(pictures).to.have.lengthOf(1);
  });

  it('cron.md: says that the service does not answer', async function () {
    requireTool(this, 'jq', 'jq');
    const logs = await mkdtemp(join(folder, 'logs-'));
    const failed = await runRecipe({ ...cron, url: 'http://127.0.0.1:9', folder: logs, env: { FOLDER: logs } }).catch(String); // prettier-ignore
    expect(failed).to.include('Failed to connect');
    expect(await readFile(join(logs, 'weather.log'), 'utf8')).to.match(/Z unknown: the service does not answer\n$/);
  });

  it('mail-at-a-warning.md', async function () {
    if (!hasTool('python3')) skipFor(this, 'no Python');
    const server = await startMailServer();
    const changes: [string, string][] = [["'127.0.0.1', 25", `'127.0.0.1', ${server.port}`]];
    const script = await startRecipe({ recipe: 'mail-at-a-warning.md', language: 'python', url: service.url, folder, changes }); // prettier-ignore
    try {
      const { parsed } = await until(() => server.mails[0], { everyMs: 50 });
      expect(parsed.subject).to.match(/^(Tornado|Severe Thunderstorm|Flash Flood) Warning issued/);
      expect(parsed.text).to.match(/\S.*\n\n.*\nuntil \d{4}-/s);
    } finally {
      script.kill();
      await server.close();
    }
  });

  it('python.md', async function () {
    if (!pythonWithTables) skipFor(this, 'no TABLES_PYTHON');
    await runRecipe({ recipe: 'python.md', language: 'python', command: pythonWithTables, url: service.url, folder });
    expect(existsSync(join(folder, 'warnings.png'))).to.equal(true);
  });

  it('storm-day.ipynb', async function () {
    if (!pythonWithTables) skipFor(this, 'no TABLES_PYTHON');
    await runNotebook(pythonWithTables, 'storm-day.ipynb', service.url, folder);
  });

  it('r.md', async function () {
    if (!hasTool('Rscript')) skipFor(this, 'no R');
    const printed = await runRecipe({ recipe: 'r.md', language: 'r', url: service.url, folder });
    expect(printed).to.match(/type +magnitude/);
  });

  it('coming-from/home-assistant.md', async function () {
    if (!homeAssistantPython) skipFor(this, 'no HOME_ASSISTANT_PYTHON');
    const home = await startHomeAssistant(homeAssistantPython, service.url, await mkdtemp(join(folder, 'home-')));
    try {
      const known = async () => {
        const states = await home.states();
        return 'sensor.weather_alerts' in states ? states : undefined;
      };
      const states = await until(known, { everyMs: 500 });
      expect(states['sensor.severe_weather']).to.match(/^(normal|elevated|advisory|watch|warning|emergency)$/);
      expect(states['binary_sensor.weather_warning']).to.match(/^(on|off)$/);
      expect(states['sensor.weather_alerts']).to.match(/^\d+$/);
      expect(states['automation.severe_weather_at_home']).to.equal('on');
    } finally {
      home.stop();
    }
  });

  for (const { page, language, needs, prints, makes = [] } of pasted) {
    it(`coming-from/${page}, pasted: ${language}`, async function () {
      if (needs) skipFor(this, needs);
      const own = await mkdtemp(join(folder, 'pasted-'));
      const command = language === 'python' ? pythonWithTables : undefined;
      const recipe = `../coming-from/${page}`;
      expect(await runRecipe({ recipe, language, command, url: service.url, folder: own })).to.match(prints);
      expect(await readdir(own)).to.include.members(makes);
    });
  }

  it('qgis.md', async function () {
    if (!hasQgis()) skipFor(this, 'no QGIS');
    const printed = await drawInQgis(service.url, folder);
    expect(printed)
      .to.match(/'Radar': \d+/)
      .and.match(/'Alerts': [1-9]/)
      .and.match(/'Storm reports': [1-9]/);
  });
});
