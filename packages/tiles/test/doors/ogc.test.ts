import { productsOf } from '@severe/catalogue';
import { expect } from 'chai';
import { basesOf, middle, publishHour } from '../support/hrrr.ts';
import { stormField } from '../support/fields.ts';
import { openWorld, type World } from '../support/world.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 4, 20, 22, minute, 30));
const storm = { lat: 34.995, lon: -96.995 };
const timeOf = (minute: number) => `2026-05-20T22:0${minute}:30Z`;

interface Coverage {
  type: string;
  domain: { axes: { x: { values: number[] }; y: { values: number[] }; t: { values: string[] } } };
  parameters: Record<string, { unit?: { symbol: string } }>;
  ranges: Record<string, { dataType: string; shape: number[]; values: (number | string | null)[] }>;
}

describe('positions of OGC API', () => {
  let world: World;
  before(async () => {
    const radar = [0, 2, 4, 6, 8].map((minute) => ({
      validAt: at(minute),
      name: `storm of ${50 + minute}`,
      field: () => stormField(50 + minute),
    }));
    world = await openWorld({ before: radar, clock: () => new Date('2026-05-20T22:18:05Z') });
    await publishHour(world, '2026-05-20T22:00:00Z', 0, basesOf(1000));
    await publishHour(world, '2026-05-20T22:00:00Z', 1, basesOf(2000));
  });
  after(() => world.close());

  const ask = async (collection: string, query: Record<string, string>, status = 200): Promise<any> => {
    const answer = await world.request(
      `/ogc/collections/${collection}/position?${new URLSearchParams(query).toString()}`,
    );
    expect(answer.status, answer.body.toString().slice(0, 200)).to.equal(status);
    if (status === 200) expect(answer.headers['content-type']).to.equal('application/vnd.cov+json');
    return answer.json();
  };
  const coords = `POINT(${storm.lon} ${storm.lat})`;
  const name = 'composite-reflectivity';

  describe('radar', () => {
    it('is a series of the frames that are kept, with why there is no value', async () => {
      const coverage = (await ask('radar', { coords, 'parameter-name': `${name},${name}-status` })) as Coverage;
      const { axes } = coverage.domain;
      expect([coverage.type, axes.x.values, axes.y.values]).to.deep.equal(['Coverage', [storm.lon], [storm.lat]]);
      expect(axes.t.values).to.deep.equal([0, 2, 4, 6, 8].map(timeOf));
      expect(coverage.parameters[name].unit).to.deep.equal({ symbol: 'dBZ' });
      expect(coverage.ranges[name]).to.deep.include({ dataType: 'float', shape: [5], values: [50, 52, 54, 56, 58] });
      expect(coverage.ranges[`${name}-status`].values).to.deep.equal(Array.from({ length: 5 }, () => 'ok'));
    });

    it('tells dry from unseen from outside', async () => {
      const statusAt = async (place: string) =>
        ((await ask('radar', { coords: place, parameter_names: `${name}-status` })) as Coverage).ranges[`${name}-status`].values[0]; // prettier-ignore
      expect(await statusAt('POINT(-98.5 33.5)')).to.equal('below_threshold');
      expect(await statusAt('point ( -95.2 35 )')).to.equal('no_data');
      expect(await statusAt('POINT Z(-97 10 300)')).to.equal('outside');
    });

    it('selects the frames of a period, and of an instant the one that was the newest then', async () => {
      const timesOf = async (datetime: string) =>
        ((await ask('radar', { coords, datetime, 'parameter-name': name })) as Coverage).domain.axes.t.values;
      expect(await timesOf('2026-05-20T22:02:30Z/2026-05-20T22:04:30Z')).to.deep.equal([2, 4].map(timeOf));
      expect(await timesOf('2026-05-20T22:05:00Z/..')).to.deep.equal([6, 8].map(timeOf));
      expect(await timesOf('../2026-05-20T22:01:00Z')).to.deep.equal([timeOf(0)]);
      expect(await timesOf('2026-05-20T22:05:00Z')).to.deep.equal([timeOf(4)]);
      expect(await timesOf('2026-05-20T21:00:00Z')).to.deep.equal([]);
    });

    it('has all products without a choice, each with times of its own', async () => {
      const { type, coverages } = await ask('radar', { coords });
      expect([type, coverages.length]).to.deep.equal(['CoverageCollection', productsOf('radar').length]);
      expect(Object.keys(coverages[0].ranges)).to.deep.equal([name, `${name}-status`]);
      expect(coverages[1].domain.axes.t.values, 'a product without frames').to.deep.equal([]);
    });
  });

  describe('models', () => {
    const place = `POINT(${middle.lon} ${middle.lat})`;

    it('is the same forecast as /models/hrrr/point', async () => {
      const coverage = (await ask('hrrr', { coords: place })) as Coverage;
      const native = (await world.request(`/models/hrrr/point?lat=${middle.lat}&lon=${middle.lon}&hours=48`)).json();
      expect(coverage.domain.axes.t.values).to.deep.equal(native.times);
      expect(Object.keys(coverage.ranges)).to.have.members(productsOf('hrrr').filter(({ id }) => id !== 'elevation').map(({ id }) => id)); // prettier-ignore
      expect(coverage.ranges.t2m.values).to.deep.equal(native.variables.t2m_c);
      expect(coverage.ranges['wind10m-direction'].values).to.deep.equal(native.variables.wind10m_dir_deg);
      expect(coverage.parameters.cape.unit).to.deep.equal({ symbol: 'J/kg' });
    });

    it('selects hours and parameters, and is a 404 outside the grid', async () => {
      const one = (await ask('hrrr', { coords: place, datetime: '2026-05-20T23:30:00Z', 'parameter-name': 'cape' })) as Coverage; // prettier-ignore
      expect([one.domain.axes.t.values, Object.keys(one.ranges)]).to.deep.equal([['2026-05-20T23:00:00Z'], ['cape']]);
      await ask('hrrr', { coords: 'POINT(0 0)' }, 404);
    });
  });

  it('refuses what it does not have, and says what it needs', async () => {
    expect((await ask('radar', { coords: 'POINT(-97)' }, 400)).detail).to.match(/^Invalid coords: expected POINT/);
    expect((await ask('radar', { coords, 'parameter-name': 'rain' }, 400)).detail).to.include('"rain" is none of composite-reflectivity'); // prettier-ignore
    for (const query of [
      {},
      { coords, z: '10' },
      { coords, crs: 'EPSG:3857' },
      { coords, f: 'NetCDF' },
      { coords, datetime: 'today' },
    ])
      // prettier-ignore
      await ask('radar', query as Record<string, string>, 400);
  });
});
