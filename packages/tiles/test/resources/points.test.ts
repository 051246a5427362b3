import { responseProblems } from '@severe/http';
import { expect } from 'chai';
import { tileEndpoints } from '@severe/tiles';
import { stormField, warmField } from '../support/fields.ts';
import { openWorld, type World } from '../support/world.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 4, 20, 22, minute, 30));
const endpointOf = (path: string) => tileEndpoints.find((endpoint) => endpoint.path === path)!;
const run = new Date('2026-05-20T22:00:00Z');

// The patch is 99–95 W, 33–37 N: its storm is in the middle, echoes of 3 dBZ in its north-west corner, and there is no
// coverage in its east.
const storm = { lat: 34.995, lon: -96.995 };
const places: [place: { lat: number; lon: number }, status: string][] = [
  [storm, 'ok'],
  [{ lat: 36.95, lon: -98.95 }, 'below_threshold'],
  [{ lat: 33.5, lon: -98.5 }, 'below_threshold'],
  [{ lat: 35, lon: -95.2 }, 'no_data'],
  [{ lat: 10, lon: -97 }, 'outside'],
];

describe('values at points', () => {
  let world: World;
  before(async () => {
    const radar = [0, 2, 4, 6, 8].map((minute) => ({
      validAt: at(minute),
      name: `storm of ${50 + minute}`,
      field: () => stormField(50 + minute),
    }));
    const hrrr = { family: 'hrrr', product: 't2m', runAt: run, validAt: run, name: 'warm', field: warmField } as const;
    world = await openWorld({ before: [...radar, hrrr] });
  });
  after(() => world.close());

  describe('GET /radar/point/series', () => {
    const series = async (query: string) => {
      const answer = await world.request(`/radar/point/series?${query}`);
      expect(answer.status, query).to.equal(200);
      expect(responseProblems(endpointOf('/radar/point/series'), answer.json())).to.deep.equal([]);
      return answer.json();
    };

    it('has the value of every frame, oldest first, and fetches no whole files', async () => {
      world.objects.gets = [];
      const body = await series(`lat=${storm.lat}&lon=${storm.lon}`);
      expect(body).to.deep.include({ product: 'composite-reflectivity', ...storm, units: 'dBZ', interval_minutes: 2 });
      expect(body.values).to.deep.equal(
        [0, 2, 4, 6, 8].map((minute) => ({
          ts: `20260520220${minute}`,
          time: `2026-05-20T22:0${minute}:30Z`,
          value: 50 + minute,
          status: 'ok',
        })),
      );
      expect(world.objects.gets).to.deep.equal([]);
    });

    it('equals /radar/point for every frame', async () => {
      for (const [{ lat, lon }, status] of places) {
        for (const { ts, value, status: found } of (await series(`lat=${lat}&lon=${lon}&minutes=5`)).values) {
          const point = (await world.request(`/radar/point?lat=${lat}&lon=${lon}&ts=${ts}`)).json();
          expect({ value, status: found }).to.deep.equal({ value: point.value, status: point.status });
          expect(found).to.equal(status);
        }
      }
    });

    it('has parameters for window and interval, and is empty without frames', async () => {
      const stamps = (body: { values: { ts: string }[] }) => body.values.map(({ ts }) => ts.slice(10));
      expect(stamps(await series('lat=35&lon=-97&minutes=5'))).to.deep.equal(['04', '06', '08']);
      expect(stamps(await series('lat=35&lon=-97&interval=4'))).to.deep.equal(['00', '04', '08']);
      expect(stamps(await series('lat=35&lon=-97&product=vil'))).to.deep.equal([]);
    });

    it('refuses parameters out of bounds', async () => {
      for (const query of ['lat=35', 'lat=91&lon=0', 'lat=35&lon=-97&minutes=181', 'lat=35&lon=-97&product=nope']) {
        expect((await world.request(`/radar/point/series?${query}`)).status, query).to.equal(422);
      }
    });
  });

  describe('POST /radar/points', () => {
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      world.request('/radar/points', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });

    it('has the places in order, each with the value of /radar/point', async () => {
      const { status, headers, json } = await post({ points: places.map(([place]) => place) });
      expect(status).to.equal(200);
      expect(responseProblems(endpointOf('/radar/points'), json())).to.deep.equal([]);
      expect(headers['cache-control']).to.equal('no-store');
      const { points, ...rest } = json();
      expect(rest).to.deep.equal({
        product: 'composite-reflectivity',
        ts: '202605202208',
        time: '2026-05-20T22:08:30Z',
        units: 'dBZ',
        approximate: true,
      });
      for (const [i, [{ lat, lon }, status]] of places.entries()) {
        const point = (await world.request(`/radar/point?lat=${lat}&lon=${lon}`)).json();
        expect(points[i]).to.deep.equal({ lat, lon, value: point.value, status });
      }
    });

    it('accepts product and ts', async () => {
      const older = (await post({ points: [storm], ts: '202605202202' })).json();
      expect([older.ts, older.points[0].value]).to.deep.equal(['202605202202', 52]);
      const none = (await post({ points: [storm], product: 'vil' })).json();
      expect([none.ts, none.points[0].status]).to.deep.equal([null, 'no_data']);
      expect((await post({ points: [storm], ts: '199901010000' })).status).to.equal(404);
      expect((await post({ points: [storm], ts: 'now' })).status).to.equal(400);
    });

    it('accepts up to a hundred places', async () => {
      const many = (count: number) => ({
        points: Array.from({ length: count }, (_, i) => ({ lat: 33 + i / 25, lon: -97 })),
      });
      expect((await post(many(100))).json().points).to.have.length(100);
      for (const body of [many(101), { points: [] }, {}, { points: [{ lat: 91, lon: 0 }] }]) {
        const { status, json } = await post(body);
        expect(status).to.equal(422);
        expect(json().detail[0].loc.slice(0, 2)).to.deep.equal(['body', 'points']);
      }
    });

    it('allows cross-origin requests in its preflight', async () => {
      const { status, headers } = await world.request('/radar/points', { method: 'OPTIONS' });
      expect(status).to.equal(204);
      expect(headers['access-control-allow-methods']).to.equal('POST, OPTIONS');
      expect((await world.request('/radar/points')).status).to.equal(405);
      expect((await post('{}', { 'Content-Type': 'text/plain' })).status).to.equal(415);
      expect((await post('{')).status).to.equal(400);
      expect((await post({ points: [storm], filler: 'x'.repeat(300_000) })).status).to.equal(413);
    });
  });

  describe('GET /hrrr/point', () => {
    it('has the value of the nearest cell, of the same run and time as tiles', async () => {
      const { status, json } = await world.request('/hrrr/point?lat=38.5&lon=-97.5&variable=t2m');
      expect(status).to.equal(200);
      expect(responseProblems(endpointOf('/hrrr/point'), json())).to.deep.equal([]);
      // the origin of the projection: x = 0 is column 89.9, y = 0 is row 52.9; the value is (100 + 90 + 53) / 10
      expect(json()).to.deep.equal({
        variable: 't2m',
        lat: 38.5,
        lon: -97.5,
        run: '2026-05-20T22:00:00Z',
        time: '2026-05-20T22:00:00Z',
        value: 24.3,
        units: 'degC',
        status: 'ok',
      });
    });

    it('reports missing values, hours and fields', async () => {
      const outside = (await world.request('/hrrr/point?lat=0&lon=0&variable=t2m')).json();
      expect([outside.value, outside.status]).to.deep.equal([null, 'outside']);
      expect((await world.request('/hrrr/point?lat=38&lon=-97&variable=t2m&valid=7')).status).to.equal(404);
      expect((await world.request('/hrrr/point?lat=38&lon=-97&variable=nope')).status).to.equal(422);
    });
  });
});
