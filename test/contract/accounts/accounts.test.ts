import { expect } from 'chai';
import { apiEndpoints } from '@severe/api';
import { openBrowser, signUp, type Browser } from '@severe/api/testing/browser';
import { responseProblems } from '@severe/http';
import { valuesOf } from '../contract.ts';
import { fieldValues, type AccountContract } from './contract.ts';
import { openAccountFixture, type AccountFixture } from './fixture.ts';
import { accountContracts } from './rows.ts';

/** Endpoints of the specification: 8 of sign-up and login, 13 of the account, 4 of administration. */
const specified = { auth: 8, account: 13, admin: 4 };

describe('contract of accounts', function () {
  this.timeout(60_000);
  let fixture: AccountFixture;
  before(async () => {
    fixture = await openAccountFixture();
  });
  after(() => fixture?.close());

  /** The browser that may call an endpoint. */
  const callerOf = ({ access }: AccountContract): Browser =>
    access === 'admin' ? fixture.admin : access === 'session' ? fixture.user : openBrowser(fixture.service);

  const call = async (contract: AccountContract, change: object = {}, query = '') => {
    const body = await fixture.bodyOf(contract);
    const path = await fixture.pathOf(contract);
    return callerOf(contract).call(contract.method, path + query, body && { ...body, ...change });
  };

  it('has a row for each endpoint, and those of the specification', () => {
    const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
    const own = apiEndpoints.filter(({ path }) => /^\/(auth|account|admin)\//.test(path));
    expect(accountContracts.map(nameOf)).to.have.members(own.map(nameOf));
    const added = /\/deliveries/;
    for (const [area, count] of Object.entries(specified)) {
      const rows = accountContracts.filter(({ path }) => path.startsWith(`/${area}/`) && !added.test(path));
      expect(rows, area).to.have.length(count);
    }
  });

  for (const contract of accountContracts) {
    const { method, path, access, status, fields = {}, query = {}, returns } = contract;
    const endpoint = apiEndpoints.find((each) => each.method === method && each.path === path)!;

    describe(`${method} ${path}`, () => {
      it(`answers ${status} as described, uncached and for its own pages`, async () => {
        const got = await call(contract);
        expect(got.status, got.body.toString()).to.equal(status);
        expect(endpoint.access).to.equal(access);
        expect(got.headers['cache-control']).to.equal('no-store');
        expect(got.headers).to.not.have.property('access-control-allow-origin');
        expect(got.headers['x-request-id']).to.be.a('string');
        if (status === 204) return expect(got.body.length).to.equal(0);
        expect(got.headers['content-type']).to.equal('application/json');
        expect(responseProblems(endpoint, got.json())).to.deep.equal([]);
        const json = got.json() as { rows?: unknown[] };
        const [record] = Array.isArray(json) ? (json as unknown[]) : (json.rows ?? [json]);
        if (record && returns) expect(record).to.have.all.keys(returns);
        return undefined;
      });

      it('is in the OpenAPI document with its fields and who may call it', async () => {
        const document = (await fixture.service.ask('/api/v1/openapi.json')).json();
        const operation = document.paths[path][method.toLowerCase()];
        expect(operation.responses).to.have.property(String(status));
        expect(operation.security ?? []).to.deep.equal(access === 'public' ? [] : [{ session: [] }]);
        const schema = operation.requestBody?.content['application/json'].schema ?? { properties: {} };
        expect(Object.keys(schema.properties)).to.include.members(Object.keys(fields));
        const needed = Object.keys(fields).filter((name) => fields[name].required);
        expect(schema.required ?? []).to.include.members(needed);
        const names = (operation.parameters ?? []).map(({ name }: { name: string }) => name);
        expect(names).to.include.members(Object.keys(query));
      });

      if (access !== 'public') {
        it('needs a session: a key is not enough', async () => {
          const made = await fixture.user.call('POST', '/account/api-keys', { name: 'k' });
          const where = await fixture.pathOf(contract);
          const headers = { 'X-API-Key': made.json().key as string };
          const got = await openBrowser(fixture.service).call(method, where, {}, headers);
          expect([got.status, got.json()]).to.deep.equal([401, { detail: 'Not authenticated' }]);
        });
      }
      if (access === 'admin') {
        it('needs the role', async () => {
          const got = await fixture.user.call(method, await fixture.pathOf(contract), {});
          expect([got.status, got.json()]).to.deep.equal([403, { detail: 'Admin role required' }]);
        });
      }
      if (Object.keys(fields).length > 0) {
        it('takes JSON of its own pages only, and refuses broken and other bodies', async () => {
          const [browser, where] = [callerOf(contract), await fixture.pathOf(contract)];
          expect((await browser.call(method, where, {}, { Origin: 'https://evil.example' })).status).to.equal(403);
          expect((await browser.call(method, where, {}, { 'Content-Type': 'text/plain' })).status).to.equal(415);
          const headers = {
            Origin: 'https://wx.example.org',
            'Content-Type': 'application/json',
            Cookie: browser.cookie,
          };
          for (const body of ['{"a":', '[]', '7', 'null', '"x"', '[['.repeat(20_000)]) {
            const got = await fixture.service.ask(`/api/v1${where}`, headers, method, body);
            expect(got.status, body.slice(0, 9)).to.be.oneOf([400, 413, 422]);
            expect(got.json()).to.have.property('detail');
          }
        });
      }
      for (const [name, rule] of Object.entries(fields)) {
        it(`accepts ${name} within its bounds and refuses it beyond them`, async () => {
          const { good, bad } = fieldValues(rule);
          for (const value of good) {
            const got = await call(contract, { [name]: value });
            expect(got.status, `${name}: ${JSON.stringify(value)}: ${got.body.toString()}`).to.equal(status);
          }
          for (const value of rule.required ? [...bad, undefined] : bad) {
            const got = await call(contract, { [name]: value });
            const what = `${name}: ${JSON.stringify(value)?.slice(0, 60)}`;
            expect(got.status, what).to.equal(422);
            expect((got.json().detail as { loc: string[] }[])[0].loc.slice(0, 2), what).to.deep.equal(['body', name]);
          }
        });
      }
      for (const [name, rule] of Object.entries(query)) {
        it(`accepts ${name} within its bounds and refuses it beyond them`, async () => {
          const { good, bad } = valuesOf(rule);
          const ask = (text: string) => call(contract, {}, `?${name}=${encodeURIComponent(text)}`);
          for (const text of good) expect((await ask(text)).status, text).to.equal(200);
          for (const [text, refusal] of bad) expect((await ask(text)).status, text).to.equal(refusal);
        });
      }
      if (contract.thing) {
        it('answers an id that is none, never existed or is of somebody else', async () => {
          const body = await fixture.bodyOf(contract);
          const at = (id: string) => callerOf(contract).call(method, path.replace(/\{\w+\}/g, id), body);
          for (const id of ['x', '1.5', '-', '99999999999999999999']) expect((await at(id)).status, id).to.equal(422);
          const never = await at('888888888');
          expect([never.status, never.json().detail]).to.satisfy(([code, detail]: [number, string]) => code === 404 && typeof detail === 'string'); // prettier-ignore
          if (!contract.isOwned) return;
          const vic = await signUp(fixture.service);
          const theirs = await fixture.user.call(method, await fixture.pathOf(contract, vic), body);
          expect([theirs.status, theirs.body.toString()]).to.deep.equal([404, never.body.toString()]);
        });
      }
    });
  }
});
