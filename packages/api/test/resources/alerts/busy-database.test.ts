import { setTimeout as pause } from 'node:timers/promises';
import { takeSession } from '@severe/db/testing/database';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { expect } from 'chai';
import { startTestApi, type TestService } from '../../support/service.ts';

/** Longer than the 2.8 s after which requests once failed. */
const busyMs = 3_200;

describe('api/alerts with a busy database', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    service = await startTestApi();
    await service.db.alerts.store([alertEvent()]);
  });
  after(() => service?.close());

  it('waits until another statement leaves a session, and answers', async () => {
    const leave = await takeSession();
    let status: number | undefined;
    const asked = service.ask('/api/v1/alerts?limit=1').then((answer) => (status = answer.status));
    try {
      await pause(busyMs);
      expect(status, 'it has answered without a session').to.equal(undefined);
    } finally {
      await leave();
    }
    expect(await asked).to.equal(200);
  });
});
