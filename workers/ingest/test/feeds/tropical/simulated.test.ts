import { pageHosts } from '@severe/simulator/testing/server';
import { expect } from 'chai';
import { parseZoneOffices } from '../../../src/feeds/nws-zones/parse-offices.ts';
import { parseBasinOutlook } from '../../../src/feeds/tropical/parse-outlook.ts';
import { parseOutlookAreas, parseStormGusts, parseStormShapes } from '../../../src/feeds/tropical/parse-shapes.ts';
import { parseCurrentStorms } from '../../../src/feeds/tropical/parse-storms.ts';

const hosts = pageHosts(1);
const now = Date.parse('2026-05-20T22:18:00Z');
const dayMs = 24 * 3_600_000;

/** The page of a simulated host. */
function pageOf(host: string, path: string, at = now): string {
  const { routes } = hosts.find((one) => one.host === host)!;
  const [file, query = ''] = path.split('?');
  for (const route of routes) {
    const found = route.path.exec(file);
    const page = found && route.page(found.slice(1), new URLSearchParams(query), at);
    if (page) return page.body;
  }
  throw new Error(`there is no ${path}`);
}

const layer = (number: number, at = now) =>
  pageOf('mapservices.weather.noaa.gov', `tropical/rest/services/tropical/NHC_tropical_weather_summary/MapServer/${number}/query`, at); // prettier-ignore
const stormsOf = (at = now) => parseCurrentStorms(pageOf('www.nhc.noaa.gov', 'CurrentStorms.json', at));

describe('the simulated tropics', () => {
  it('have one cyclone on every day, with a position, a cone, a track and gusts of the same advisory', () => {
    for (let day = 0; day < 20; day++) {
      const at = now + day * dayMs;
      const { rows, refused } = stormsOf(at);
      expect(refused).to.deep.equal([]);
      expect(rows).to.have.length(1);
      const [{ stormId, advisory, lat, lon, maxWindKt, pressureHpa, issuedAt }] = rows;
      expect([lat, -lon, maxWindKt, pressureHpa].every((value) => value! > 0)).to.equal(true);
      expect(at - issuedAt.getTime()).to.be.within(0, 6 * 3_600_000);
      for (const kind of ['cone', 'track'] as const) {
        const shapes = parseStormShapes(layer(kind === 'cone' ? 7 : 6, at), kind);
        expect(shapes.refused).to.deep.equal([]);
        expect(shapes.rows.map((row) => [row.stormId, row.advisory, row.issuedAt?.getTime()])).to.deep.equal([
          [stormId, advisory, issuedAt.getTime()],
        ]);
      }
      const [gust] = parseStormGusts(layer(5, at)).rows;
      expect(gust).to.deep.include({ stormId, advisory });
      expect(gust.gustKt).to.be.above(maxWindKt! - 1);
    }
  });

  it('move and change from day to day, and begin anew with another name', () => {
    const rows = Array.from({ length: 20 }, (_, day) => stormsOf(now + day * dayMs).rows[0]);
    expect(new Set(rows.map(({ stormId }) => stormId)).size).to.be.within(3, 4);
    expect(new Set(rows.map(({ maxWindKt }) => maxWindKt)).size).to.be.above(5);
    expect(rows.some(({ category }) => (category ?? 0) >= 1)).to.equal(true);
  });

  it('have a disturbance in the Atlantic and one in the Pacific, whose two texts are one', () => {
    const atlantic = parseBasinOutlook(pageOf('www.nhc.noaa.gov', 'xml/TWOAT.xml'))!;
    expect(atlantic.areas.map((area) => [area.probability2day, area.probability7day, area.risk7day])).to.deep.equal([
      [20, 50, 'Medium'],
    ]);
    const { rows, refused } = parseOutlookAreas(layer(3));
    expect(refused).to.deep.equal([]);
    expect(rows.map(({ basin, area, probability7day }) => [basin, area, probability7day])).to.deep.equal([['al', 1, 50], ['cp', 1, 20]]); // prettier-ignore
    const [east, central] = ['EP', 'CP'].map((basin) => parseBasinOutlook(pageOf('www.nhc.noaa.gov', `xml/TWO${basin}.xml`))!); // prettier-ignore
    expect(central.areas.map(({ text }) => text)).to.deep.equal(east.areas.map(({ text }) => text));
    expect(central.headline).to.equal('One area may become a tropical cyclone within seven days; the highest chance is 20 percent.'); // prettier-ignore
    expect(east.headline).to.equal('The areas of this outlook are in the neighbouring basin.');
  });
});

describe('the simulated counties', () => {
  it('have an office each, so that observations can be asked for by office', () => {
    const { rows, refused } = parseZoneOffices(pageOf('api.weather.gov', 'zones?type=county'));
    expect(refused).to.deep.equal([]);
    expect(rows.length).to.be.above(3000);
    expect(rows.find(({ ugc }) => ugc === 'OKC027')).to.deep.equal({ ugc: 'OKC027', wfo: 'OUN' });
  });
});
