import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { sharedFile } from '@severe/testing/shared';
import type { Feed, FeedContext } from '../../../src/feed.ts';
import { createNhcFeeds } from '../../../src/feeds/tropical/feeds.ts';
import { failureIn } from '../../../src/schedule.ts';
import type { ChangedText } from '../../../src/fetch/fetcher.ts';
import { ChangingFiles } from '../../support/changing-files.ts';
import { feedContext } from '../../support/stand-ins.ts';

/** Layers of the map by their numbers, and everything else by its name. */
class Provider extends ChangingFiles {
  readonly asked: string[] = [];

  override async changedText(url: string): Promise<ChangedText | undefined> {
    const name = /MapServer\/(\d+)/.exec(url)?.[1] ?? /(\w+)\.\w+$/.exec(url)![1];
    this.asked.push(name);
    return super.changedText(`https://test/${name}`);
  }
}

const storm = (change: object = {}) => ({
  id: 'al052026',
  name: 'Ernesto',
  classification: 'HU',
  intensity: '100',
  pressure: '955',
  latitudeNumeric: 25,
  longitudeNumeric: -80,
  movementDir: 290,
  movementSpeed: 14,
  publicAdvisory: { advNum: '012', issuance: '2026-05-20T21:00:00Z', url: 'u' },
  ...change,
});
const feature = (properties: object, geometry: unknown) => ({ type: 'Feature', properties, geometry });
const cone = feature({ idp_source: 'al052026-012_5day_pgn' }, squareAt(-85, 25, 5));
const track = feature({ idp_source: 'al052026-012_5day_lin' }, { type: 'LineString', coordinates: [[-80, 25], [-83, 28]] }); // prettier-ignore
const start = feature({ idp_source: 'al052026-012_5day_pts', tau: 0, gust: 120 }, null);
const area = feature({ basin: 'Atlantic', area: '1', prob2day: '20%', prob7day: '60%' }, squareAt(-50, 10, 5));
const waters = { al: 'Atlantic', ep: 'Eastern North Pacific', cp: 'Central North Pacific' };
const rss = (basin: keyof typeof waters, text: string, minute = 40) =>
  `<rss version="2.0"><channel><item><title>${waters[basin]} Tropical Weather Outlook</title>` +
  `<pubDate>Wed, 20 May 2026 17:${minute}:00 GMT</pubDate><description><![CDATA[${text}]]></description></item></channel></rss>`;
const quiet = 'Tropical cyclone formation is not expected during the next 7 days.';
const wave =
  '1. Central Atlantic:<br/>A wave.<br/>* Formation chance through 48 hours...low...20 percent.<br/>' +
  '* Formation chance through 7 days...medium...60 percent.';
const emptyRss = '<rss version="2.0"><channel><title>NHC</title></channel></rss>';

