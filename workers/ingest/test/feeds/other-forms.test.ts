import { expect } from 'chai';
import type { FeedContext, OtherForm } from '../../src/feed.ts';
import { createFeeds } from '../../src/feeds/index.ts';
import { hmlBulletins } from '../../src/feeds/gauges/hml-bulletins.ts';
import { usgsTable } from '../../src/feeds/gauges/usgs-table.ts';
import { igraSoundings } from '../../src/feeds/soundings/igra.ts';
import { advisories, tracks } from '../../src/feeds/tropical/texts.ts';
import { ChangingFiles } from '../support/changing-files.ts';
import { simulatedBulletins, simulatedPage } from '../support/simulated.ts';
import { feedContext } from '../support/stand-ins.ts';

const now = new Date('2026-05-20T22:18:00Z');

describe('other forms of the facts of a feed', () => {
  let context: FeedContext;
  let provider: ChangingFiles;
  let close: () => Promise<void>;

  before(async function () {
    this.timeout(60_000);
    provider = new ChangingFiles();
    ({ context, close } = await feedContext(provider, () => now));
  });
  after(() => close());

  const store = (form: OtherForm, ...texts: string[]) => form.store(context, texts);

  it('are told apart, so that each file has one reader', () => {
    const samples: Record<string, OtherForm> = {
      'WTNT31 KNHC 202035\nTCPAT1\n': advisories,
      'AL, 06, 1976072818,   , BEST,   0, 280N,  523W,  20\n': tracks,
      '#USM00072558 2025 03 08 12 1110  212 ncdc-nws           413200  -963669\n': igraSoundings,
      'SRUS53 KOUN 202216\nHMLOUN\n<?xml version="1.0"?>\n': hmlBulletins,
      [`${'# comment\n'.repeat(100)}agency_cd\tsite_no\tstation_nm\n`]: usgsTable,
    };
    for (const [text, { about }] of Object.entries(samples)) {
      const { source } = createFeeds().find(({ otherForms = [] }) => otherForms.some((form) => form.about === about))!;
      const forms = createFeeds().flatMap((feed) => (feed.source === source ? (feed.otherForms ?? []) : []));
      expect(forms.filter((each) => each.matches(text)).map((form) => form.about)).to.deep.equal([about]);
    }
    const json = '{"type":"FeatureCollection","features":[]}';
    expect(createFeeds().flatMap(({ otherForms = [] }) => otherForms.filter((form) => form.matches(json)))).to.deep.equal([]); // prettier-ignore
  });

  describe('of tropical cyclones', () => {
    const advisory = (number: string, utc: string, mph: number) =>
      [
        `WTNT31 KNHC 20${utc}\nTCPAT1\n\nBULLETIN\nTropical Storm Two-E Advisory Number ${number}`,
        'NWS National Hurricane Center Miami FL       AL022026\n500 PM AST Wed May 20 2026\n',
        `SUMMARY OF 500 PM AST...2100 UTC...INFORMATION\n--------\nLOCATION...25.1N 71.5W`,
        `MAXIMUM SUSTAINED WINDS...${mph} MPH...85 KM/H\nPRESENT MOVEMENT...NW OR 315 DEGREES AT 12 MPH...19 KM/H`,
        'MINIMUM CENTRAL PRESSURE...1002 MB...29.59 INCHES\n',
      ].join('\n');
    const storm = async (id: string) => (await context.db.tropicalStorms.all()).find(({ storm: each }) => each === id)!;

    it('store an advisory once, with the time that lists give it', async () => {
      expect(await store(advisories, advisory('4', '2040', 50))).to.deep.include({ new: 1, refused: [] });
      expect(await storm('al022026')).to.deep.include({
        name: 'Two-E',
        classification: 'TS',
        advisory: '4',
        issuedAt: new Date('2026-05-20T21:00:00Z'),
        maxWindKt: 45,
        movementKt: 10,
      });
      expect(await store(advisories, advisory('4', '2040', 50))).to.include({ new: 0, changed: 0, unchanged: 1 });
    });

    it('do not replace the same advisory of the list', async () => {
      const url = 'https://www.nhc.noaa.gov/CurrentStorms.json';
      const list = JSON.parse(simulatedPage(url, now)!) as { activeStorms: { id: string }[] };
      const [{ id }] = list.activeStorms;
      provider.files.set('CurrentStorms', JSON.stringify(list));
      provider.files.set('query', '{"type":"FeatureCollection","features":[]}');
      const feed = createFeeds().find((each) => each.id === 'nhc-storms')!;
      await feed.run(context);
      const listed = await storm(id);
      const texts = simulatedBulletins('TCP', now).map(({ text }) => text);
      expect(await store(advisories, ...texts)).to.deep.include({ new: 0, changed: 0, unchanged: 1, refused: [] });
      expect(await storm(id)).to.deep.equal(listed);
    });

    const line = (technique: string, time: string, hours: number, place: string, kind: string, name = '') =>
      `EP, 03, ${time},   , ${technique}, ${String(hours).padStart(3)}, ${place},  70,  985, ${kind},  34, NEQ,   60,   60,    0,    0, 1010,  150,  20,  85,   0,   E,   0,    , 300,  10, ${name},`; // prettier-ignore

    it('store the newest position of a best track and the newest official forecast', async () => {
      const deck = [
        line('BEST', '2026052012', 0, '150N, 1100W', 'TS', 'BUD'),
        line('BEST', '2026052018', 0, '153N, 1108W', 'HU', 'BUD'),
        line('OFCL', '2026052012', 0, '150N, 1100W', 'TS'),
        line('OFCL', '2026052012', 12, '160N, 1110W', 'TS'),
        line('OFCL', '2026052018', 0, '153N, 1108W', 'HU'),
        line('OFCL', '2026052018', 12, '162N, 1120W', 'HU'),
        line('AVNO', '2026052018', 12, '165N, 1120W', 'HU'),
      ].join('\n');
      expect(await store(tracks, deck)).to.deep.include({ new: 1, changed: 1, refused: [] });
      const { outlines, ...stored } = await storm('ep032026');
      expect(stored).to.deep.include({
        name: 'Bud',
        classification: 'HU',
        maxWindKt: 70,
        gustKt: 85,
        category: 1,
        movementDirDeg: 300,
        movementKt: 10,
        issuedAt: new Date('2026-05-20T18:00:00Z'),
      });
      expect(outlines.map(({ kind, geometry }) => [kind, JSON.parse(geometry)])).to.deep.equal([
        ['track', { type: 'LineString', coordinates: [[-110.8, 15.3], [-112, 16.2]] }], // prettier-ignore
      ]);
      expect(await store(tracks, deck)).to.include({ new: 0, changed: 0, unchanged: 2 });
    });

    it('take the minute of a landfall from a best track, and count translations', async () => {
      const landfall = line('BEST', '2026052019', 0, '266N,  823W', 'HU', 'IAN').replace(
        '2026052019,   ,',
        '2026052019, 05,',
      );
      await store(tracks, landfall.replace('EP, 03', 'AL, 09'));
      expect((await storm('al092026')).issuedAt).to.deep.equal(new Date('2026-05-20T19:05:00Z'));
      const translated = advisory('4', '2040', 50).replace('TCPAT1', 'TCPSP1');
      expect(await store(advisories, translated)).to.deep.include({ new: 0, refused: [], ignored: { translation: 1 } });
    });

    it('leave an advisory until six hours without another one', async () => {
      await store(advisories, advisory('4', '2040', 50));
      const later = line('BEST', '2026052100', 0, '270N,  730W', 'TS', 'TWO').replace('EP, 03', 'AL, 02');
      expect(await store(tracks, later)).to.include({ changed: 0, unchanged: 1 });
      expect(await store(tracks, later.replace('2026052100', '2026052106'))).to.include({ changed: 1 });
    });
  });

  it('store soundings of served stations, and count others', async () => {
    const level = (pressure: number, height: number) =>
      `10 -9999 ${String(pressure).padStart(6)}B${String(height).padStart(5)}B  150B-9999   100   200   100 `;
    const sounding = (station: string) =>
      [`#USM000${station} 2026 05 20 12 1110    2 ncdc-nws           413200  -963669`, level(95000, 400), level(85000, 1500), ''].join('\n'); // prettier-ignore
    const report = await store(igraSoundings, sounding('72558') + sounding('99999'));
    expect(report).to.deep.include({ new: 1, refused: [], ignored: { 'station not served': 1 } });
    expect(await context.db.soundings.stationsAt(new Date('2026-05-20T12:00:00Z'))).to.deep.equal(['KOAX']);
    const derived = await store(igraSoundings, sounding('72558').replaceAll(/^10 -9999/gm, '  95000    '));
    expect(derived.refused[0].why).to.contain('expected a type of level');
  });

  it('store gauges of a table once, and count wells and repeated lines', async () => {
    const columns = ['agency_cd', 'site_no', 'station_nm', 'site_tp_cd', 'dec_lat_va', 'dec_long_va', 'state_cd'];
    const site = (number: string, type: string, agency = 'USGS') => [agency, number, 'A RIVER', type, '35.2', '-97.4', '40'].join('\t'); // prettier-ignore
    const table = ['#\n# US Geological Survey', columns.join('\t'), columns.map(() => '5s').join('\t'), site('07230000', 'ST'), site('07230000', 'ST'), site('07230001', 'LK'), site('351234097123401', 'GW'), site('1', 'ST', 'OK001'), site('x', 'ST').replace('35.2', '95'), ''].join('\r\n'); // prettier-ignore
    const report = await store(usgsTable, table);
    expect(report).to.deep.include({
      new: 2,
      ignored: { 'of another agency': 1, 'another series': 1, 'no gauge of surface water': 1 },
    });
    expect(report.refused.map(({ what }) => what)).to.deep.equal(['USGS x']);
    expect(await store(usgsTable, table)).to.include({ new: 0, changed: 0, unchanged: 2 });
  });
});
