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
});
