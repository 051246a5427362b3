import { areaHolds } from '@severe/geo';
import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { until } from '@severe/testing/until';
import { getStorm } from '../../../src/resources/storms/get-storm.ts';
import type { TestService } from '../../support/service.ts';
import { noValues, startStormService, stormValues } from '../../support/storm-over-norman.ts';

describe('api/storms/{id}', () => {
  let service: TestService;
  let values = stormValues();
  let ids: Record<string, number>;
  before(async function () {
    this.timeout(60_000);
    service = await startStormService(() => values);
    const { features } = (await service.ask('/api/v1/alerts')).json();
    ids = Object.fromEntries(features.map(({ id, properties }: any) => [properties.event, id]));
  });
  after(() => service?.close());

  const storm = async (id: number | string) => {
    const answer = await service.ask(`/api/v1/storms/${id}`);
    if (answer.status === 200) expect(responseProblems(getStorm, answer.json())).to.deep.equal([]);
    return answer;
  };

  it('is the alert with motion, cone, rotation, watch, discussion and reports', async () => {
    const { headers, json } = await storm(ids['Tornado Warning']);
    expect(headers['content-type']).to.equal('application/geo+json');
    const { geometry, properties } = json();
    const alert = (await service.ask('/api/v1/alerts?event=Tornado%20Warning')).json().features[0];
    const { motion: _, ...flat } = alert.properties;
    expect(properties).to.deep.include(flat);
    expect(geometry).to.deep.equal(alert.geometry);
    expect(properties.motion).to.deep.equal({
      from_deg: 245,
      toward_deg: 65,
      speed_kt: 35,
      speed_mps: 18,
      observed_at: '2026-05-20T22:17:00Z',
      location: [-97.5, 35.2],
    });
    expect(properties.cone).to.include({ minutes: 60, radius_km: 5, spread_deg: 15 });
    expect(areaHolds(properties.cone.geometry, [-97.3, 35.28])).to.equal(true);
    expect(areaHolds(properties.cone.geometry, [-97.7, 35.1])).to.equal(false);
    expect(properties.rotation).to.deep.equal({
      max: 11.5,
      units: '0.001/s',
      at: [-97.48, 35.21],
      time: '2026-05-20T22:16:00Z',
    });
    expect(properties.unavailable).to.deep.equal([]);
    expect(properties.watch.number).to.equal(212);
    expect(properties.discussion.number).to.equal(845);
    expect(properties.reports.map(({ place }: any) => place)).to.deep.equal(['3 SW Norman']);
  });

  it('has no rotation while values cannot be read', async () => {
    values = noValues();
    await service.db.alerts.store([]); // same data, other second of the clock
    service.setTime('2026-05-20T22:18:11Z');
    const now = async () => (await storm(ids['Tornado Warning'])).json().properties;
    await until(async () => (await now()).rotation === null, { everyMs: 100 }); // the answer before is cached for five seconds
    expect((await now()).unavailable).to.deep.equal(['radar']);
    values = stormValues();
  }).timeout(90_000);

  it('does not exist for zones, unknown alerts and other ids', async () => {
    for (const id of [ids['Flood Advisory'], 987654321]) {
      const { status, json } = await storm(id);
      expect([status, json().detail]).to.deep.equal([404, 'Storm not found']);
    }
    for (const id of ['abc', '1.5', '-1x']) expect((await storm(id)).status).to.equal(422);
  });
});
