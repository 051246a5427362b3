import { silentLog } from '@severe/base';
import { newUser } from '@severe/db/testing/rows/new-user';
import { newWebhook } from '@severe/db/testing/rows/new-webhook';
import { expect } from 'chai';
import { findArrivals } from '../../src/nowcast/find-arrivals.ts';
import { requestNowcast } from '../../src/nowcast/request-nowcast.ts';
import { createArrivalTeller } from '../../src/nowcast/tell-arrivals.ts';
import { runFrameJob } from '../../src/run-job.ts';
import { stormFile } from '../support/storm-file.ts';
import { openTestStores, radarFrame, type TestStores } from '../support/test-stores.ts';

describe('echoes that webhooks expect', function () {
  this.timeout(60_000);
  let stores: TestStores;
  let user: number;
  beforeEach(async () => {
    stores = await openTestStores();
    user = (await stores.db.users.insert(newUser()))!.id;
  });
  afterEach(() => stores.close());

  /** The storm moves east by 108 km/h: 1.2° an hour at 36° N. */
  const stormAt = (minute: number) => ({ lat: 36, lon: -98.8 + 0.02 * minute });

  async function runAt2220(): Promise<void> {
    for (const minute of [0, 4, 8, 12, 16, 20]) {
      const frame = radarFrame(minute);
      const file = stormFile(frame.validAt, { ...stormAt(minute), dbz: 60 }, { category: 10, number: 0 });
      await runFrameJob(await stores.receive(frame, file), stores.context());
    }
    await requestNowcast({ ...stores, ...stores.platform, log: silentLog });
    const [{ id }] = await stores.db.frameJobs.due(10);
    const result = await runFrameJob(id, stores.context());
    expect(result?.state).to.equal('done');
    const tell = createArrivalTeller({
      ...stores,
      ...stores.platform,
      log: silentLog,
      findArrivals: (task) => findArrivals(task, stores.platform.objects),
    });
    await tell(result!.frame);
  }

  /** A box of 0.1° around where the storm is at a minute. */
  async function watch(minute: number, change: object = {}): Promise<number> {
    const { lat, lon } = stormAt(minute);
    const fence = { bbox: [lon - 0.05, lat - 0.05, lon + 0.05, lat + 0.05], geometry: null };
    return (await stores.db.webhooks.insert(user, newWebhook({ fence, occasion: 'expected', ...change }), 100))!.id;
  }

  const toldOf = async (id: number) => (await stores.db.webhookDeliveries.pending(id, 10)).map(({ expected }) => expected!); // prettier-ignore

  it('are told where the storm will be, with the time and its spread', async () => {
    const ahead = await watch(40);
    await runAt2220();
    const [echo, ...others] = await toldOf(ahead);
    expect(others).to.deep.equal([]);
    const minute = (at: Date): number => (at.getTime() - Date.UTC(2026, 4, 20, 22)) / 60_000;
    expect(minute(echo.arrivesAt)).to.be.within(30, 45);
    expect(minute(echo.earliestAt)).to.be.within(25, minute(echo.arrivesAt));
    expect(echo.chance).to.be.above(50);
    expect(minute(echo.radarAt)).to.equal(20);
    expect(Math.hypot(echo.lat - 36, echo.lon - stormAt(40).lon)).to.be.below(0.12);
  });

  it('are not told where it is already, where it will not be, later than wanted, or weaker than wanted', async () => {
    const silent = [
      await watch(20),
      await watch(0),
      await watch(40, { withinMinutes: 5 }),
      await watch(70, { minDbz: 50 }), // by then nobody knows where the core is
      await watch(40, { occasion: 'issued' }),
    ];
    await runAt2220();
    for (const id of silent) expect(await toldOf(id), String(id)).to.deep.equal([]);
  });
});
