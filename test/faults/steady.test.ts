import { loadSettings } from '@severe/base';
import { nowcast, nowcastProducts, radarProducts } from '@severe/catalogue';
import { expect } from 'chai';
import { comparedWithCadence, MadeFrames } from '../../scripts/faults/steady/made-frames.ts';

/** `npm run test:faults -- steady` compares the frames of many hours with the cadence of their providers. */
describe('the frames of the steady state', () => {
  const [minuteMs, hourMs] = [60_000, 3_600_000];
  const from = Date.parse('2026-05-20T15:00:00Z');
  const settings = loadSettings({
    SATELLITE_PRODUCTS: 'ir',
    HRRR_FIELDS: 'precip-1h',
    NEXRAD_SITES: 'KTLX',
  });
  type Frames = Map<number, Set<number>>;

  const every = (minutes: number, to: number): Frames =>
    new Map(Array.from({ length: (to - from) / (minutes * minuteMs) }, (_, i) => [from + i * minutes * minuteMs, new Set<number>()])); // prettier-ignore
  const run = (start: number, times: number[]): Frames => new Map([[start, new Set(times)]]);
  const stored = (family: string, product: string, frames: Frames) => new Map([[family, { times: new Map([[product, frames]]) }]]); // prettier-ignore
  const compared = (made: MadeFrames, to: number) =>
    Object.fromEntries(comparedWithCadence(made.families, settings, { from, to }).map((each) => [each.family, each]));

  it('are as many an hour as the provider has files, also if some are removed meanwhile', () => {
    const made = new MadeFrames();
    const to = from + 3 * hourMs;
    for (const { id } of radarProducts) made.add(stored('radar', id, every(2, to)));
    const volumes = [...every(5, to)];
    made.add(stored('nexrad', 'KTLX', new Map(volumes.slice(0, 20))));
    made.add(stored('nexrad', 'KTLX', new Map(volumes.slice(21))));
    const { radar, satellite, nexrad } = compared(made, to);
    expect(radar).to.deep.include({ expected: 2 * 30 * radarProducts.length, missing: [] });
    expect(nexrad).to.deep.include({ expected: 2 * 12, missing: ['KTLX: 11 of 12 at 2026-05-20T16'] });
    expect(satellite.missing).to.deep.equal(['ir: 0 of 12 at 2026-05-20T15', 'ir: 0 of 12 at 2026-05-20T16']);
  });

  it('are the hours of every run: sums from the first hour on, the terrain once', () => {
    const made = new MadeFrames();
    const hours = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => from + (first + i) * hourMs); // prettier-ignore
    made.add(stored('hrrr', 'precip-1h', run(from, hours(1, 18))));
    made.add(stored('hrrr', 'elevation', run(from, hours(0, 0))));
    made.add(stored('hrrr', 't2m', run(from, hours(0, 9))));
    made.add(stored('hrrr', 't2m', run(from, hours(11, 18))));
    const { hrrr } = compared(made, from + 5 * hourMs);
    expect(hrrr.expected).to.equal(18 + 1 + 19);
    expect(hrrr.missing).to.deep.equal(['t2m: 18 of 19 hours of the run of 2026-05-20T15']);
  });

  it('are whole runs of the nowcast, which need not be of every image', () => {
    const made = new MadeFrames();
    const leads = nowcast.leads.map((lead) => from + lead * minuteMs);
    made.add(stored('radar', 'composite-reflectivity', every(2, from + hourMs)));
    for (const { id } of nowcastProducts) made.add(stored('nowcast', id, run(from, leads)));
    expect(compared(made, from + 2 * hourMs).nowcast).to.deep.include({ missing: [], about: '1 runs of 30 images, the others overtaken by newer images' }); // prettier-ignore
    made.add(stored('nowcast', nowcastProducts[0].id, run(from + 2 * minuteMs, leads.slice(1))));
    expect(compared(made, from + 2 * hourMs).nowcast.missing).to.have.length(nowcastProducts.length);
    expect(compared(new MadeFrames(), from + 2 * hourMs).nowcast.missing).to.deep.equal(['no run']);
    const without = { ...settings, nowcast: false };
    const families = comparedWithCadence(made.families, without, { from, to: from + 2 * hourMs });
    expect(families.map(({ family }) => family)).to.deep.equal(['radar', 'satellite', 'nexrad', 'hrrr']);
  });
});
