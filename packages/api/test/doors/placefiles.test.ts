import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { report } from '@severe/db/testing/rows/report';
import { stormCell } from '@severe/db/testing/rows/storm-cell';
import { expect } from 'chai';
import { lookOf } from '@severe/catalogue/alert-colours';
import { subjects } from '../../src/doors/placefiles/subjects.ts';
import { readPlacefile, type PlacefileItem } from '../support/placefile.ts';
import { startTestApi, type TestService } from '../support/service.ts';
import { startStormService, stormValues } from '../support/storm-over-norman.ts';

const site = 'lat=35.33&lon=-97.28';
const names = Object.keys(subjects);

describe('placefiles', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    service = await startStormService(() => stormValues());
    const frameAt = new Date('2026-05-20T22:16:00Z');
    await service.db.stormCells.store({ frameAt, state: {} }, [stormCell({ cell: 'c7', lat: 36, lon: -98.4 })]);
    await service.db.reports.store([report({ key: 'a tornado', type: 'tornado', lon: -97.9 })]);
    await service.db.alerts.store([
      alertEvent({ eventKey: 'OUN.TO.W.9001.2026', headline: 'Say "no"; \\n\r\nEnd:\nTitle: evil' }),
      alertEvent({ eventKey: 'OUN.FL.W.9002.2026', polygon: null }),
    ]);
  });
  after(() => service?.close());

  const read = async (query: string, at = service) => {
    const answer = await at.ask(`/api/v1/placefiles/${query}`);
    expect(answer.status).to.equal(200);
    expect(answer.headers['content-type']).to.equal('text/plain; charset=utf-8');
    return readPlacefile(answer.body.toString());
  };
  const lines = (items: PlacefileItem[]) => items.filter(({ kind, object }) => kind === 'line' && !object);

  for (const name of names)
    it(`${name} follow the grammar, with and without a site and a version`, async () => {
      for (const query of ['', site, `${site}&version=1.5&dpi=96`]) {
        const file = await read(`${name}.txt?${query}`);
        expect(file.title).to.match(/^severe: \w/);
        expect(file.refreshSeconds).to.be.within(30, 300);
      }
    });

  it('warnings have the polygons of the list, in the colours of the map, with what threatens', async () => {
    const { items } = await read(`warnings.txt?${site}`);
    const { features } = (await service.ask('/api/v1/alerts?limit=1000')).json();
    const shown = features.filter(({ geometry }: any) => geometry);
    expect(shown.length).to.be.above(1);
    expect(features.length).to.be.above(shown.length);
    const outlines = lines(items);
    expect(outlines).to.have.lengthOf(shown.length);
    for (const [i, { geometry, properties }] of shown.entries()) {
      expect(outlines[i].points).to.deep.equal(geometry.coordinates[0].map(([lon, lat]: number[]) => [lat, lon]));
      const hex = `#${outlines[i].color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
      expect(hex).to.equal(lookOf(properties.event).colour);
      expect(outlines[i].hover![0]).to.equal(`${properties.event} until ${properties.expires.slice(11, 16)}Z`);
      expect(outlines[i].timeRange).to.equal(undefined);
    }
    expect(outlines.flatMap(({ hover }) => hover!).join())
      .to.include('Hail: 1.75 in')
      .and.include("Say 'no'");
  });

  it('say when they are shown to a program that shows past images', async () => {
    const [outline] = lines((await read(`warnings.txt?${site}&version=1.5`)).items);
    expect(outline.timeRange![0]).to.match(/^2026-05-20T22:\d\d:\d\d$/);
    expect(outline.timeRange![1] > outline.timeRange![0]).to.equal(true);
  });

  it('storms have their centre, strength and the way ahead', async () => {
    const [cell] = (await service.ask('/api/v1/storms')).json().features;
    const { items } = await read(`storms.txt?${site}`);
    const [lon, lat] = cell.geometry.coordinates;
    expect(items.some(({ object }) => object?.join() === `${lat},${lon}`)).to.equal(true);
    expect(items.find(({ kind, words }) => kind === 'text' && /^\d+$/.test(words!))!.words).to.equal(
      String(Math.round(cell.properties.max_dbz)),
    );
    const ahead = lines(items).find(({ hover }) => /next 30 minutes/.test(hover![0]))!;
    const [from, to] = ahead.points;
    const toward = (cell.properties.toward_deg * Math.PI) / 180;
    const metres = [(to[0] - from[0]) * 111_320, (to[1] - from[1]) * 111_320 * Math.cos((lat * Math.PI) / 180)];
    expect(Math.hypot(...metres)).to.be.closeTo(cell.properties.speed_mps * 1800, 200);
    expect(Math.atan2(metres[1], metres[0])).to.be.closeTo(toward > Math.PI ? toward - 2 * Math.PI : toward, 0.02);
  });

  it('reports are symbols in pixels, to the right and upwards, that say what was seen', async () => {
    const { items } = await read(`reports.txt?${site}`);
    const { features } = (await service.ask('/api/v1/reports?limit=1000')).json();
    const [tornado] = features.filter(({ properties }: any) => properties.type === 'tornado');
    const [lon, lat] = tornado.geometry.coordinates;
    const drawn = items.find(
      ({ object, hover }) => object?.join() === `${lat},${lon}` && hover![0].startsWith('tornado'),
    )!;
    expect(drawn.hover![0]).to.include(`${tornado.properties.time.slice(11, 16)}Z`);
    expect(drawn.points, 'a triangle that stands on its tip').to.deep.equal([[-7, 7], [7, 7], [0, -7], [-7, 7]]); // prettier-ignore
  });

  it('have what is near the site only', async () => {
    expect(lines((await read('warnings.txt?lat=47.6&lon=-122.3')).items)).to.deep.equal([]);
    const { status, json } = await service.ask('/api/v1/placefiles/warnings.txt?lat=35');
    expect([status, json().detail[0].loc]).to.deep.equal([422, ['query', 'lon']]);
    expect((await service.ask('/api/v1/placefiles/secrets.txt')).status).to.equal(422);
  });

  it('say on the map that a source does not answer, so that an empty view is no good news', async () => {
    const silent = await startTestApi();
    try {
      for (const name of names) {
        const { title, items } = await read(`${name}.txt?${site}`, silent);
        expect(title, name).to.include('NOT CURRENT');
        const [note] = items;
        expect(note.words).to.include('NOT CURRENT');
        expect([note.points, note.threshold]).to.deep.equal([[[35.33, -97.28]], 999]);
      }
    } finally {
      await silent.close();
    }
    const { items, title } = await read(`warnings.txt?${site}`);
    expect(items.some(({ words = '' }) => words.includes('NOT CURRENT'))).to.equal(title.includes('NOT CURRENT'));
  });
});
