import { channels } from '@severe/catalogue';
import { responseProblems } from '@severe/http';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { stormCell } from '@severe/db/testing/rows/storm-cell';
import type { NewStormCell } from '@severe/db';
import { expect } from 'chai';
import { listStormCells } from '../../../src/resources/storm-cells/endpoints.ts';
import { someTime, startTestApi, type TestService } from '../../support/service.ts';

describe('api/storm-cells', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());

  const time = (text: string) => new Date(`2026-05-20T${text}Z`);
  const scan = async (at: string, cells: NewStormCell[]) => {
    expect(await service.db.stormCells.store({ frameAt: time(at), state: {} }, cells)).to.equal(true);
    await service.platform.pubsub.announce(channels.data, { source: 'storm_cells', publishedAt: someTime });
  };
  const list = async (query = '') => {
    const answer = await service.ask(`/api/v1/storms${query}`);
    expect(responseProblems(listStormCells, answer.json())).to.deep.equal([]);
    return answer;
  };
  const ids = async (query = ''): Promise<string[]> =>
    (await list(query)).json().features.map(({ id }: { id: string }) => id);

  it('names the radar as unavailable before the first scan: nothing is known', async () => {
    const answer = (await list()).json();
    expect(answer).to.deep.include({
      numberReturned: 0,
      unavailable: ['radar'],
      tracking: { status: 'unknown', observed_at: null },
    });
  });

  it('lists cells with motion, values, alerts and places, the strongest first', async () => {
    await service.db.alerts.store([alertEvent({ polygon: squareAt(-97.5, 34.9, 0.2) })]);
    await service.db.places.put([
      { id: 'a', kind: 'city', name: 'Ahead', town: null, state: 'OK', country: 'us', population: 9000, lat: 35, lon: -97.1, terms: [] },
    ]); // prettier-ignore
    await scan('22:14:00', [stormCell({ lon: -97.5 })]);
    await scan('22:16:00', [stormCell(), stormCell({ cell: 'weak', lat: 38, maxDbz: 48.04, towardDeg: null, speedMps: null, spreadDeg: null, spreadMps: null })]); // prettier-ignore
    const { headers, json } = await list();
    expect(headers['cache-control']).to.equal('public, max-age=5, stale-while-revalidate=5, stale-if-error=300');
    const { features, ...rest } = json();
    expect(rest).to.deep.include({
      numberMatched: 2,
      timeStamp: '2026-05-20T22:16:00Z',
      unavailable: [],
      tracking: { status: 'ok', observed_at: '2026-05-20T22:16:00Z' },
    });
    const [{ id, geometry, properties }, weak] = features;
    const { outline, track, places, ...values } = properties;
    expect(id).to.equal('20260520T2210-1');
    expect(geometry).to.deep.equal({ type: 'Point', coordinates: [-97.4, 35] });
    expect(values).to.deep.equal({
      id,
      first_seen: '2026-05-20T22:10:00Z',
      observed_at: '2026-05-20T22:16:00Z',
      age_minutes: 6,
      toward_deg: 90,
      speed_mps: 15,
      motion_spread: { deg: 6, mps: 1.5 },
      area_km2: 140,
      max_dbz: 63.5,
      mesh_mm: 42,
      vil_kgm2: 55,
      echo_top_km: 14.5,
      rotation: 12,
      flashes_5min: 180,
      flash_rate: 41,
      flash_jump: 1.2,
      lightning_jump: false,
      alert_ids: [1],
    });
    expect(outline).to.deep.equal(stormCell().outline);
    expect(track.coordinates).to.deep.equal([
      [-97.5, 35],
      [-97.4, 35],
    ]);
    // 27.3 km at 15 m/s: 30.4 minutes from 22:16:00, of which two minutes have passed.
    expect(places).to.have.length(1);
    expect(places[0]).to.deep.include({ name: 'Ahead', state: 'OK', minutes: 28, distance_km: 27.4 });
    expect(weak.properties).to.deep.include({
      max_dbz: 48,
      toward_deg: null,
      motion_spread: null,
      track: null,
      places: [],
    });
  });

  it('filters by place and echo', async () => {
    expect(await ids('?min_dbz=50')).to.deep.equal(['20260520T2210-1']);
    expect(await ids('?bbox=-98,37,-97,39')).to.deep.equal(['weak']);
    expect(await ids('?point=35.1,-97.4&radius=20km')).to.deep.equal(['20260520T2210-1']);
    expect(await ids('?limit=1')).to.deep.equal(['20260520T2210-1']);
  });

  it('calls a jump of the flash rate one from two deviations and ten flashes a minute on', async () => {
    const jumps = [
      { flashJump: 2, flashRate: 10 },
      { flashJump: 2, flashRate: 9.5 },
      { flashJump: null, flashRate: 50 },
      { flashJump: null, flashRate: null, flashes5min: null },
    ];
    await scan(
      '22:17:00',
      jumps.map((change, i) => stormCell({ cell: `${i}`, ...change })),
    );
    service.setTime('2026-05-20T22:18:11Z');
    const found = (await list()).json().features as { properties: { lightning_jump: boolean | null } }[];
    expect(found.map(({ properties }) => properties.lightning_jump)).to.deep.equal([true, false, null, null]);
  });

  it('says that no storm is there after a scan without one', async () => {
    await scan('22:18:00', []);
    service.setTime('2026-05-20T22:18:30Z');
    const answer = (await list()).json();
    expect(answer).to.deep.include({ numberReturned: 0, unavailable: [], timeStamp: '2026-05-20T22:18:00Z' });
    expect(answer.tracking.status).to.equal('ok');
  });

  it('names the radar as unavailable when its frames stop, with the last cells for half an hour', async () => {
    await scan('22:19:00', [stormCell()]);
    service.setTime('2026-05-20T22:25:00Z');
    expect((await list()).json()).to.deep.include({ numberReturned: 1, unavailable: [] });
    service.setTime('2026-05-20T22:35:00Z');
    const stale = (await list('?limit=99')).json(); // another query: a response is cached for five real seconds
    expect(stale).to.deep.include({ numberReturned: 1, unavailable: ['radar'] });
    expect(stale.tracking).to.deep.equal({ status: 'stale', observed_at: '2026-05-20T22:19:00Z' });
    service.setTime('2026-05-20T22:50:00Z');
    expect((await list('?limit=98')).json()).to.deep.include({ numberReturned: 0, unavailable: ['radar'] });
  });
});
