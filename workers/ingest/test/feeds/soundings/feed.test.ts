import { readFileSync } from 'node:fs';
import { UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import type { FeedContext } from '../../../src/feed.ts';
import { createIemSoundings } from '../../../src/feeds/soundings/feed.ts';
import { ChangingFiles } from '../../support/changing-files.ts';
import { feedContext } from '../../support/stand-ins.ts';

/** A profile that is warm and moist below, with winds that veer and grow. */
const ascent = (top: number) =>
  Array.from({ length: 40 }, (_, i) => {
    const pres = 970 - 22 * i;
    return { pres, hght: 345 + 200 * i, tmpc: 28 - 1.7 * i, dwpc: 22 - 2.5 * i, drct: 160 + 2 * i, sknt: 15 + i };
  }).filter(({ pres }) => pres >= top);
const hour = (...profiles: [station: string, profile: object[]][]) =>
  JSON.stringify({
    profiles: profiles.map(([station, profile]) => ({ station, valid: '2026-05-20T12:00:00Z', profile })),
  });

describe('soundings/feed', function () {
  this.timeout(30_000); // a thread starts in each run, on a machine that may be busy
  let now: Date;
  let provider: ChangingFiles;
  let context: FeedContext;
  let close: () => Promise<void>;

  beforeEach(async () => {
    now = new Date('2026-05-20T13:05:00Z');
    provider = new ChangingFiles();
    ({ context, close } = await feedContext(provider, () => now));
  });
  afterEach(() => close());

  const rows = async () => (await context.db.soundings.search({ latest: true, limit: 50, offset: 0 })).rows;

  it('stores soundings of served stations with derived parameters', async () => {
    provider.files.set('raob', hour(['KOUN', ascent(200)], ['CWSE', ascent(200)], ['KANC', []]));
    expect(await createIemSoundings().run(context)).to.deep.include({
      new: 1,
      refused: [],
      isResponseValid: true,
      more: true,
    });
    const [norman] = await rows();
    expect(norman).to.deep.include({ station: 'KOUN', source: 'iem', at: new Date('2026-05-20T12:00Z') });
    expect(norman.capeJkg).to.be.greaterThan(1000);
    expect(norman.shear6kmMps).to.be.greaterThan(10);
    const [{ dataAt }] = await context.db.sourceRuns.health(now);
    expect(dataAt).to.deep.equal(new Date('2026-05-20T12:00Z'));
  });

  it('requests one hour per run, and none if none is due', async () => {
    const feed = createIemSoundings();
    provider.files.set('raob', hour());
    const more: boolean[] = [];
    for (let run = 0; run < 4; run++) more.push((await feed.run(context)).more);
    expect(more).to.deep.equal([true, true, true, false]);
    provider.files.set('raob', new UpstreamError('iem', 'away'));
    expect(await feed.run(context)).to.deep.include({ new: 0, more: false });
    now = new Date('2026-05-20T13:30:00Z');
    const failure = await feed.run(context).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(UpstreamError);
  });

  it('stores late soundings', async () => {
    const feed = createIemSoundings();
    provider.files.set('raob', hour(['KOUN', ascent(600)]));
    await feed.run(context);
    expect((await rows())[0].capeJkg).to.equal(null); // it ends too low to tell
    now = new Date('2026-05-20T13:30:00Z');
    provider.files.set('raob', hour(['KOUN', ascent(200)], ['KAMA', ascent(200)]));
    expect(await feed.run(context)).to.deep.include({ new: 1, changed: 1 });
    expect((await rows())[0].capeJkg).to.be.greaterThan(1000);
  });

  it('reports an unreadable hour and continues with the next', async () => {
    const feed = createIemSoundings();
    provider.files.set('raob', '<html><title>Sorry</title></html>');
    const report = await feed.run(context);
    expect(report.refused[0].why).to.include('web page');
    expect([report.isResponseValid, report.more]).to.deep.equal([undefined, true]);
    provider.files.set('raob', hour(['KOUN', ascent(200)]));
    expect(await feed.run(context)).to.deep.include({ new: 1 });
  });

  it('derives the parameters of 3 May 1999 as MetPy does', async function () {
    provider.files.set('raob', readFileSync(sharedFile(this, 'data/upstream/soundings/iem_raob_KOUN_199905040000.json'), 'utf8')); // prettier-ignore
    await createIemSoundings().run(context);
    const [norman] = await rows();
    // MetPy 1.7.1 of the same levels: see thermo/test/real-profiles.test.ts for the tolerances.
    expect(norman.capeJkg).to.be.closeTo(2745, 70);
    expect(norman.pwatMm).to.be.closeTo(26.4, 0.5);
    expect(norman.srh1km).to.be.closeTo(256, 5);
  });
});
