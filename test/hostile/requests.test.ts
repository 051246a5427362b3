import type { AddressInfo } from 'node:net';
import { silentLog } from '@severe/base';
import { createPublicServer } from '@severe/http';
import { expect } from 'chai';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { run, type Running } from '@severe/testing/serve';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { bombard, described } from './requests/run.ts';

const seed = Number(process.env['SEVERE_SEED'] ?? 1);
const requests = Number(process.env['SEVERE_REQUESTS'] ?? 2000);

describe('hostile requests', function () {
  this.timeout(120_000 + requests * 50);
  let service: TestService;
  let listener: Running;
  before(async () => {
    service = await startTestApi();
    listener = await run(createPublicServer({ handlers: [], fallback: service.api.listener, log: silentLog }));
    await storeStormDay(service.db);
  });
  after(() => listener?.close());
  after(() => service?.close());

  it(`${requests} of them get documented responses (seed ${seed})`, async () => {
    const url = `http://127.0.0.1:${(listener.server.address() as AddressInfo).port}/api/v1`;
    const { findings, statuses } = await bombard({ url, seed, requests, slowMs: 20_000 });
    expect(findings.slice(0, 5).map(described)).to.deep.equal([]);
    expect([...statuses.keys()]).to.include.members([200, 400, 404, 405, 422]);
  });
});
