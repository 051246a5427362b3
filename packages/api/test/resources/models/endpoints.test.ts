import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import { responseProblems } from '@severe/http';
import { listModels } from '../../../src/resources/models/endpoints.ts';
import { insertHrrrFrame } from '../../support/hrrr-frame.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

const path = '/api/v1/models/available';

describe('api/models/available', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());

  it('has no latest run while there is no frame', async () => {
    expect((await service.ask(path)).json().models[0].latest_run).to.equal(null);
  });

  it('lists the model with its newest run', async () => {
    await insertHrrrFrame(service.db, '2026-05-20T22:00:00Z', 0);
    await insertHrrrFrame(service.db, '2026-05-20T21:00:00Z', 18);
    const body = (await service.ask(path)).json();
    expect(responseProblems(listModels, body)).to.deep.equal([]);
    expect(body.models[0]).to.deep.include({
      id: 'hrrr',
      name: 'HRRR',
      resolution_km: 3,
      cycle_hours: 1,
      max_hours: 48,
      bounds: [-134.1, 21.1, -60.9, 52.6],
      latest_run: '2026-05-20T22:00:00Z',
    });
    expect(body.models[0].variables).to.include.members(['cape', 'wind10m']).and.not.include('elevation');
  });

  it('names the run that holds most of the next hours, not one that has just begun to arrive', async () => {
    for (const hour of [1, 2, 3]) await insertHrrrFrame(service.db, '2026-05-20T21:00:00Z', hour);
    expect((await service.ask(`${path}?fresh=1`)).json().models[0].latest_run).to.equal('2026-05-20T21:00:00Z');
    for (const hour of [1, 2, 3]) await insertHrrrFrame(service.db, '2026-05-20T22:00:00Z', hour);
    expect((await service.ask(`${path}?fresh=2`)).json().models[0].latest_run).to.equal('2026-05-20T22:00:00Z');
  });

  it('lists RRFS once there are frames of it', async () => {
    const ids = async (fresh: number) =>
      (await service.ask(`${path}?fresh=${fresh}`)).json().models.map(({ id }: { id: string }) => id);
    expect(await ids(3)).to.deep.equal(['hrrr']);
    await insertHrrrFrame(service.db, '2026-05-20T18:00:00Z', 4, 't2m', 'rrfs');
    expect(await ids(4)).to.deep.equal(['hrrr', 'rrfs']);
  });

  it('is 503 while the database is unavailable', async function () {
    this.timeout(60_000);
    const away = await startTestApi(({ db }) => ({
      db: { ...db, frames: { ...db.frames, all: () => Promise.reject(new UpstreamError('database', 'refused')) } },
    }));
    try {
      expect((await away.ask(path)).status).to.equal(503);
    } finally {
      await away.close();
    }
  });
});
