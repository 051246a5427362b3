// Makes the pictures of docs/recipes by running the recipes against a demonstration.
//
//   node --conditions=@severe/source --import tsx scripts/recipe-pictures.ts [URL [NAME…]]
//
// It needs Chromium, jq, R with sf and ggplot2, QGIS, TABLES_PYTHON and HOME_ASSISTANT_PYTHON. What is not there is left as it is, and named.
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailServer } from '@severe/mail/testing/mail-server';
import { browserOptions } from '@severe/testing/browser';
import { until } from '@severe/testing/until';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { homeAssistantPython, startHomeAssistant } from '../test/recipes/support/home-assistant.ts';
import { openAddress, openPage } from '../test/recipes/support/open-page.ts';
import { pythonWithTables, runRecipe, startRecipe } from '../test/recipes/support/programs.ts';
import { drawInQgis } from '../test/recipes/support/qgis.ts';
import { kioskAddress } from '../test/recipes/support/recipe.ts';
import { root } from '../test/support/imports.ts';

const [url = 'http://127.0.0.1:8080', ...chosen] = process.argv.slice(2);
const pictures = join(root, 'docs/images/recipes');
/** Until tiles are drawn and effects have ended. */
const settledMs = 20_000;

const folder = await mkdtemp(join(tmpdir(), 'severe-pictures-'));
await mkdir(pictures, { recursive: true });
const browser = await chromium.launch(browserOptions);

const makers: Record<string, () => Promise<string>> = {
  ...Object.fromEntries(['leaflet', 'maplibre', 'openlayers', 'deck-gl'].map((name) => [name, () => ofPage(name)])),
  kiosk: async () => {
    const { page } = await openAddress(browser, kioskAddress(url), url, { width: 1920, height: 1080 });
    return shown(page, 'kiosk');
  },
  python: async () => {
    if (!pythonWithTables) throw new Error('no TABLES_PYTHON');
    await runRecipe({ recipe: 'python.md', language: 'python', command: pythonWithTables, url, folder });
    return join(folder, 'warnings.png');
  },
  r: async () => {
    await runRecipe({ recipe: 'r.md', language: 'r', url, folder });
    return join(folder, 'warnings.png');
  },
  qgis: async () => {
    await drawInQgis(url, folder);
    return join(folder, 'qgis.png');
  },
  cron: async () => {
    await runRecipe({ recipe: 'cron.md', language: 'bash', url, folder, env: { FOLDER: folder } });
    return ofText('cron', `$ tail -1 weather.log\n${await readFile(join(folder, 'weather.log'), 'utf8')}`);
  },
  'home-assistant': async () => {
    if (!homeAssistantPython) throw new Error('no HOME_ASSISTANT_PYTHON');
    const home = await startHomeAssistant(homeAssistantPython, url, await mkdtemp(join(folder, 'home-')));
    try {
      return await shown(await home.openDashboard(browser), 'home-assistant');
    } finally {
      home.stop();
    }
  },
  'mail-at-a-warning': async () => {
    const server = await startMailServer();
    const changes: [string, string][] = [["'127.0.0.1', 25", `'127.0.0.1', ${server.port}`]];
    const script = await startRecipe({ recipe: 'mail-at-a-warning.md', language: 'python', url, folder, changes });
    const { parsed, recipient } = await until(() => server.mails[0]);
    script.kill();
    await server.close();
    return ofText('mail-at-a-warning', `To: ${recipient}\nSubject: ${parsed.subject}\n\n${parsed.text}`);
  },
};

async function ofPage(name: string): Promise<string> {
  const { page } = await openPage(browser, `${name}.md`, url);
  return shown(page, name);
}

async function shown(page: Page, name: string): Promise<string> {
  await page.waitForTimeout(settledMs);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, timeout: 120_000 });
  await page.close();
  return path;
}

/** A text as a terminal shows it. */
async function ofText(name: string, text: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 900, height: 100 } });
  await page.setContent(
    '<pre style="margin:0;padding:16px;background:#f6f6f4;font:14px monospace;white-space:pre-wrap">',
  );
  await page.locator('pre').evaluate((block, content) => void (block.textContent = content), text);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
  return path;
}

try {
  for (const [name, make] of Object.entries(makers)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    try {
      const made = await make();
      const small = join(folder, `small-${name}.png`);
      await sharp(made)
        .resize({ width: 1280, withoutEnlargement: true })
        .png({ palette: true, colours: 128, effort: 10 })
        .toFile(small);
      await copyFile(small, join(pictures, `${name}.png`));
      console.log(`${name}: ${Math.round((await readFile(small)).length / 1000)} kB`);
    } catch (error) {
      console.log(`${name}: ${String(error).split('\n')[0]}`);
    }
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
