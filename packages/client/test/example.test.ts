import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { storeStormDay } from '@severe/db/testing/storm-day';

describe('client/examples', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    service = await startTestApi();
    await storeStormDay(service.db);
  });
  after(() => service?.close());

  it('prints the alerts and the risk for a place', async () => {
    const baseUrl = service.url;
    const example = fileURLToPath(new URL('../examples/what-is-coming.ts', import.meta.url));
    const run = (place: string) =>
      promisify(execFile)(process.execPath, [...process.execArgv, example, place, baseUrl]);
    expect((await run('35.22,-97.44')).stdout.split('\n').slice(0, 2)).to.deep.equal([
      'This weather is simulated.',
      'Extreme: Tornado Warning until 2026-05-20T22:45:00Z, Cleveland, OK',
    ]);
    expect((await run('47,-120')).stdout).to.match(/No severe weather is forecast for today\.\n$/);
  });
});
