import { expect } from 'chai';
import { observation } from '@severe/db/testing/rows/observation';
import { report } from '@severe/db/testing/rows/report';
import { startTestApi, type TestService } from '../support/service.ts';

const minutesPast22 = (minutes: number) => new Date(Date.UTC(2026, 4, 20, 22, minutes));

describe('api/paging', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());

  const page = async (href: string) => {
    const { json } = await service.ask(href.replace('https://wx.example.org', ''));
    const { features, links } = json() as { features: { id: number }[]; links: { rel: string; href: string }[] };
    return { ids: features.map(({ id }) => id), next: links.find(({ rel }) => rel === 'next')?.href };
  };

  /** The ids of a list, page by page, while more comes in after each. */
  const walk = async (path: string, arrive: (round: number) => Promise<unknown>): Promise<number[]> => {
    const seen: number[] = [];
    let next: string | undefined = path;
    for (let round = 0; next && round < 10; round++) {
      const { ids, next: after } = await page(next);
      seen.push(...ids);
      next = after;
      await arrive(round);
    }
    return seen;
  };

  it('neither repeats nor skips reports while new ones arrive', async () => {
    const at = (minutes: number) => report({ key: `at ${minutes}`, at: minutesPast22(minutes) });
    await service.db.reports.store([1, 2, 3, 4, 5].map(at));
    const { ids: before } = await page('/api/v1/reports');
    const seen = await walk('/api/v1/reports?limit=2', (n) => service.db.reports.store([at(10 + n), at(-10 - n)]));
    expect(before).to.have.length(5);
    expect(seen).to.deep.equal(before);
    expect((await page('/api/v1/reports?limit=50')).ids).to.have.length(11); // and they are there
  });

  it('neither repeats nor skips observations, which are not counted', async () => {
    const at = (minutes: number) => observation({ at: minutesPast22(minutes) });
    await service.db.observations.store([1, 2, 3, 4, 5].map(at));
    const { ids: before } = await page('/api/v1/observations');
    const seen = await walk('/api/v1/observations?limit=2', (n) =>
      service.db.observations.store([at(10 + n), at(-10 - n)]),
    );
    expect(before).to.have.length(5);
    expect(seen).to.deep.equal(before);
  });

  it('neither repeats nor skips the newest observations of each station', async () => {
    const at = (station: string, minutes: number) => observation({ station, at: minutesPast22(minutes) });
    await service.db.observations.store(['KAAA', 'KBBB', 'KCCC'].map((station) => at(station, 6)));
    const { ids: before } = await page('/api/v1/observations?latest=true');
    const seen = await walk('/api/v1/observations?latest=true&limit=1', (n) =>
      service.db.observations.store(['KAAA', 'KBBB', 'KCCC', `KNE${n}`].map((station) => at(station, 7 + n))),
    );
    expect(before.length).to.be.at.least(3);
    expect(seen).to.deep.equal(before);
  });

  it('gives boxes that differ by less than the precision of coordinates one answer, with everything in them', async () => {
    const edge = { lat: 20.1234567, lon: -60.7654321 };
    await service.db.reports.store([report({ key: 'edge', at: minutesPast22(0), ...edge })]);
    const ask = async (bbox: string) => {
      const { json, headers } = await service.ask(`/api/v1/reports?bbox=${bbox}`);
      const { features, links } = json() as { features: object[]; links: { href: string }[] };
      return { found: features.length, tag: headers.etag, self: links[0].href };
    };
    const exact = await ask(`${edge.lon},${edge.lat},-60,21`);
    expect(exact.found).to.equal(1);
    expect(exact.self).to.include('?bbox=-60.76544,20.12345,-60,21');
    expect(await ask('-60.7654322,20.1234566,-60.0,20.999999')).to.deep.equal(exact);
    expect((await ask('-60.76543,20.12347,-60,21')).found).to.equal(0);
  });
});
