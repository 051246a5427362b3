import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { bulletin } from '@severe/db/testing/rows/bulletin';
import { county } from '@severe/db/testing/rows/county';
import { getAfd, getHwo } from '../../../src/resources/bulletins/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/bulletins', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await service.db.zones.put([county()]);
    await service.db.bulletins.store([
      bulletin(),
      bulletin({ id: 'b2', product: 'HWO', wmo: 'FLUS44', text: 'None.' }),
    ]);
    await service.db.bulletins.store([bulletin({ id: 'b0', issuedAt: new Date('2026-05-20T20:00:00Z') })]);
  });
  after(() => service?.close());

  const ask = async (path: 'afd' | 'hwo', query: string) => {
    const { status, json } = await service.ask(`/api/v1/${path}?${query}`);
    expect([status, responseProblems(path === 'afd' ? getAfd : getHwo, json())]).to.deep.equal([200, []]);
    return json();
  };
  const { id, wmo, text } = bulletin();
  const afd = { id, wmo, issued: '2026-05-20T21:02:00Z', text };

  it('returns the newest bulletin of an office, by its letters in any form', async () => {
    for (const office of ['OUN', 'koun']) {
      expect(await ask('afd', `office=${office}`)).to.deep.equal({ office: 'OUN', afd });
    }
    const hwo = { id: 'b2', wmo: 'FLUS44', issued: '2026-05-20T21:02:00Z', text: 'None.' };
    expect(await ask('hwo', 'office=OUN')).to.deep.equal({ office: 'OUN', hwo });
  });

  it('returns the bulletin of the office of a point; a named office takes precedence', async () => {
    expect(await ask('afd', 'lat=35.22&lon=-97.44')).to.deep.equal({ office: 'OUN', afd });
    expect(await ask('afd', 'lat=35.22&lon=-97.44&office=TSA')).to.deep.equal({ office: 'TSA', afd: null });
    expect(await ask('afd', 'lat=35.22&office=OUN')).to.deep.equal({ office: 'OUN', afd });
  });

  it('returns null if none is stored, and for a point outside all offices', async () => {
    expect(await ask('hwo', 'office=ZZZ')).to.deep.equal({ office: 'ZZZ', hwo: null });
    expect(await ask('afd', 'office=XOUN')).to.deep.equal({ office: 'XOUN', afd: null });
    expect(await ask('afd', 'lat=0&lon=0')).to.deep.equal({ office: null, afd: null });
  });

  it('requires an office or a complete point', async () => {
    for (const [query, missing] of [
      ['', 'office'],
      ['lat=35', 'lon'],
      ['lon=-97', 'lat'],
    ]) {
      const { status, json } = await service.ask(`/api/v1/afd?${query}`);
      expect([status, json().detail[0].loc, json().detail[0].type]).to.deep.equal([422, ['query', missing], 'missing']);
    }
  });
});
