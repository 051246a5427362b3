import type { Database, FlashSearch } from '@severe/db';
import { expect } from 'chai';
import { squareAt } from '../support/rows/alert-event.ts';
import { flash, granule } from '../support/rows/granule.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('tables/lightning', (open) => {
  let db: Database;
  const { clock } = handClock(at('22:20'));
  beforeEach(async () => (db = await open({ clock })));

  const lately = { from: at('22:05'), to: at('22:20'), limit: 100 };
  const search = async (change: Partial<FlashSearch> = {}) => {
    const { rows, matched } = await db.lightning.features({ ...lately, ...change });
    const features = rows.flatMap(({ text, count }) => {
      const some = JSON.parse(`[${text}]`);
      expect(some).to.have.length(count);
      return some;
    });
    return { features, matched };
  };
  const energies = async (change: Partial<FlashSearch> = {}) =>
    (await search(change)).features.map(({ properties }) => properties.energy_fj);

  it('stores a granule once, with all of its flashes', async () => {
    const many = Array.from({ length: 1100 }, (_, number) => flash({ number }));
    expect(await db.lightning.store(granule({ flashes: many }))).to.equal(true);
    expect(await db.lightning.store(granule({ flashes: many }))).to.equal(false);
    expect((await search()).matched).to.equal(1100);
    expect(await db.lightning.existing([granule().name, 'another'])).to.deep.equal(new Set([granule().name]));
  });

  it('keeps a granule without flashes, and the time of the newest', async () => {
    await db.lightning.store(granule({ flashes: [] }));
    await db.lightning.store(granule({ name: 'older', startsAt: at('22:10') }));
    const [set] = await db.dataSets.all();
    expect(set).to.deep.include({ name: 'lightning', version: 2, dataAt: at('22:17:40') });
  });

  it('gives back what it was given as features, to a tenth and a second, with the age at the end of the search', async () => {
    const odd = { at: at('22:19:59.9'), energyFj: null, areaKm2: 0.04, lat: -0.0000049, lon: 179.999996 };
    await db.lightning.store(
      granule({ flashes: [flash({ energyFj: 488.2831, areaKm2: 550.55 }), flash({ number: 7, ...odd })] }),
    );
    const { rows } = await db.lightning.features(lately);
    expect(rows.map(({ text }) => text)).to.deep.equal([
      '{"type":"Feature","id":2,"geometry":{"type":"Point","coordinates":[180,0]},"properties":{"id":2,' +
        '"flash_time":"2026-05-20T22:19:59Z","age_seconds":0,"energy_fj":null,"area_km2":0,"satellite":"G19"}},' +
        '{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[-97.4,35.2]},"properties":{"id":1,' +
        '"flash_time":"2026-05-20T22:17:40Z","age_seconds":140,"energy_fj":488.3,"area_km2":550.6,"satellite":"G19"}}',
    ]);
  });

  it('gives many in texts of some hundreds, in one order', async () => {
    const flashes = Array.from({ length: 1100 }, (_, number) => flash({ number, energyFj: number }));
    await db.lightning.store(granule({ flashes }));
    const { rows } = await db.lightning.features({ ...lately, limit: 1001 });
    expect(rows.map(({ count }) => count)).to.deep.equal([250, 250, 250, 250, 1]);
    expect(await energies({ limit: 1001 })).to.deep.equal(
      flashes
        .map(({ energyFj }) => energyFj)
        .reverse()
        .slice(0, 1001),
    );
  });

  it('finds them by time, newest first: after the one end, up to the other', async () => {
    const times = ['22:05', '22:05:01', '22:12', '22:20', '22:20:01'];
    const flashes = times.map((time, number) => flash({ number, at: at(time), energyFj: number }));
    await db.lightning.store(granule({ flashes }));
    expect(await energies()).to.deep.equal([3, 2, 1]);
    expect(await search({ limit: 2 })).to.have.property('matched', 3);
    expect(await energies({ limit: 2 })).to.deep.equal([3, 2]);
  });

  it('finds them in a box, across the antimeridian too', async () => {
    const places = [-97.4, 179.5, -179.5, -90];
    await db.lightning.store(
      granule({ flashes: places.map((lon, number) => flash({ number, lon, energyFj: number })) }),
    );
    expect(await energies({ area: { bbox: [-98, 35, -97, 36] } })).to.deep.equal([0]);
    expect(await energies({ area: { bbox: [179, 35, -179, 36] } })).to.deep.equal([2, 1]);
  });

  it('finds the state by the county, and none over the sea', async () => {
    const shape = JSON.stringify(squareAt(-97.7, 35, 0.6));
    const county = {
      kind: 'county',
      ugc: 'OKC027',
      name: 'Cleveland',
      state: 'OK',
      wfo: 'OUN',
      simplified: true,
    } as const;
    await db.zones.put([{ ...county, shape }]);
    await db.lightning.store(granule({ flashes: [flash(), flash({ number: 1, lon: -90, lat: 25, energyFj: 1 })] }));
    expect(await energies({ state: 'OK' })).to.deep.equal([488]);
    expect(await energies({ state: 'TX' })).to.deep.equal([]);
    expect((await search()).matched).to.equal(2);
  });

  it('removes granules that began before a time, with their flashes, and no others', async () => {
    for (let i = 0; i < 61; i++) await db.lightning.store(granule({ name: `old ${i}`, startsAt: at('22:00') }));
    await db.lightning.store(granule({ startsAt: at('22:10'), flashes: [flash({ energyFj: 1 })] }));
    expect(await db.lightning.removeOld(at('22:10'))).to.equal(61);
    expect(await energies()).to.deep.equal([1]);
  });

  it('separates real from simulated data', async () => {
    await db.lightning.store(granule());
    const other = await open({ clock, simulated: true, keep: true });
    expect(await other.lightning.existing([granule().name])).to.deep.equal(new Set());
    expect((await other.lightning.features(lately)).matched).to.equal(0);
  });
});