describe('feeds/tropical', () => {
  let now: Date;
  let provider: Provider;
  let context: FeedContext;
  let close: () => Promise<void>;
  let storms: Feed;
  let outlook: Feed;

  beforeEach(async function () {
    this.timeout(60_000);
    now = new Date('2026-05-20T22:18:00Z');
    provider = new Provider();
    ({ context, close } = await feedContext(provider, () => now));
    [storms, outlook] = createNhcFeeds();
    list(storm());
    layer(7, cone);
    layer(6, track);
    layer(5, start);
    layer(3, area);
    provider.files.set('TWOAT', rss('al', wave));
    provider.files.set('TWOEP', rss('ep', quiet));
    provider.files.set('TWOCP', rss('cp', quiet));
  });
  afterEach(() => close());

  const list = (...activeStorms: object[]) => provider.files.set('CurrentStorms', JSON.stringify({ activeStorms }));
  const layer = (number: number, ...features: object[]) =>
    provider.files.set(String(number), JSON.stringify({ type: 'FeatureCollection', features }));
  const known = async () => (await context.db.tropicalStorms.all()).map((row) => row.storm);
  const whys = (report: { refused: { what: string; why: string }[] }) =>
    report.refused.map(({ what, why }) => `${what}: ${why}`);
  const freshness = async () =>
    (await context.db.sourceRuns.health(now)).find(({ source }) => source === 'tropical')?.dataAt ?? null;

  describe('nhc-storms', () => {
    it('stores storms with their gusts, cones and tracks, and finds nothing new in the same', async () => {
      expect(await storms.run(context)).to.deep.include({ new: 1, changed: 2, refused: [] });
      const [row] = await context.db.tropicalStorms.all();
      expect(row).to.deep.include({ storm: 'al052026', maxWindKt: 100, gustKt: 120, movementKt: 12, category: 3 });
      expect(row.outlines.map(({ kind, advisory }) => [kind, advisory])).to.deep.equal([['cone', '12'], ['track', '12']]); // prettier-ignore
      expect(await storms.run(context)).to.deep.include({ new: 0, changed: 0, refused: [] });
      list(storm({ intensity: '105', publicAdvisory: { advNum: '012A', issuance: '2026-05-21T00:00:00Z' } }));
      await storms.run(context);
      expect((await context.db.tropicalStorms.all())[0]).to.deep.include({ maxWindKt: 105, gustKt: null });
    });

    it('accepts a storm without an advisory, and cuts geometries at the antimeridian', async () => {
      const west = { id: 'cp012026', longitudeNumeric: -179, publicAdvisory: null, lastUpdate: '2026-05-20T21:00:00Z' };
      list(storm({ ...west, name: 'Hone\0' }));
      const source = { idp_source: 'cp012026-001_5day_pgn' };
      const line = { type: 'LineString', coordinates: [[-179, 20], [179, 22]] }; // prettier-ignore
      layer(7, feature(source, { type: 'Polygon', coordinates: [[[-179, 19], [-179, 21], [175, 25], [175, 20], [-179, 19]]] })); // prettier-ignore
      layer(6, feature(source, line));
      layer(5);
      expect(await storms.run(context)).to.deep.include({ new: 1, refused: [] });
      const [{ name, advisory, outlines }] = await context.db.tropicalStorms.all();
      expect([name, advisory]).to.deep.equal(['Hone', null]);
      const [area, track] = outlines.map(({ geometry }) => JSON.parse(geometry));
      const spans = area.coordinates.map(([shell]: number[][][]) => {
        const lons = shell.map(([lon]) => lon);
        return [Math.min(...lons), Math.max(...lons)];
      });
      expect(spans).to.have.deep.members([[175, 180], [-180, -179]]); // prettier-ignore
      expect(track.coordinates).to.deep.equal([[[-179, 20], [-180, 21]], [[180, 21], [179, 22]]]); // prettier-ignore
    });

    it('does not query the map service while there is no storm', async () => {
      list();
      expect(await storms.run(context)).to.deep.include({ new: 0, refused: [] });
      expect(provider.asked).to.deep.equal(['CurrentStorms']);
    });

    it('ends all storms after three empty lists, and one missing storm at once', async () => {
      list(storm(), storm({ id: 'ep072026' }));
      await storms.run(context);
      list(storm());
      expect(await storms.run(context)).to.deep.include({ changed: 1 });
      list();
      for (const time of [1, 2]) {
        const why = 'storms: expected storms (1 are stored), got an empty list';
        expect(whys(await storms.run(context)), String(time)).to.deep.equal([why]);
        expect(await known()).to.deep.equal(['al052026']);
      }
      expect(await storms.run(context)).to.deep.include({ changed: 1, refused: [] });
      expect(await known()).to.deep.equal([]);
    });

    it('keeps what it has while a provider is away or sends something else', async () => {
      await storms.run(context);
      for (const answer of ['<html></html>', '{}', '{"activeStorms":[{"id":"al052026"}]}']) {
        provider.files.set('CurrentStorms', answer);
        expect((await storms.run(context)).refused, answer).to.have.length(1);
      }
      list(storm({ id: 'ep072026' }), { id: 'x' });
      expect(await storms.run(context)).to.deep.include({ new: 1 }); // of a list that is not whole nothing is missing
      provider.files.set('CurrentStorms', new UpstreamError('www.nhc.noaa.gov', 'away'));
      layer(7, feature({ idp_source: 'al052026-013_5day_pgn' }, squareAt(-85, 25, 6)));
      expect(await storms.run(context).catch((thrown: unknown) => thrown)).to.be.instanceOf(UpstreamError);
      const rows = await context.db.tropicalStorms.all();
      expect(rows.map((row) => row.storm)).to.deep.equal(['ep072026', 'al052026']);
      expect(rows[1].outlines[0].advisory).to.equal('13'); // the map was asked all the same
    });

    it('fails for outlines that it cannot read, until they can be, though all else is as before', async () => {
      await storms.run(context);
      layer(7, feature(cone.properties, { type: 'Polygon', coordinates: [[[null, null]]] }));
      for (let run = 0; run < 2; run++) expect(failureIn(await storms.run(context))?.code).to.equal('outlines');
      expect((await context.db.tropicalStorms.all())[0].outlines).to.have.length(2);
      layer(7, cone);
      expect(failureIn(await storms.run(context))).to.equal(undefined);
    });

    it('keeps gusts that another process has read, while it cannot read them', async () => {
      await storms.run(context);
      [storms] = createNhcFeeds();
      provider.files.set('5', '{"error":{"code":400,"message":"Invalid URL"}}');
      await storms.run(context);
      expect((await context.db.tropicalStorms.all())[0].gustKt).to.equal(120);
    });

    it('serves positions while the map is away', async () => {
      provider.files.set('7', new UpstreamError('mapservices', 'away'));
      provider.files.set('6', '{"error":{"code":400,"message":"Invalid URL"}}');
      expect(await storms.run(context).catch((thrown: unknown) => thrown)).to.be.instanceOf(UpstreamError);
      expect(await known()).to.deep.equal(['al052026']);
    });

    it('reads the real list', async function () {
      const text = readFileSync(sharedFile(this, 'data/upstream/tropical/nhc_CurrentStorms_2026-08-02.json'), 'utf8');
      provider.files.set('CurrentStorms', text);
      now = new Date('2026-08-02T03:10:00Z');
      await storms.run(context);
      const [row] = await context.db.tropicalStorms.all();
      expect(row).to.deep.include({
        storm: 'ep072026',
        basin: 'ep',
        name: 'Genevieve',
        classification: 'TS',
        advisory: '36',
        maxWindKt: 40,
        pressureHpa: 1004,
        movementDirDeg: 290,
        geometry: '{"type":"Point","coordinates":[-136,23.5]}',
      });
    });
  });

  describe('nhc-outlook', () => {
    const found = () => context.db.tropicalOutlooks.search();

    it('stores the words of each basin and what is drawn of all', async () => {
      expect(await outlook.run(context)).to.deep.include({ new: 4, refused: [] });
      const { basins, fromText, fromMap } = await found();
      expect(basins.map(({ basin, headline }) => [basin, headline])).to.deep.equal([
        ['al', 'One area may become a tropical cyclone within seven days; the highest chance is 60 percent.'],
        ['cp', quiet],
        ['ep', quiet],
      ]);
      expect(fromText.map(({ text }) => text.split('\n')[0])).to.deep.equal(['1. Central Atlantic:']);
      expect(fromMap).to.have.length(1);
      expect(fromMap[0].geometry).to.equal(JSON.stringify(squareAt(-50, 10, 5)));
      expect(await outlook.run(context)).to.deep.include({ new: 0, refused: [] });
    });

    it('accepts an empty map after three times, and an empty text at once', async () => {
      await outlook.run(context);
      layer(3);
      provider.files.set('TWOAT', emptyRss);
      for (const time of [1, 2]) {
        expect(whys(await outlook.run(context)), String(time)).to.deep.equal([
          'outlook of al: expected outlook areas of al (1 are stored), got an empty list',
          'areas: expected outlook areas on the map (1 are stored), got an empty list',
        ]);
      }
      await outlook.run(context);
      const { basins, fromText, fromMap } = await found();
      expect([fromText, fromMap]).to.deep.equal([[], []]);
      expect(basins[0]).to.deep.equal({ basin: 'al', issuedAt: null, headline: 'No tropical weather outlook of its own is issued for this basin at present.' }); // prettier-ignore
      provider.files.set('TWOAT', rss('al', wave, 41));
      await outlook.run(context);
      provider.files.set('TWOAT', rss('al', quiet, 42));
      expect(await outlook.run(context)).to.deep.include({ new: 1, refused: [] });
      expect((await found()).basins[0].headline).to.equal(quiet);
    });

    it('fails while one area of the map cannot be read, or a page of it is missing', async () => {
      await outlook.run(context);
      layer(3, area, feature({ basin: 'Atlantic', area: '2' }, { type: 'Polygon', coordinates: [[[null, null]]] }));
      for (let run = 0; run < 2; run++) expect(failureIn(await outlook.run(context))?.code).to.equal('gap');
      provider.files.set('3', JSON.stringify({ type: 'FeatureCollection', features: [area], properties: { exceededTransferLimit: true } })); // prettier-ignore
      expect(failureIn(await outlook.run(context))?.code).to.equal('incomplete');
      expect((await found()).fromMap).to.have.length(1);
      layer(3, area);
      expect(failureIn(await outlook.run(context))).to.equal(undefined);
    });

    it('is in order without a file of the central Pacific, and without no other', async () => {
      provider.files.delete('TWOCP');
      expect(await outlook.run(context)).to.deep.include({ new: 4, refused: [] });
      expect((await context.db.tropicalOutlooks.search({ basin: 'cp' })).basins[0]).to.deep.include({ issuedAt: null });
      provider.files.delete('TWOEP');
      expect((await outlook.run(context)).refused.map(({ what }) => what)).to.deep.equal(['outlook of ep']);
    });

    it('lets no broken part harm another', async () => {
      await outlook.run(context);
      provider.files.set('TWOAT', rss('ep', quiet));
      provider.files.set('TWOEP', '<html></html>');
      provider.files.set('TWOCP', new UpstreamError('www.nhc.noaa.gov', 'away'));
      layer(3, area, feature({ basin: 'Atlantic', area: '2', prob7day: '10%' }, squareAt(-30, 10, 5)));
      expect(await outlook.run(context).catch((thrown: unknown) => thrown)).to.be.instanceOf(UpstreamError);
      const { basins, fromText, fromMap } = await found();
      expect([basins.length, fromText.length, fromMap.length]).to.deep.equal([3, 1, 2]);
      layer(3, feature({ basin: 'Gulf' }, null));
      provider.files.set('TWOCP', rss('cp', quiet));
      expect((await outlook.run(context)).refused.map(({ what }) => what)).to.deep.equal([
        'outlook of al',
        'outlook of ep',
        'areas',
      ]);
      expect((await found()).fromMap).to.have.length(2);
    });
  });

  it('is as fresh as the part that was fetched longest ago', async () => {
    await storms.run(context);
    expect(await freshness()).to.equal(null);
    now = new Date('2026-05-20T22:20:00Z');
    await outlook.run(context);
    expect(await freshness()).to.deep.equal(new Date('2026-05-20T22:18:00Z'));
    provider.files.delete('TWOAT');
    now = new Date('2026-05-20T22:25:00Z');
    await storms.run(context);
    await outlook.run(context);
    expect(await freshness()).to.deep.equal(new Date('2026-05-20T22:20:00Z'));
  });
});
