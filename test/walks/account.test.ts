import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { browserOptions } from '@severe/testing/browser';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openAccountPages, type AccountPages } from './support/account-pages.ts';

const admin = { email: 'root@example.org', password: 'a long admin passphrase 91' };
const [email, password] = ['ann@example.org', 'correct horse 77'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The pages of accounts in a browser, on a whole service: from the sign-up to a call with a key and a verified delivery. */
describe('the pages of accounts', function () {
  this.timeout(180_000);
  let pages: AccountPages;
  let page: Page;

  before(async function () {
    if (!browserOptions) return this.skip();
    pages = await openAccountPages(admin);
    page = await pages.open();
  });
  after(() => pages?.close());

  const sees = (text: string | RegExp, where = page): Promise<void> => where.getByText(text).first().waitFor();
  const fill = async (values: Record<string, string>, submit: string, where = page): Promise<void> => {
    for (const [label, value] of Object.entries(values)) await where.getByLabel(label, { exact: true }).fill(value);
    await where.getByRole('button', { name: submit }).click();
  };
  /** Clicks at a part of an element's width and height. */
  const click = async (selector: string, x: number, y: number): Promise<void> => {
    const box = await boxOf(selector);
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  };
  const boxOf = async (selector: string) => {
    await page.locator(selector).scrollIntoViewIfNeeded();
    return (await page.locator(selector).boundingBox())!;
  };
  const statusWith = async (key: string): Promise<[number, string | null]> => {
    const response = await fetch(`${pages.url}/api/v1/meta/sources`, { headers: { 'X-API-Key': key } });
    return [response.status, response.headers.get('x-ratelimit-limit')];
  };

  const savedLocation = async (name: string): Promise<Record<string, unknown>> => {
    const response = await page.request.get('/api/v1/account/locations');
    return ((await response.json()) as { name: string }[]).find((location) => location.name === name)!;
  };

  it('say at the field what is wrong, before and after the call', async () => {
    await page.goto('/signup');
    await fill({ 'E-mail': 'nobody', Password: 'short' }, 'Sign up');
    expect(await page.getByRole('alert').textContent()).to.match(/^E-mail: /);
    expect(await page.getByLabel('E-mail', { exact: true }).getAttribute('aria-invalid')).to.equal('true');
    await fill({ 'E-mail': email, Password: 'password123' }, 'Sign up');
    await sees('Password: This password is among the most common ones; choose another one');
    expect(await page.evaluate(() => document.activeElement?.id)).to.equal('password');
  });

  it('send nothing, and put no password into the address, before their script runs', async () => {
    const early = await pages.open();
    await early.route(/\.js(\?|$)/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    for (const path of ['/login', '/signup']) {
      await early.goto(path);
      await early.getByLabel('E-mail', { exact: true }).fill(email);
      await early.getByLabel('Password', { exact: true }).fill(password);
      await early.keyboard.press('Enter');
      expect(await early.getByRole('button', { name: /^Sign/ }).isDisabled()).to.equal(true);
      expect(early.url()).to.equal(`${pages.url}${path}`);
    }
    await early.close();
  });

  it('sign up, confirm the address by the mail, and sign out', async () => {
    await fill({ 'E-mail': email, Password: password, 'Name (optional)': 'Ann <b>' }, 'Sign up');
    await page.waitForURL('**/account');
    await sees('Ann <b>');
    await sees('The address is not confirmed yet.');
    const link = await pages.linkOf('Confirm your e-mail address');
    const elsewhere = await pages.open(); // a browser where nobody is signed in
    await elsewhere.goto(link);
    await fill({ Password: 'wrong horse 77' }, 'Confirm the address', elsewhere);
    await sees('Wrong password', elsewhere);
    await elsewhere.close();
    await page.goto(link);
    await sees(`${email} is confirmed.`);
    expect(page.url()).to.equal(`${pages.url}/verify-email`); // the token is in no history
    await page.goto('/account');
    await sees(`${email} (confirmed)`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await page.goto('/account');
    await page.waitForURL('**/login?next=%2Faccount');
  });

  it('sign in with the keyboard alone', async () => {
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong horse 77');
    await page.keyboard.press('Enter');
    await sees('Wrong e-mail address or password');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
  });

  it('create a key, which works until it is revoked', async () => {
    await fill({ 'Name of a new key': 'Dashboard' }, 'Create');
    const key = (await page.locator('#created code').textContent())!;
    expect(await statusWith(key)).to.deep.equal([200, '3000']);
    await page.reload();
    await sees('Dashboard');
    expect(await page.content()).to.not.include(key);
    await page.getByRole('button', { name: 'Revoke the key Dashboard' }).click();
    await sees('revoked');
    const revokedAt = performance.now();
    while ((await statusWith(key))[0] === 200) expect(performance.now() - revokedAt).to.be.below(30_000);
    expect((await statusWith(key))[0]).to.equal(401);
  });

  it('save a location that is picked on the map with the pointer, and show its weather', async () => {
    await page.locator('#location-map[aria-busy=false]').waitFor();
    await click('#location-map', 0.5, 0.5);
    await sees(/^Picked: /);
    const [lat, lon] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')];
    expect([await lat.inputValue(), await lon.inputValue()].map(Number)).to.satisfy(
      ([one, other]: number[]) => Math.abs(one - 38) < 0.2 && Math.abs(other + 97.5) < 0.2,
    );
    await lat.fill('35.22');
    await lon.fill('-97.44');
    await fill({ 'Name of the place': 'Home <b>' }, 'Save the location');
    await sees('Home <b> is saved.');
    await sees('Emergency'); // an observed tornado of the storm day
    await page.getByRole('button', { name: 'Remove Home <b>' }).waitFor();
  });

  it('save a location with the keyboard alone, change it and remove it', async () => {
    await page.locator('#location-map canvas').focus();
    await page.keyboard.press('Enter');
    expect(Number(await page.getByLabel('Latitude').inputValue())).to.be.closeTo(35.22, 0.3); // the map shows the first one
    await page.getByLabel('Name of the place').focus();
    await page.keyboard.type('Work');
    await page.keyboard.press('Enter');
    await sees('Work is saved.');
    await page.getByLabel('Lowest severity of mails about Work').selectOption('Extreme');
    await sees('The change to Work is saved.');
    await page.getByLabel('Mail alerts at Work').uncheck();
    await page.reload(); // the request under way goes on
    await until(async () => (await savedLocation('Work')).alerts_enabled === false, { withinMs: 30_000 });
    await page.reload();
    await page.getByLabel('Mail alerts at Work').waitFor();
    expect(await page.getByLabel('Mail alerts at Work').isChecked()).to.equal(false);
    expect(await page.getByLabel('Lowest severity of mails about Work').inputValue()).to.equal('Extreme');
    await page.getByRole('button', { name: 'Remove Work' }).click();
    await page.getByRole('button', { name: 'Remove Work' }).waitFor({ state: 'detached' });
  });

  let secret: string;

  it('register a webhook with an area that is drawn on the map, and say what is wrong with it', async () => {
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.locator('#fence-map[aria-busy=false]').waitFor();
    await fill({ 'Address of your server or channel': 'http://localhost/' }, 'Save the webhook');
    await sees(/^Address of your server or channel: /);
    await fill(
      { 'Address of your server or channel': pages.receiver.url, 'Geofence as text': '{"type":"Poi' },
      'Save the webhook',
    );
    await sees('Geofence as text: This is no JSON.');
    await page.getByRole('button', { name: 'Draw an area' }).click();
    for (const [x, y] of [[0.2, 0.2], [0.8, 0.2], [0.5, 0.9]]) await click('#fence-map', x, y); // prettier-ignore
    await sees(/^3 corners set/);
    await click('#fence-map', 0.2, 0.2);
    await sees(/^The geofence is drawn/);
    const { type, coordinates } = JSON.parse(await page.getByLabel('Geofence as text').inputValue());
    expect([type, coordinates[0].length]).to.deep.equal(['Polygon', 4]);
    await page.getByLabel('Add an event').selectOption('Tornado Warning');
    await page.getByRole('button', { name: 'Save the webhook' }).click();
    secret = (await page.locator('#webhook-secret code').textContent())!;
    expect(secret).to.match(/^whsec_/);
  });

  it('deliver an alert in the area, which both signatures verify', async () => {
    const delivered = () => pages.receiver.received.find(({ body }) => body.includes('alert.triggered'));
    await until(delivered, { withinMs: 60_000 });
    const { headers, body } = delivered()!;
    expect(JSON.parse(body).alert.event).to.equal('Tornado Warning');
    const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(headers['x-service-signature'] as string)!;
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).to.equal(v1);
    const content = `${headers['webhook-id'] as string}.${t}.${body}`; // the time is of the storm day
    expect(headers['webhook-signature']).to.equal(
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(content)
        .digest('base64')}`,
    );
  });

  it('change the area by moving a corner, and a box by the keyboard', async () => {
    await page.getByRole('button', { name: /^Edit/ }).click();
    const text = page.getByLabel('Geofence as text');
    const before = JSON.parse(await text.inputValue()).coordinates[0];
    const box = await boxOf('#fence-map');
    const [x, y] = [box.x + box.width / 2, box.y + box.height - 40]; // the area fills the map up to a margin of 40 pixels
    const isDrawn = async () => {
      await page.mouse.move(x + 30, y);
      await page.mouse.move(x, y);
      return page.locator('#fence-map canvas').evaluate((canvas) => canvas.style.cursor === 'move');
    };
    await until(isDrawn, { everyMs: 100 });
    await page.mouse.down();
    await page.mouse.move(x, y - 60, { steps: 4 });
    await page.mouse.up();
    const after = JSON.parse(await text.inputValue()).coordinates[0];
    expect(after[2][1]).to.be.greaterThan(before[2][1] + 1);
    expect([after[0], after[1]]).to.deep.equal([before[0], before[1]]);
    await page.getByRole('button', { name: 'Draw a box' }).focus();
    await page.keyboard.press('Enter'); // the map gets the focus
    await page.keyboard.press('Enter');
    await sees('1 corner set.');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await sees(/^The geofence is drawn/);
    const [west, south, east, north] = (await text.inputValue()).split(', ').map(Number);
    expect(east).to.be.greaterThan(west);
    expect(north).to.be.greaterThan(south);
    await page.getByRole('button', { name: 'Save the webhook' }).click();
    await sees(`box ${[west, south, east, north].join(', ')}`);
  });

  it('test a webhook, and show and repeat its deliveries with payload and response', async () => {
    pages.receiver.answer = (_, response) => void response.writeHead(500).end('<i>not now</i>');
    await page.getByRole('button', { name: /^Test/ }).click();
    await sees(/^Not delivered after \d+ ms: status, status 500/);
    pages.receiver.answer = (_, response) => void response.writeHead(200).end('thanks');
    await page.getByRole('button', { name: /^Deliveries/ }).click();
    await page.locator('.attempts summary', { hasText: 'failed' }).click();
    await sees('<i>not now</i>');
    await page.locator('.attempts summary', { hasText: 'alert' }).last().click();
    await sees(/"type":"alert.triggered"/);
    const count = pages.receiver.received.length;
    await page
      .getByRole('button', { name: /^Redeliver/ })
      .last()
      .click();
    await sees(/^Delivered in \d+ ms, status 200/);
    expect(pages.receiver.received.length).to.equal(count + 1);
  });

  it('are told of echoes before they arrive, and of alerts again', async () => {
    await page.getByRole('button', { name: /^Edit/ }).click();
    const when = page.getByLabel('When', { exact: true });
    await when.selectOption('expected');
    expect(await page.getByLabel('Lowest severity', { exact: true }).isVisible()).to.equal(false);
    await page.getByLabel('Echo', { exact: true }).selectOption('50');
    await page.getByLabel('Geofence as text').fill('-110, 30, -90, 40');
    await page.getByRole('button', { name: 'Save the webhook' }).click();
    await sees(/^Geofence as text: A geofence for expected echoes should be at most 5 degrees/);
    await page.getByLabel('Geofence as text').fill('-98, 35, -97, 36');
    await page.getByRole('button', { name: 'Save the webhook' }).click();
    await sees('echoes of 50 dBZ and above, up to 30 minutes ahead');
    await page.getByRole('button', { name: /^Edit/ }).click();
    expect(await when.inputValue()).to.equal('expected');
    await when.selectOption('issued');
    await page.getByRole('button', { name: 'Save the webhook' }).click();
    await page.getByText('echoes of 50 dBZ').waitFor({ state: 'detached' });
  });

  it('write to a channel in its form, and say where its address is found', async () => {
    await page.getByRole('button', { name: /^Edit/ }).click();
    const form = page.getByLabel('Form of its messages');
    expect(await form.inputValue()).to.equal('json');
    await form.selectOption('telegram');
    await sees('https://api.telegram.org/bot<token>/sendMessage?chat_id=…');
    await page.getByRole('button', { name: 'Save the webhook' }).click();
    await sees(/^Address of your server or channel: The address of telegram is not complete/);
    await form.selectOption('discord');
    await page.getByRole('button', { name: 'Save the webhook' }).click();
    await page.getByText('discord', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Test/ }).click();
    await sees(/^Delivered in \d+ ms, status 200/);
    expect(pages.receiver.received.at(-1)!.body).to.include('"embeds":[{"title":"Test message"');
  });

  it('have nothing that keeps people with a screen reader or a keyboard out, also on a phone', async () => {
    for (const width of [1000, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(axe);
      const violations = await page.evaluate(async () => {
        const { axe: library } = globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
        return (await library.run()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`,
        );
      });
      expect(violations, `${width} pixels`).to.deep.equal([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, 'nothing is beside the screen').to.be.at.most(width);
    }
  });

  it('set a new password by the mail', async () => {
    await page.goto('/reset-password');
    await fill({ 'E-mail': email }, 'Send the link');
    await sees(/is on its way/);
    await page.goto(await pages.linkOf('Set a new password'));
    await fill({ Password: 'another battery 55' }, 'Set the password');
    await sees(/All sessions have ended/);
    await page.goto('/login');
    await fill({ 'E-mail': email, Password: 'another battery 55' }, 'Sign in');
    await page.waitForURL('**/account');
  });

  it('let an administrator manage users, and nobody else', async () => {
    await page.goto('/admin');
    await sees('This page is for administrators.');
    const root = await pages.open();
    await root.goto('/login?next=/admin');
    await fill({ 'E-mail': admin.email, Password: admin.password }, 'Sign in', root);
    await root.waitForURL('**/admin');
    await sees('users total', root);
    await sees('alerts', root);
    await root.setViewportSize({ width: 1280, height: 800 });
    const tables = root.locator('.wide');
    await root.locator('#health td').first().waitFor();
    expect(await tables.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth))).to.deep.equal([
      0, 0,
    ]);
    await fill({ 'Address or name': 'ann@' }, 'Search', root);
    await sees('1 to 1 of 1 users', root);
    await root.getByRole('button', { name: `Disable: ${email}` }).click();
    await sees('user, disabled', root);
    await page.goto('/account');
    await page.waitForURL('**/login**');
  });

  it('load nothing from elsewhere and break no rule of their policy', () => {
    expect(pages.problems).to.deep.equal([]);
  });
});

/** A finding of axe-core. */
interface Violation {
  id: string;
  nodes: { html: string }[];
}
