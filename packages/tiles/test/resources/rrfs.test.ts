import { expect } from 'chai';
import { basesOf, middle, publishHour, rampAtMiddle } from '../support/hrrr.ts';
import { openWorld, type World } from '../support/world.ts';

const place = `lat=${middle.lat}&lon=${middle.lon}`;

describe('RRFS beside HRRR', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ clock: () => new Date('2026-05-20T22:18:05Z') });
    await publishHour(world, '2026-05-20T21:00:00Z', 1, basesOf(1000));
    await publishHour(world, '2026-05-20T18:00:00Z', 4, basesOf(2000), 'rrfs');
    await publishHour(world, '2026-05-20T18:00:00Z', 66, basesOf(3000), 'rrfs');
  });
  after(() => world.close());

  it('has its own runs, values and tiles', async () => {
    const forecast = async (model: string) => (await world.request(`/models/${model}/point?${place}`)).json();
    const [hrrr, rrfs] = [await forecast('hrrr'), await forecast('rrfs')];
    expect([hrrr.run, rrfs.run]).to.deep.equal(['2026-05-20T21:00:00Z', '2026-05-20T18:00:00Z']);
    const capeNow = [hrrr, rrfs].map(({ variables: { cape_jkg: column } }) => column[0]);
    expect(capeNow).to.deep.equal([1000, 2000].map((first) => Math.round(rampAtMiddle(basesOf(first).cape))));
    const { variables } = (await world.request('/rrfs/variables')).json();
    expect(variables[0]).to.deep.include({ id: 'cape', latest_run: '202605201800', hours: [4, 66] });
    expect(variables[0].tiles).to.include('/rrfs/tiles/cape/');
  });

  it('reaches 84 hours', async () => {
    const value = await world.request(`/rrfs/point?${place}&variable=cape&valid=66`);
    expect(value.json()).to.deep.include({ time: '2026-05-23T12:00:00Z', value: rampAtMiddle(basesOf(3000).cape) });
    expect((await world.request(`/hrrr/point?${place}&variable=cape&valid=66`)).status).to.equal(400);
    expect((await world.request(`/models/rrfs/point?${place}&hours=84`)).status).to.equal(200);
    expect((await world.request(`/models/hrrr/point?${place}&hours=84`)).status).to.equal(422);
  });
});
