import { expect } from 'chai';
import type { Database } from '@severe/db';
import { onEachDatabase } from '../support/each-database.ts';
import { alertEvent, squareAt } from '../support/rows/alert-event.ts';
import { county } from '../support/rows/county.ts';
import { damageTrack } from '../support/rows/damage-track.ts';
import { flash, granule } from '../support/rows/granule.ts';
import { listedWatch } from '../support/rows/listed-watch.ts';
import { observation } from '../support/rows/observation.ts';
import { outlookArea, rainfallArea } from '../support/rows/outlook-area.ts';
import { report } from '../support/rows/report.ts';
import { stormCell } from '../support/rows/storm-cell.ts';
import { toldDiscussion } from '../support/rows/told-discussion.ts';

const at = new Date('2026-05-20T22:20:00Z');
const norman = { lat: 35.22, lon: -97.44 };
const seattle = { lat: 47.6, lon: -122.33 };

/** A row of a page without the columns that count the page. */
const bare = (row: object) => {
  const { matched: _, greatest: __, ...rest } = row as Record<string, unknown>;
  return rest;
};

onEachDatabase('db/surroundings', (open) => {
  let db: Database;
  before(async function () {
    this.timeout(60_000);
    db = await open({ simulated: true, clock: () => at });
    await db.zones.put([county()]);
    const zoneOnly = alertEvent({ eventKey: 'OUN.FA.Y.0001.2026', event: 'Flood Advisory', severity: 'Minor', polygon: null, motion: null }); // prettier-ignore
    const beside = alertEvent({ eventKey: 'OUN.SV.W.0002.2026', event: 'Severe Thunderstorm Warning', polygon: squareAt(-98.5, 35, 0.4) }); // prettier-ignore
    const farAway = alertEvent({
      eventKey: 'SEW.SV.W.0001.2026',
      polygon: squareAt(-122.5, 47.4, 0.4),
      zones: [],
      fips: [],
    });
    await db.alerts.store([alertEvent(), zoneOnly, beside, farAway]);
    await db.watches.store([listedWatch()], true);
    await db.discussions.store([toldDiscussion()]);
    await db.outlooks.replace('day1otlk_cat', [outlookArea()]);
    await db.eros.replace('ero_day1', [rainfallArea()]);
    await db.reports.store([
      report(),
      report({ key: 'old', at: new Date('2026-05-19T22:00:00Z') }),
      report({ key: 'far', lat: 36.2 }),
    ]);
    await db.observations.store([
      observation(),
      observation({ station: 'KNRO', lat: 35.221, lon: -97.441, at: new Date('2026-05-20T20:00:00Z') }),
    ]);
    await db.lightning.store(granule({ flashes: [flash(), flash({ number: 1, lat: 35.6 })] }));
    await db.damageTracks.store([damageTrack()], undefined);
  });
  after(() => db?.close());

  it('finds what covers and surrounds a place in one statement', async () => {
    const found = await db.surroundings.of(norman, at);
    expect(found.alerts.map(({ eventKey }) => eventKey).sort()).to.deep.equal([
      'OUN.FA.Y.0001.2026',
      'OUN.TO.W.0034.2026',
    ]);
    expect(found.storms.map(({ eventKey }) => eventKey).sort()).to.deep.equal([
      'OUN.SV.W.0002.2026',
      'OUN.TO.W.0034.2026',
    ]);
    expect(found.watches[0]).to.include({ number: 212, type: 'TOR' });
    expect(found.discussions[0].number).to.equal(845);
    expect(found.outlooks[0].risk).to.equal('MDT');
    expect(found.eros[0].risk).to.equal('SLGT');
    expect(found.reports.map(({ place }) => place)).to.deep.equal(['3 SW Norman']);
    expect(found.observation?.station).to.equal('KOUN'); // recent, although another station is nearer
    expect(found.lightning).to.deep.include({ count: 1, newestAt: new Date('2026-05-20T22:17:40Z'), minutes: 15 });
    expect(found.around.county?.ugc).to.equal('OKC027');
  });

  it('gives the rows that the lists of each table give', async () => {
    const found = await db.surroundings.of(norman, at);
    const page = { at, limit: 50, offset: 0, area: { point: norman }, active: true };
    const { rows } = await db.alerts.searchRevisions(page);
    expect(found.alerts).to.have.deep.members(await db.alerts.rows(rows.map(({ id }) => id)));
    expect(found.watches).to.deep.equal((await db.watches.search(page)).rows.map(bare));
    expect(found.discussions).to.deep.equal((await db.discussions.search(page)).rows.map(bare));
    expect(found.outlooks).to.deep.equal(
      (await db.outlooks.search({ ...page, day: 1, type: 'categorical' })).rows.map(bare),
    );
    const [{ lat: _, lon: __, ...first }] = found.reports;
    const near = { point: norman, radiusM: 80_000 };
    expect([first]).to.deep.equal(
      (await db.reports.search({ ...page, area: near, start: new Date('2026-05-20T00:00:00Z') })).rows.map(bare),
    );
    const { lat: ___, lon: ____, ...measured } = found.observation!;
    const latest = await db.observations.search({ limit: 9, offset: 0, latest: true, stations: ['KOUN'] });
    expect([measured]).to.deep.equal(latest.rows.map(bare));
  });

  it('finds nothing of another place, time or world', async () => {
    const there = await db.surroundings.of(seattle, at);
    expect(there.alerts.map(({ eventKey }) => eventKey)).to.deep.equal(['SEW.SV.W.0001.2026']);
    expect(there).to.deep.include({
      watches: [],
      discussions: [],
      outlooks: [],
      eros: [],
      reports: [],
      observation: null,
    });
    const later = await db.surroundings.of(norman, new Date('2026-05-22T00:00:00Z'));
    expect(later).to.deep.include({
      alerts: [],
      storms: [],
      watches: [],
      discussions: [],
      outlooks: [],
      observation: null,
    });
    expect((await db.surroundings.of({ lat: -90, lon: 180 }, at)).near).to.equal(undefined);
  });

  it('finds cells of a recent scan that move and that no warning with a motion covers', async () => {
    const frameAt = new Date('2026-05-20T22:16:00Z');
    const cells = [
      stormCell({ cell: 'free', lat: 34.8, lon: -97.9 }),
      stormCell({ cell: 'warned', lat: 35.2, lon: -97.4 }),
      stormCell({ cell: 'unknown motion', lat: 34.7, lon: -97.9, towardDeg: null, speedMps: null, spreadDeg: null, spreadMps: null }), // prettier-ignore
      stormCell({ cell: 'far', lat: 38, lon: -97.9 }),
    ];
    await db.stormCells.store({ frameAt, state: {} }, cells);
    const found = (await db.surroundings.of(norman, at)).cells;
    expect(found.map(({ cell }) => cell)).to.deep.equal(['free']);
    expect(found[0]).to.deep.include({ frameAt, towardDeg: 90, speedMps: 15, spreadDeg: 6, maxDbz: 63.5 });
    expect((await db.surroundings.of(norman, new Date('2026-05-20T22:40:00Z'))).cells).to.deep.equal([]);
  });

  it('uses the previous outlook until the new one begins, and not longer', async () => {
    const noon = new Date('2026-05-21T12:00:00Z');
    const before = outlookArea({ risk: 'ENH', riskRank: 4, issuedAt: new Date('2026-05-21T01:00:00Z'), validFrom: new Date('2026-05-21T01:00:00Z'), validTo: noon }); // prettier-ignore
    const next = outlookArea({ risk: 'SLGT', riskRank: 3, issuedAt: new Date('2026-05-21T06:00:00Z'), validFrom: noon, validTo: new Date('2026-05-22T12:00:00Z') }); // prettier-ignore
    await db.outlooks.replace('day1otlk_cat', [before]);
    await db.outlooks.replace('day1otlk_cat', [next]);
    const risksAt = async (iso: string) =>
      (await db.surroundings.of(norman, new Date(iso))).outlooks.map(({ risk }) => risk);
    expect(await risksAt('2026-05-21T07:00:00Z')).to.deep.equal(['SLGT', 'ENH']);
    expect(await risksAt('2026-05-21T12:00:00Z')).to.deep.equal(['SLGT']);
    expect(await risksAt('2026-05-21T18:00:00Z')).to.deep.equal(['SLGT']);
  });

  it('keeps of many outlooks those that are valid now, categories and the soonest days', async () => {
    const noon = new Date('2026-05-21T12:00:00Z');
    const times = (day: number) => ({ day, validFrom: new Date(noon.getTime() + (day - 1) * 86_400_000), validTo: new Date(noon.getTime() + day * 86_400_000) }); // prettier-ignore
    const night = { issuedAt: new Date('2026-05-21T01:00:00Z'), validFrom: new Date('2026-05-21T01:00:00Z'), validTo: noon }; // prettier-ignore
    await db.outlooks.replace('day1otlk_cat', [outlookArea({ ...night, risk: 'ENH', riskRank: 4 })]);
    const issuedAt = new Date('2026-05-21T06:00:00Z');
    await db.outlooks.replace('day1otlk_cat', [outlookArea({ ...times(1), issuedAt, risk: 'SLGT', riskRank: 3 })]);
    for (const day of [1, 2, 3]) {
      const areas = Array.from({ length: 20 }, (_, i) => outlookArea({ ...times(day), issuedAt, type: 'hail', risk: String(i), riskRank: null })); // prettier-ignore
      await db.outlooks.replace(`day${day}otlk_hail`, areas);
    }
    const { outlooks } = await db.surroundings.of(norman, new Date('2026-05-21T08:00:00Z'));
    expect(outlooks).to.have.length(50);
    expect(outlooks.filter(({ type }) => type === 'categorical').map(({ risk }) => risk)).to.deep.equal([
      'SLGT',
      'ENH',
    ]);
    expect(outlooks.filter(({ day }) => day === 3)).to.have.length(8);
  });

  it('links watch, discussion and reports to an alert', async () => {
    const [{ id }] = (await db.surroundings.of(norman, at)).alerts.filter(({ geometry }) => geometry !== null);
    const { watch, discussion, reports } = await db.surroundings.ofAlert(id, at);
    expect(watch?.number).to.equal(212);
    expect(discussion?.number).to.equal(845);
    expect(reports.map(({ place }) => place)).to.deep.equal(['3 SW Norman']);
    expect(await db.surroundings.ofAlert(999_999, at)).to.deep.equal({ watch: null, discussion: null, reports: [] });
  });

  it('counts what happened in a county', async () => {
    const found = await db.surroundings.ofCounty({ ugc: 'OKC027', fips: ['40027'] }, at);
    expect(found.alerts).to.have.length(2);
    expect(found.watches.map(({ number }) => number)).to.deep.equal([212]);
    expect(found.reports).to.deep.equal({ tornado: 0, hail: 1, wind: 0, flood: 0 });
    expect(found.tracks).to.equal(1);
  });
});
