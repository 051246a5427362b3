import { channels } from '@severe/catalogue';
import { expect } from 'chai';
import { flashesOf, lightningFile, stormsAt, folder, stamp, satellites } from '@severe/simulator/testing/weather';
import type { FeedContext } from '../../../src/feed.ts';
import { createGlm } from '../../../src/feeds/glm/feed.ts';
import { seeded } from '@severe/testing/seeded';
import { Bucket, feedContext } from '../../support/stand-ins.ts';

const stormy = Date.parse('2026-05-20T23:00:00Z');
const flashes = flashesOf(stormsAt(1, stormy), 1, stormy / 20_000);
const [goesEast] = satellites;

describe('feeds/glm feed', () => {
  let now: Date;
  let bucket: Bucket;
  let context: FeedContext;
  let close: () => Promise<void>;
  let heard: unknown[];
  beforeEach(async () => {
    now = new Date('2026-05-21T00:10:30Z'); // ten minutes into a new day's folder
    bucket = new Bucket('https://noaa-goes19.s3.amazonaws.com');
    const means = await feedContext(bucket, () => now);
    ({ context, close } = means);
    heard = [];
    await means.platform.pubsub.subscribe(channels.data, (event) => heard.push(event));
  });
  afterEach(() => close());

  const publish = (secondsAgo: number, body?: string, storedAt?: Date): number => {
    const start = now.getTime() - secondsAgo * 1000;
    const times = { start, end: start + 20_000, created: start + 21_300 };
    const name = `OR_GLM-L2-LCFA_G19_s${stamp(start)}_e${stamp(times.end)}_c${stamp(times.created)}.nc`;
    const key = `GLM-L2-LCFA/${folder(start)}/${name}`;
    bucket.put(key, body ?? lightningFile(goesEast, name, times, flashes), storedAt);
    return start;
  };
  const found = async () => {
    const lately = { from: new Date(now.getTime() - 900_000), to: now, limit: 20_000 };
    const { rows, matched } = await context.db.lightning.features(lately);
    return { features: rows.flatMap(({ text }) => JSON.parse(`[${text}]`)), matched };
  };

  it('stores flashes once', async () => {
    const start = publish(50);
    expect(await createGlm('east').run(context)).to.deep.include({ new: 1, unchanged: 0, more: false });
    const { features, matched } = await found();
    expect(matched).to.equal(flashes.length);
    const [newest, last] = [features[0].properties, flashes.at(-1)!];
    expect(Date.parse(newest.flash_time)).to.be.closeTo(start + last.first * 1000 - 500, 502); // told to the second
    expect(newest.energy_fj).to.be.closeTo(last.energy * 1e15, 0.56);
    expect(newest.area_km2).to.be.closeTo(last.areaKm2, 0.13);
    expect(newest.satellite).to.equal('G19');
    expect(heard).to.have.length(1);
    expect(heard[0]).to.deep.include({ source: 'lightning' });
    const [health] = await context.db.sourceRuns.health(now);
    expect(health).to.deep.include({ source: 'lightning', dataAt: new Date(start) });

    expect(await createGlm('east').run(context)).to.deep.include({ new: 0, unchanged: 1 });
    expect(bucket.asked).to.have.length(1);
    expect(heard).to.have.length(1);
  });

  it('stores the newest six granules of the last 15 minutes first, across midnight', async () => {
    for (const secondsAgo of [50, 70, 90, 110, 130, 150, 800, 901]) publish(secondsAgo, 'not NetCDF');
    const report = await createGlm('east').run(context);
    expect([report.refused.length, report.more]).to.deep.equal([6, true]);
    expect(bucket.asked[0]).to.include('s2026141000940');
    expect(bucket.asked[5]).to.include('s2026141000800');
  });

  it('continues after an unreadable file', async () => {
    publish(50, 'not NetCDF');
    publish(800); // 23:57:10
    const report = await createGlm('east').run(context);
    expect(report).to.include({ new: 1 });
    expect(report.refused.map(({ what }) => what.slice(0, 34))).to.deep.equal(['OR_GLM-L2-LCFA_G19_s20261410009400']);
    expect((await found()).matched).to.equal(flashes.length);
  });

  it('lists the folder when the next granule is expected, and from the first that it needs', async () => {
    const feed = createGlm('east');
    const random = seeded(7);
    const begin = now.getTime();
    const waits: number[] = [];
    let [granule, looks] = [0, 0];
    for (; now.getTime() < begin + 400_000; now = new Date(now.getTime() + 4500 + 1000 * random())) {
      // Each appears 40 to 43 seconds after its start.
      const cameAt = begin + granule * 20_000 + ((granule * 7) % 4) * 1000;
      if (cameAt <= now.getTime()) {
        const startsAt = begin + granule++ * 20_000 - 40_000;
        publish((now.getTime() - startsAt) / 1000, undefined, new Date(cameAt));
      }
      const report = await feed.run(context);
      if (!report.isIdle) looks++;
      if (report.new > 0) waits.push((now.getTime() - cameAt) / 1000);
    }
    const learned = waits.slice(3);
    expect(learned).to.have.length(17);
    expect(Math.max(...learned)).to.be.below(6);
    expect(looks / waits.length).to.be.below(2);
    expect(new URL(bucket.listed.at(-1)!).searchParams.get('start-after')).to.match(/_G19_s202614100(01|02)\d\d$/);
  });
});
