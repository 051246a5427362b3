import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { blockOf } from './recipe.ts';
import { fileOfPackage } from './registry.ts';

const size = { width: 1000, height: 640 };
const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
};

/** A page of a recipe in a browser. */
export interface OpenPage {
  page: Page;
  /** Errors of its script, failed requests, and addresses that are neither the service's nor of a package. */
  problems: string[];
  /** Paths of the service that were answered. */
  answered: string[];
}

/** Opens the page that a recipe has as HTML. Packages come from the registry of npm instead of the CDN that it names. */
export async function openPage(browser: Browser, recipe: string, url: string): Promise<OpenPage> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-recipe-'));
  const file = join(folder, 'weather.html');
  await writeFile(file, blockOf(recipe, 'html', url));
  const opened = await openAddress(browser, pathToFileURL(file).href, url);
  opened.page.once('close', () => void rm(folder, { recursive: true }));
  return opened;
}

/** @param url of the service */
export async function openAddress(browser: Browser, address: string, url: string, viewport = size): Promise<OpenPage> {
  const page = await browser.newPage({ viewport });
  const problems: string[] = [];
  const answered: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    else if (response.url().startsWith(url)) answered.push(response.url().slice(url.length));
  });
  await page.route(/^https:/, async (route) => {
    const wanted = route.request().url();
    const headers = { 'Access-Control-Allow-Origin': '*' };
    const body = wanted.startsWith('https://unpkg.com/') ? fileOfPackage(wanted) : undefined;
    if (body) return route.fulfill({ contentType: types[extname(new URL(wanted).pathname)], headers, body });
    problems.push(`no answer for ${wanted}`);
    return route.abort();
  });
  await page.goto(address);
  return { page, problems, answered };
}
