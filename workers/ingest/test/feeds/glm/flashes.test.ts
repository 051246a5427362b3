import { satellites } from '@severe/catalogue';
import type { Flash } from '@severe/netcdf';
import { expect } from 'chai';
import { flashesOf, type Side } from '../../../src/feeds/glm/flashes.ts';
import { granuleOf } from '../../../src/feeds/glm/keys.ts';

const startsAt = new Date('2026-05-20T22:16:20Z');
const one: Flash = { index: 4, at: startsAt, lat: 35.2, lon: -97.4, energyFj: 488, areaKm2: 550, quality: 0 };

/** Where flashes at these longitudes end up. */
const lonsOf = (side: Side, ...lons: number[]) =>
  flashesOf({ startsAt, flashes: lons.map((lon) => ({ ...one, lon })) }, side, startsAt).map(({ lon }) => lon);
const taken = (change: Partial<Flash>) => flashesOf({ startsAt, flashes: [{ ...one, ...change }] }, 'east', startsAt);

describe('feeds/glm', () => {
  it('selects each flash from one satellite: GOES-West west of 106° W, GOES-East east of it', () => {
    const lons = [-179, -106.01, -106, -97.4, -20, 170, -181];
    expect(lonsOf('east', ...lons)).to.deep.equal([-106, -97.4, -20]);
    expect(lonsOf('west', ...lons)).to.deep.equal([-179, -106.01, 170, 179]);
  });

  it('selects valid flashes with their attributes', () => {
    const { index: number, quality: _, ...rest } = one;
    expect(taken({})).to.deep.equal([{ number, ...rest }]);
    expect(taken({ energyFj: null, areaKm2: null })).to.have.length(1);
    for (const change of [
      { quality: 3 },
      { quality: null },
      { lat: 91 },
      { lat: Number.NaN },
      { lon: -600 },
      { at: new Date(startsAt.getTime() - 61_000) },
      { at: new Date(Number.NaN) },
    ]) {
      expect(taken(change), JSON.stringify(change)).to.deep.equal([]);
    }
  });

  it('rejects a file with another time than its name, and one with too many flashes', () => {
    const wrong = (given: Date, count: number) => () =>
      flashesOf({ startsAt: given, flashes: Array.from({ length: count }, () => one) }, 'east', startsAt);
    expect(wrong(new Date('2026-05-20T23:16:20Z'), 1)).to.throw(
      'expected the time of the name, 2026-05-20T22:16:20.000Z',
    );
    expect(wrong(new Date(Number.NaN), 1)).to.throw('no time');
    expect(wrong(startsAt, 20_001)).to.throw('20001 flashes');
    expect(wrong(startsAt, 20_000)).not.to.throw();
  });

  it('parses the time in a name by the day of the year, for its satellite and product', () => {
    const key = (product = 'GLM-L2-LCFA', start = '20261402216200') =>
      `GLM-L2-LCFA/2026/140/22/OR_${product}_G19_s${start}_e20261402216400_c20261402216419.nc`;
    const found = granuleOf(key(), satellites.east)!;
    expect(found.name).to.equal('OR_GLM-L2-LCFA_G19_s20261402216200_e20261402216400_c20261402216419.nc');
    expect(found.startsAt).to.deep.equal(startsAt);
    expect(granuleOf(key(), satellites.west)).to.equal(undefined);
    expect(granuleOf(key('ABI-L2-MCMIPC'), satellites.east)).to.equal(undefined);
    expect(granuleOf(key(undefined, '20261402216600'), satellites.east)).to.equal(undefined);
  });
});
