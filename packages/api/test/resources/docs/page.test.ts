import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { chromium, type Browser } from 'playwright-core';
import { tileEndpoints } from '@severe/tiles';
import { hasTool } from '@severe/testing/tools';
import { startTestApi, type TestService } from '../../support/service.ts';

const program = '/usr/bin/chromium';

describe('api/docs in a browser', () => {
  let service: TestService;
  let browser: Browser;
  before(async function () {
    this.timeout(90_000);
    if (!hasTool('chromium')) return this.skip();
    service = await startTestApi(() => ({ otherEndpoints: tileEndpoints }));
    browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  it('shows every operation in a browser, without violations of its policy', async function () {
    this.timeout(60_000);
    const page = await browser.newPage();
    const origin = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}`;
    const complaints: string[] = [];
    const foreign: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    await page.goto(`${origin}/api/v1/docs`);
    await page.waitForSelector('.opblock-summary-path', { timeout: 30_000 });

    const shown = await page.locator('.opblock-summary-path').allInnerTexts();
    // The page lets long paths break with zero-width spaces.
    expect(shown.map((path) => path.replaceAll('\u200b', ''))).to.include.members([
      '/models/hrrr/point',
      '/meta/health',
      '/radar/tiles/{product}/{z}/{x}/{y}.png',
    ]);
    expect(foreign).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
