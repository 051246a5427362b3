import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { apiEndpoints } from '@severe/api';
import { sharedFile } from '@severe/testing/shared';
import { signUp, type Browser } from './support/browser.ts';
import { startTestApi, type TestService } from './support/service.ts';

/** Paths of this package that take a body. */
const served = new Set(apiEndpoints.filter(({ body }) => body).map(({ method, path }) => `${method} /api/v1${path}`));

describe('hostile bodies', () => {
  let service: TestService;
  let user: Browser;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    user = await signUp(service);
  });
  after(() => service?.close());

  it('get the expected refusal, and the next request is served', async function () {
    const lines = readFileSync(sharedFile(this, 'hostile/hostile-bodies.tsv'), 'utf8').split('\n');
    const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
    expect(rows.length).to.be.greaterThan(2);
    for (const [method, path, type, text, expected, why] of rows) {
      expect(served).to.include(`${method} ${path}`);
      const body = text.startsWith('JS:') ? String(runInNewContext(text.slice(3), { Buffer })) : text;
      const headers = { Origin: 'https://wx.example.org', Cookie: user.cookie, 'Content-Type': type };
      const got = await service.ask(path, headers, method, body);
      expect(expected.split('|').map(Number), `${why}: ${got.body.toString().slice(0, 200)}`).to.include(got.status);
      expect(got.json(), why).to.have.property('detail');
      expect((await user.call('GET', '/auth/me')).status, `after ${why}`).to.equal(200);
    }
  });
});
