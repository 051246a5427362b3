import { expect } from 'chai';
import type { Frame } from 'playwright-core';
import { browserSuite } from './support/browser-suite.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';

const now = new Date(Math.floor(Date.now() / 60_000) * 60_000);
const time = `${now.toISOString().slice(0, 19)}Z`;
const stamp = now.toISOString().replace(/\D/g, '').slice(0, 12);

const answers = {
  '/meta/health': { simulated: true, time, sources: { radar: { status: 'ok', data_time: time, age_seconds: 5 } } },
  ...reflectivityAnswers(stamp),
  '/alerts': collection(),
};

describe('embedded map', function () {
  this.timeout(120_000);
  let map: Frame;
  const suite = browserSuite(answers);
  const { service } = suite;

  before(async () => {
    const page = await suite.open('/icon.txt', {
      viewport: { width: 800, height: 600 },
      prepare: (opened) => opened.addInitScript(() => localStorage.setItem('signed-in', 'yes')),
    });
    const source = `${service.url}/embed.html?at=6.5/35.5/-97.5&over=none&theme=dark`;
    await page.setContent(`<iframe src="${source}" width="640" height="420"></iframe>`);
    map = (await (await page.waitForSelector('iframe')).contentFrame())!;
    await map.waitForSelector('#layer option', { state: 'attached' });
  });

  it('takes view and theme from its address', async () => {
    expect(await map.evaluate(() => [location.hash, document.documentElement.dataset.theme])).to.deep.equal([
      '#at=6.5/35.5/-97.5&over=none',
      'dark',
    ]);
    await map.locator('#when', { hasText: /\d\dZ/ }).waitFor();
    await map.getByText('Simulated weather').waitFor();
  });

  it('has a link to the full map with the same view', async () => {
    const link = map.getByRole('link', { name: 'Full map' });
    await link.waitFor();
    expect(await link.getAttribute('href')).to.equal('./#at=6.5/35.5/-97.5&over=none');
  });

  it('has nothing of accounts', async () => {
    expect(await map.locator('a[href*="account"]').count()).to.equal(0);
    expect(await map.locator('#panel details, #place-panel').filter({ visible: true }).count()).to.equal(0);
    expect(await map.locator('input[value=places]').count()).to.equal(0);
    expect(service.asked.filter((path) => path.startsWith('/account'))).to.deep.equal([]);
  });
});
