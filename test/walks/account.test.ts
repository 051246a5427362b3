import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog } from '@severe/base';
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startService, type Service } from 'severe/testing/service';
import { browserOptions } from '@severe/testing/browser';

const admin = { email: 'root@example.org', password: 'a long admin passphrase 91' };
const [email, password] = ['ann@example.org', 'correct horse 77'];

/** The pages of accounts in a browser, on a whole service with its mail in files: from the sign-up to a call with a key. */
describe('the pages of accounts', function () {
  this.timeout(180_000);
  let folder: string;
  let service: Service;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  before(async function () {
    if (!browserOptions) return this.skip();
    folder = await mkdtemp(join(tmpdir(), 'severe-account-'));
    const env = {
      PORT: '0',
      OPS_PORT: '0',
      DATA_DIR: folder,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    };
    service = await startService({ settings: loadSettings(env), roles: ['api'], simulated: true, log: silentLog });
    browser = await chromium.launch(browserOptions);
    page = await openPage();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  /** A page with cookies of its own. Everything that its console reports as an error is a problem. */
  async function openPage(): Promise<Page> {
    const context = await browser.newContext({ baseURL: service.url });
    const opened = await context.newPage();
    opened.setDefaultTimeout(60_000);
    opened.on('pageerror', (error) => problems.push(error.message));
    opened.on('console', (message) => {
      const expected = /status of (400|401|403|409|422)/;
      if (message.type() === 'error' && !expected.test(message.text())) problems.push(message.text());
    });
    opened.on('dialog', (dialog) => void dialog.accept());
    return opened;
  }

  /** The link of the newest mail with a subject. */
  async function linkOf(subject: string): Promise<string> {
    for (;;) {
      const names = await readdir(join(folder, 'outbox')).catch(() => []);
      for (const name of names
        .filter((each) => each.endsWith('.eml'))
        .sort()
        .reverse()) {
        const mail = await simpleParser(await readFile(join(folder, 'outbox', name)));
        if (mail.subject === subject) return /http\S+token=[\w-]+/.exec(mail.text!)![0];
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  const sees = (text: string | RegExp, where = page): Promise<void> => where.getByText(text).first().waitFor();
  const fill = async (values: Record<string, string>, submit: string, where = page): Promise<void> => {
    for (const [label, value] of Object.entries(values)) await where.getByLabel(label, { exact: true }).fill(value);
    await where.getByRole('button', { name: submit }).click();
  };
  const statusWith = async (key: string): Promise<[number, string | null]> => {
    const response = await fetch(`${service.url}/api/v1/meta/sources`, { headers: { 'X-API-Key': key } });
    return [response.status, response.headers.get('x-ratelimit-limit')];
  };

  it('say at the field what is wrong, before and after the call', async () => {
    await page.goto('/signup');
    await fill({ 'E-mail': 'nobody', Password: 'short' }, 'Sign up');
    expect(await page.getByRole('alert').textContent()).to.match(/^E-mail: /);
    expect(await page.getByLabel('E-mail', { exact: true }).getAttribute('aria-invalid')).to.equal('true');
    await fill({ 'E-mail': email, Password: 'password123' }, 'Sign up');
    await sees('Password: This password is too common or too easy to guess; choose another one');
    expect(await page.evaluate(() => document.activeElement?.id)).to.equal('password');
  });

  it('sign up, confirm the address by the mail, and sign out', async () => {
    await fill({ 'E-mail': email, Password: password, 'Name (optional)': 'Ann <b>' }, 'Sign up');
    await page.waitForURL('**/account');
    await sees('Ann <b>');
    await sees('The address is not confirmed yet.');
    await page.goto(await linkOf('Confirm your e-mail address'));
    await sees(`${email} is confirmed.`);
    expect(page.url()).to.equal(`${service.url}/verify-email`); // the token is in no history
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

  it('set a new password by the mail', async () => {
    await page.goto('/reset-password');
    await fill({ 'E-mail': email }, 'Send the link');
    await sees(/is on its way/);
    await page.goto(await linkOf('Set a new password'));
    await fill({ Password: 'another battery 55' }, 'Set the password');
    await sees(/All sessions have ended/);
    await page.goto('/login');
    await fill({ 'E-mail': email, Password: 'another battery 55' }, 'Sign in');
    await page.waitForURL('**/account');
  });

  it('let an administrator manage users, and nobody else', async () => {
    await page.goto('/admin');
    await sees('This page is for administrators.');
    const root = await openPage();
    await root.goto('/login?next=/admin');
    await fill({ 'E-mail': admin.email, Password: admin.password }, 'Sign in', root);
    await root.waitForURL('**/admin');
    await sees('users total', root);
    await sees('alerts', root);
    await fill({ 'Address or name': 'ann@' }, 'Search', root);
    await sees('1 to 1 of 1 users', root);
    await root.getByRole('button', { name: `Disable: ${email}` }).click();
    await sees('user, disabled', root);
    await page.goto('/account');
    await page.waitForURL('**/login**');
  });

  it('load nothing from elsewhere and break no rule of their policy', () => {
    expect(problems).to.deep.equal([]);
  });
});
