import { hrrrProducts } from '@severe/catalogue';
import { responseProblems } from '@severe/http';
import { tileEndpoints } from '@severe/tiles';
import { expect } from 'chai';
import { warmField } from '../support/fields.ts';
import { openWorld, type World } from '../support/world.ts';

const run = new Date('2026-05-20T22:00:00Z');
const hour = (hours: number) => new Date(run.getTime() + hours * 3_600_000);
const frame = (hours: number) => ({
  family: 'hrrr' as const,
  product: 't2m',
  runAt: run,
  validAt: hour(hours),
  name: 'warm',
  field: warmField,
});
const tile = '/hrrr/tiles/t2m/5/7/12.png';

describe('HRRR fields', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ now: new Date('2026-05-20T23:10:00Z'), before: [0, 1, 2].map(frame) });
  });
  after(() => world.close());
  const endpointOf = (path: string) => tileEndpoints.find((endpoint) => endpoint.path === path)!;

  it('are listed with run, hours and palette; fields for points only are not', async () => {
    const { json, headers } = await world.request('/hrrr/variables');
    const { variables } = json();
    const ids = variables.map(({ id }: { id: string }) => id);
    expect(ids).to.deep.equal(hrrrProducts.filter(({ valuesOnly }) => !valuesOnly).map(({ id }) => id));
    expect(ids).to.include('t2m').and.not.include('elevation');
    expect(variables.find(({ id }: { id: string }) => id === 't2m')).to.deep.include({
      label: 'Temperature, 2 m',
      units: 'degC',
      latest_run: '202605202200',
      hours: [0, 1, 2],
    });
    expect(variables[0]).to.deep.include({ id: 'cape', latest_run: null, hours: [] });
    expect(responseProblems(endpointOf('/hrrr/variables'), json())).to.deep.equal([]);
    expect(headers['cache-control']).to.include('max-age=60,');
  });

  it('are drawn at the hour nearest to now', async () => {
    const { status, headers } = await world.request(tile);
    expect(status).to.equal(200);
    expect(headers).to.include({ 'x-frame-time': '2026-05-20T23:00:00Z', 'x-tile-status': 'data' });
    expect(headers['cache-control']).to.equal('public, max-age=30, stale-while-revalidate=60, stale-if-error=300');
  });

  it('are immutable if run and time are both named, in any form', async () => {
    for (const query of [
      'ts=202605202200&valid=202605210000',
      'ts=202605202200&valid=2',
      'ts=2026-05-20T22:00:00Z&valid=2026-05-20T19:00:00-05:00',
      'valid=2&ts=202605202200',
    ]) {
      const { status, headers } = await world.request(`${tile}?${query}`);
      expect(status, query).to.equal(200);
      expect(headers, query).to.include({
        'x-frame-time': '2026-05-21T00:00:00Z',
        'cache-control': 'public, max-age=604800, immutable',
      });
    }
    for (const query of ['ts=202605202200', 'valid=2', 'valid=202605210000']) {
      expect((await world.request(`${tile}?${query}`)).headers['cache-control'], query).to.include('max-age=30');
    }
  });

  it('are 404 if the run does not have that hour', async () => {
    for (const [query, detail] of [
      ['ts=202605202200&valid=3', 'No t2m frame of the run of 202605202200 for hour 3'],
      ['ts=202605202100', 'No t2m frame of the run of 202605202100'],
      ['valid=202605210030', 'No t2m frame valid at 202605210030'],
    ]) {
      const { status, json, headers } = await world.request(`${tile}?${query}`);
      expect([status, json().detail], query).to.deep.equal([404, detail]);
      expect(headers['cache-control']).to.equal('public, max-age=5');
    }
    const { status, json } = await world.request('/hrrr/tiles/cape/5/7/12.png');
    expect([status, json().detail]).to.deep.equal([404, 'No cape frame yet']);
  });

  it('refuse invalid times, and list the valid ids in the 404 of an unknown one', async () => {
    const status = async (path: string) => (await world.request(path)).status;
    for (const query of ['ts=3', 'valid=49', 'valid=-1', 'valid=soon', 'ts=202613010000']) {
      expect(await status(`${tile}?${query}`), query).to.equal(400);
    }
    for (const id of ['nope', 'elevation', 'wind10m-direction', 'vil']) {
      const { status: given, json } = await world.request(`/hrrr/tiles/${id}/5/7/12.png`);
      expect(given, id).to.equal(404);
      expect(json().detail).to.include('cape, cin, lifted-index');
    }
    expect(await status('/hrrr/tiles/t2m/11/0/0.png')).to.equal(422);
    expect(await status('/hrrr/tiles/t2m/3/8/0.png')).to.equal(404);
  });

  it('have TileJSON that names the requested run and time', async () => {
    const of = async (query: string) => (await world.request(`/hrrr/tiles/t2m.json${query}`)).json();
    expect((await of('')).tiles[0]).to.match(/\/hrrr\/tiles\/t2m\/\{z\}\/\{x\}\/\{y\}\.png$/);
    expect((await of('?valid=2')).tiles[0]).to.match(/\.png\?ts=202605202200&valid=202605210000$/);
    expect(responseProblems(endpointOf('/hrrr/tiles/{variable}.json'), await of(''))).to.deep.equal([]);
  });
});
