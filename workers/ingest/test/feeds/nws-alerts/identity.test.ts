import { readFileSync } from 'node:fs';
import { sharedFile } from '@severe/testing/shared';
import { expect } from 'chai';
import { alertBulletins } from '../../../src/feeds/nws-alerts/bulletins.ts';
import { createNwsAlerts } from '../../../src/feeds/nws-alerts/feed.ts';
import type { Feed, FeedContext, FeedReport } from '../../../src/feed.ts';
import { feedContext } from '../../support/stand-ins.ts';
import { alertFeature, alertList } from './support.ts';

const open = '000000T0000Z';

/** A message about a flood of the office of Memphis in one county. */
function flood(id: string, county: string, vtec: string, sent: string, more: Record<string, unknown> = {}): unknown {
  const day = new Date(new Date(sent).getTime() + 86_400_000).toISOString();
  return alertFeature(
    {
      id,
      event: 'Flood Warning',
      areaDesc: county,
      affectedZones: [`https://api.weather.gov/zones/county/${county}`],
      geocode: { SAME: [], UGC: [county] },
      sent,
      effective: sent,
      onset: sent,
      expires: day,
      ends: null,
      messageType: vtec.includes('NEW') ? 'Alert' : 'Update',
      ...more,
    },
    { VTEC: [`/O.${vtec}/`] },
    null,
  );
}

/** The same as a bulletin. */
function floodText(heading: string, segments: [county: string, purge: string, vtec: string][]): string {
  const parts = segments.map(
    ([county, purge, vtec]) => `${county}-${purge}-\n/O.${vtec}/\n\n...Flood of ${county}...\n\n$$\n`,
  );
  return `000 \nWGUS44 KMEG ${heading}\nFLSMEG\n\nFlood Statement\nNational Weather Service Memphis TN\n\n${parts.join('\n')}`;
}

describe('nws-alerts: the identity of an event', () => {
  let now: Date;
  let context: FeedContext;
  let close: () => Promise<void>;
  let feed: Feed;
  let answer = '';

  beforeEach(async function () {
    this.timeout(60_000);
    feed = createNwsAlerts();
    const provider = {
      bytes: async () => undefined,
      text: async () => undefined,
      changedText: async () => ({ text: answer, markStored: () => undefined }),
    };
    ({ context, close } = await feedContext(provider, () => now));
  });
  afterEach(() => close());

  const list = (at: string, ...features: unknown[]): Promise<FeedReport> => {
    now = new Date(at);
    answer = alertList(features, { updated: at });
    return feed.run(context);
  };
  const bulletin = (at: string, text: string): Promise<FeedReport> => {
    now = new Date(at);
    return alertBulletins.store(context, [text]);
  };
  const rows = async () => {
    const found = await context.db.alerts.rows(Array.from({ length: 20 }, (_, i) => i + 1));
    return found
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, eventKey, version, status, zones }) => [id, eventKey, version, status, zones.join(' ')].join(' '));
  };

  it('tells two floods apart whose numbers were given in two years', async function () {
    const file = (name: string) =>
      readFileSync(sharedFile(this, `data/field-2026-11/alerts/1-etn-two-years/${name}`), 'utf8');
    const play = async (at: string, text: string) => {
      now = new Date(at);
      answer = text;
      return feed.run(context);
    };
    await play('2025-12-30T15:40:00Z', file('j1.json'));
    const report = await play('2026-01-06T15:40:00Z', file('j2.json'));
    expect(report).to.deep.include({ new: 1, changed: 1, conflicts: [] });
    expect(await rows()).to.deep.equal([
      '1 MEG.FL.W.0001.2025 2 active county/TNC053',
      '2 MEG.FL.W.0001.2026 1 active county/TNC157',
    ]);
  });

  it('tells them apart in bulletins', async function () {
    const texts = ['a_new2019', 'b_new2020', 'c_con2019', 'd_can2020'].map((name) =>
      readFileSync(sharedFile(this, `data/field-2026-11/alerts/1-etn-two-years/${name}.txt`), 'utf8'),
    );
    const times = ['2019-02-20T00:35Z', '2020-01-05T15:35Z', '2020-01-06T15:35Z', '2020-01-07T15:35Z'];
    for (const [i, text] of texts.entries()) {
      expect((await bulletin(times[i], text)).conflicts, times[i]).to.deep.equal([]);
      await context.db.alerts.expire();
    }
    expect((await rows()).map((row) => row.replace('expired', 'active'))).to.deep.equal([
      '1 MEG.FL.W.0001.2019 2 active county/TNC053',
      '2 MEG.FL.W.0001.2020 2 cancelled county/TNC157',
    ]);
  });

  const [here, there] = ['TNC053', 'TNC157'];
  const old = `CON.KMEG.FL.W.0001.${open}-${open}`;
  const fresh = `NEW.KMEG.FL.W.0001.260106T1200Z-260120T0000Z`;
  const oldKey = '1 MEG.FL.W.0001.2025';

  it('finds both in one list, also if it knew neither', async () => {
    const a = flood('urn:a.002.1', here, old, '2026-01-06T15:30:00Z', { references: [{ identifier: 'urn:a0.001.1' }] });
    const b = flood('urn:b.001.1', there, fresh, '2026-01-06T12:00:00Z', { ends: '2026-01-20T00:00:00Z' });
    expect(await list('2026-01-06T15:40:00Z', a, b)).to.deep.include({ new: 2, conflicts: [] });
    expect((await rows()).map((row) => row.slice(2))).to.have.members([
      'MEG.FL.W.0001.2026 1 active county/TNC157',
      'MEG.FL.W.0001.2025 1 active county/TNC053',
    ]);
  });

  it('gives way with a likely year to an event that is sure of it', async () => {
    await list('2026-01-05T12:00:00Z', flood('urn:a.001.1', here, old, '2026-01-05T11:00:00Z'));
    expect(await rows()).to.deep.equal(['1 MEG.FL.W.0001.2026 1 active county/TNC053']);
    const a = flood('urn:a.001.1', here, old, '2026-01-05T11:00:00Z');
    await list('2026-01-06T10:00:00Z', a, flood('urn:b.001.1', there, fresh, '2026-01-06T09:00:00Z'));
    expect(await rows()).to.deep.equal([
      `${oldKey} 1 active county/TNC053`,
      '2 MEG.FL.W.0001.2026 1 active county/TNC157',
    ]);
  });

  it('takes the year from the oldest message that a message refers to, though that has expired', async () => {
    const expiredReferences = ['w,urn:a0.001.1,2025-12-28T03:00:00-06:00 w,urn:a1.001.1,2026-01-02T03:00:00-06:00'];
    const vtec = { VTEC: [`/O.${old}/`], expiredReferences };
    await list(
      '2026-01-05T12:00:00Z',
      alertFeature({ sent: '2026-01-05T11:00:00Z', expires: '2026-01-06T11:00:00Z' }, vtec),
    );
    expect((await rows())[0]).to.match(/^1 MEG\.FL\.W\.0001\.2025 /);
  });

  it('keeps the year of issue of an event that begins in the next one, and revives it by no number of that year', async () => {
    const early = { ends: '2027-01-01T06:00:00Z', expires: '2027-01-01T06:00:00Z' };
    const storm = flood(
      'urn:s.001.1',
      here,
      'NEW.KMEG.WS.W.0001.270101T0000Z-270101T0600Z',
      '2026-12-31T18:00:00Z',
      early,
    );
    await list('2026-12-31T18:01:00Z', storm);
    now = new Date('2027-01-01T06:01:00Z');
    await context.db.alerts.expire();
    const late = { ends: '2027-11-20T06:00:00Z', expires: '2027-11-20T06:00:00Z' };
    const next = flood(
      'urn:t.001.1',
      here,
      'NEW.KMEG.WS.W.0001.271119T0000Z-271120T0600Z',
      '2027-11-19T00:00:00Z',
      late,
    );
    const report = await list('2027-11-19T00:01:00Z', next);
    expect(report).to.deep.include({ new: 1, changed: 0, conflicts: [] });
    expect(await rows()).to.deep.equal([
      '1 MEG.WS.W.0001.2026 1 expired county/TNC053',
      '2 MEG.WS.W.0001.2027 1 active county/TNC053',
    ]);
  });

  it('reads one bulletin that continues the floods of two years', async () => {
    const [first, second] = ['NEW.KMEG.FL.W.0001.251220T0000Z-' + open, fresh];
    await bulletin('2025-12-20T00:01:00Z', floodText('200000', [[here, '210000', first]]));
    await bulletin('2026-01-06T12:01:00Z', floodText('061200', [[there, '070000', second]]));
    const both = floodText('062000', [
      [here, '072000', old],
      [there, '072000', `CON.KMEG.FL.W.0001.${open}-260120T0000Z`],
    ]);
    expect(await bulletin('2026-01-06T20:01:00Z', both)).to.deep.include({ new: 0, changed: 2, conflicts: [] });
    expect(await rows()).to.deep.equal([
      `${oldKey} 2 active county/TNC053`,
      '2 MEG.FL.W.0001.2026 2 active county/TNC157',
    ]);
  });

  describe('a cancellation that fits two events without an end', () => {
    const action = (code: string, begin: string) => `${code}.KMEG.FL.W.0001.${begin}-${open}`;
    async function cancelBesideOneUntil(expires: string): Promise<FeedReport> {
      const said = async (at: string, ...area: [string, string, string]): Promise<FeedReport> =>
        await bulletin(`2026-01-${at.slice(0, 2)}T${at.slice(2, 4)}:01:00Z`, floodText(at, [area]));
      await bulletin('2025-12-20T00:01:00Z', floodText('200000', [[here, '210000', action('NEW', '251220T0000Z')]]));
      await said('050000', here, expires, action('CON', open));
      await said('061200', here, '070000', action('NEW', '260106T1200Z'));
      return await said('062000', here, '072000', action('CAN', open));
    }

    it('ends none if both may be in force, and is reported', async () => {
      expect((await cancelBesideOneUntil('052030')).conflicts).to.deep.equal([
        { what: 'MEG.FL.W.0001.2026', why: 'conflict: CAN fits the alerts 1 and 3' },
      ]);
      expect(await rows()).to.deep.equal([
        `${oldKey} 2 active county/TNC053`,
        '3 MEG.FL.W.0001.2026 1 active county/TNC053',
      ]);
    });

    it('ends the one that is heard of, if the last message of the other expired more than a day before', async () => {
      expect((await cancelBesideOneUntil('051930')).conflicts).to.deep.equal([]);
      expect(await rows()).to.deep.equal([
        `${oldKey} 2 active county/TNC053`,
        '3 MEG.FL.W.0001.2026 2 cancelled county/TNC053',
      ]);
    });
  });

  it('ends an event whose first message and extension it did not hear', async () => {
    await bulletin(
      '2026-01-06T00:00:00Z',
      floodText('060000', [['TNC053', '061200', 'CON.KMEG.FL.W.0001.000000T0000Z-260106T1200Z']]),
    );
    await context.db.alerts.expire();
    await bulletin(
      '2026-01-06T18:00:00Z',
      floodText('061800', [['TNC053', '061900', 'EXP.KMEG.FL.W.0001.000000T0000Z-260106T1800Z']]),
    );
    expect(await rows()).to.deep.equal(['1 MEG.FL.W.0001.2026 2 cancelled county/TNC053']);
  });

  it('continues into the new year an event whose extension it did not hear, but not long after its end', async () => {
    const first = floodText('312100', [[here, '010300', 'NEW.KMEG.FL.W.0035.251231T2100Z-260101T0300Z']]);
    await bulletin('2025-12-31T21:01:00Z', first);
    now = new Date('2026-01-01T05:00:00Z');
    await context.db.alerts.expire();
    const later = floodText('010600', [[here, '010900', `CON.KMEG.FL.W.0035.${open}-260101T0900Z`]]);
    expect(await bulletin('2026-01-01T06:01:00Z', later)).to.deep.include({ new: 0, changed: 1, conflicts: [] });
    expect(await rows()).to.deep.equal(['1 MEG.FL.W.0035.2025 2 active county/TNC053']);
    now = new Date('2026-01-02T12:00:00Z');
    await context.db.alerts.expire();
    const next = floodText('021200', [[here, '030000', `CON.KMEG.FL.W.0035.${open}-260103T0000Z`]]);
    expect(await bulletin('2026-01-02T12:01:00Z', next)).to.deep.include({ new: 1, changed: 0 });
  });

  it('ends the events of two years by one bulletin, at the time when both are over', async () => {
    const end = '260106T1200Z';
    const issue = (begin: string) => `NEW.KMEG.FL.W.0001.${begin}-${end}`;
    await bulletin('2025-12-31T00:01:00Z', floodText('310000', [[here, '061200', issue('251231T0000Z')]]));
    await bulletin('2026-01-05T00:01:00Z', floodText('050000', [[there, '061200', issue('260105T0000Z')]]));
    now = new Date('2026-01-06T12:00:30Z');
    await context.db.alerts.expire();
    const expired = `EXP.KMEG.FL.W.0001.${open}-${end}`;
    const both = floodText('061200', [
      [here, '061215', expired],
      [there, '061215', expired],
    ]);
    expect(await bulletin('2026-01-06T12:01:00Z', both)).to.deep.include({ new: 0, changed: 2, conflicts: [] });
    expect(await rows()).to.deep.equal([
      `${oldKey} 2 cancelled county/TNC053`,
      '2 MEG.FL.W.0001.2026 2 cancelled county/TNC157',
    ]);
  });

  it('gives no event in force the zones that a bulletin adds to another one with its number', async () => {
    const oldFlood = 'NEW.KMEG.FL.W.0001.251231T0000Z-260110T0000Z';
    await bulletin('2025-12-31T00:01:00Z', floodText('310000', [[here, '100000', oldFlood]]));
    const other = floodText('060000', [
      ['TNC155', '090000', `EXA.KMEG.FL.W.0001.${open}-260109T0000Z`],
      [there, '090000', `CON.KMEG.FL.W.0001.${open}-260109T0000Z`],
    ]);
    expect(await bulletin('2026-01-06T00:01:00Z', other)).to.deep.include({ new: 1, changed: 0 });
    expect((await rows())[0]).to.equal(`${oldKey} 1 active county/TNC053`);
  });

  it('knows a message that comes late in a list by those that have replaced it', async () => {
    const noVtec = { event: 'Special Weather Statement', references: [{ identifier: 'urn:s1.001.1' }] };
    const statement = (id: string, sent: string, more: object) =>
      alertFeature(
        { id, sent, effective: sent, onset: sent, expires: '2026-01-06T18:00:00Z', ...more },
        { VTEC: [] },
        null,
      );
    await list('2026-01-06T15:40:00Z', statement('urn:s2.001.1', '2026-01-06T15:30:00Z', noVtec));
    const late = statement('urn:s1.001.1', '2026-01-06T12:30:00Z', { ...noVtec, references: [] });
    expect(await list('2026-01-06T15:45:00Z', late)).to.deep.include({ new: 0, changed: 0, unchanged: 1 });
  });

  it('tells events apart of which one refers to a product that was also about the other', async () => {
    const refer = (...identifiers: string[]) => ({ references: identifiers.map((identifier) => ({ identifier })) });
    const other = `CON.KMEG.FL.W.0001.${open}-260120T0000Z`;
    const a = flood('urn:p1.001.1', here, old, '2026-01-06T03:00:00Z', refer('urn:p0.001.1'));
    const b = flood('urn:p2.001.1', here, other, '2026-01-06T06:00:00Z', refer('urn:p1.002.1'));
    expect(await list('2026-01-06T06:40:00Z', a, b)).to.deep.include({ new: 2, conflicts: [] });
  });

  it('knows the issue of an event that comes after its end, which came in the next year', async () => {
    const vtec = (action: string) =>
      `${action}.KMEG.FL.W.0048.${action === 'NEW' ? '251231T2100Z' : open}-260101T0300Z`;
    await bulletin('2026-01-01T03:00:30Z', floodText('010300', [[here, '010315', vtec('EXP')]]));
    const issue = floodText('312100', [[here, '010300', vtec('NEW')]]);
    expect(await bulletin('2026-01-01T15:01:00Z', issue)).to.deep.include({ new: 0 });
    expect(await rows()).to.deep.equal(['1 MEG.FL.W.0048.2025 1 cancelled county/TNC053']);
  });

  it('knows a late message by the zones that its event had at that time', async () => {
    const vtec = (action: string) =>
      `${action}.KMEG.FL.W.0049.${action === 'NEW' ? '251230T0300Z' : open}-260105T0600Z`;
    const [gone, ended] = [floodText('010600', [[here, '050600', vtec('CAN')], [there, '050600', vtec('CON')]]), floodText('010900', [[there, '050600', vtec('CAN')]])]; // prettier-ignore
    await bulletin('2025-12-30T00:50:00Z', floodText('300000', [[`${here}-157`, '050600', vtec('NEW')]]));
    await bulletin('2026-01-01T09:50:00Z', ended);
    expect(await bulletin('2026-01-02T06:01:00Z', gone)).to.deep.include({ new: 0, changed: 0 });
    expect(await rows()).to.deep.equal(['1 MEG.FL.W.0049.2025 2 active county/TNC053']);
  });

  it('gives two events the years of each other, once it knows the issue of one', async () => {
    const late = (county: string) => `COR.KMEG.FL.W.0014.${open}-${county === here ? open : '260120T0000Z'}`;
    await bulletin('2026-01-01T03:01:00Z', floodText('010300', [[here, '020300', late(here)]]));
    await bulletin('2026-01-02T15:01:00Z', floodText('021500', [[there, '031500', late(there)]]));
    const issue = `NEW.KMEG.FL.W.0014.260102T1200Z-260120T0000Z`;
    await bulletin('2026-01-02T15:50:00Z', floodText('020900', [[there, '030900', issue]]));
    expect(await rows()).to.deep.equal([
      '1 MEG.FL.W.0014.2025 1 active county/TNC053',
      '2 MEG.FL.W.0014.2026 1 active county/TNC157',
    ]);
  });

  it('gives no event what a list says of another one that shares its zones and its product', async () => {
    const refer = (...identifiers: string[]) => ({ references: identifiers.map((identifier) => ({ identifier })) });
    const issue = 'NEW.KMEG.FL.W.0004.251229T1200Z-260101T1500Z';
    const end = `EXP.KMEG.FL.W.0004.${open}-260101T1500Z`;
    const other = `COR.KMEG.FL.W.0004.260101T2100Z-260103T1200Z`;
    const times = { ends: '2026-01-01T15:00:00Z', expires: '2026-01-01T15:00:00Z' };
    await list('2026-01-01T03:40:00Z', flood('urn:q1.001.1', here, issue, '2025-12-29T12:00:00Z', times));
    const a = flood('urn:q9.001.1', here, end, '2026-01-01T15:00:00Z', { ...times, ...refer('urn:q1.001.1') });
    const b = flood('urn:q9.002.1', here, other, '2026-01-01T15:00:00Z', refer('urn:q8.001.1'));
    expect(await list('2026-01-01T15:40:00Z', a, b)).to.deep.include({ new: 1, changed: 1, conflicts: [] });
    expect((await rows()).map((row) => row.slice(2))).to.deep.equal([
      'MEG.FL.W.0004.2025 2 cancelled county/TNC053',
      'MEG.FL.W.0004.2026 1 active county/TNC053',
    ]);
  });

  it('continues an event under its id after an outage, with no second announcement as new', async () => {
    const first = floodText('200000', [[here, '200600', 'NEW.KMEG.FL.W.0002.260520T0000Z-260520T0600Z']]);
    await bulletin('2026-05-20T00:01:00Z', first);
    now = new Date('2026-05-20T09:00:00Z');
    await context.db.alerts.expire();
    expect((await rows())[0]).to.match(/expired/);
    const later = floodText('200930', [[here, '201800', `CON.KMEG.FL.W.0002.${open}-260520T1800Z`]]);
    expect(await bulletin('2026-05-20T09:31:00Z', later)).to.deep.include({ new: 0, changed: 1, conflicts: [] });
    expect(await rows()).to.deep.equal(['1 MEG.FL.W.0002.2026 2 active county/TNC053']);
    expect(await bulletin('2026-05-20T09:32:00Z', first)).to.deep.include({ new: 0, changed: 0 }); // once more, and late
  });

  it('adds zones to an event, and ends some of it, by texts that name no others', async () => {
    const vtec = (action: string) =>
      `${action}.KMEG.FA.Y.0003.${action === 'NEW' ? '260520T0000Z' : open}-260520T1800Z`;
    const third = 'TNC155';
    await bulletin('2026-05-20T00:01:00Z', floodText('200000', [[here, '201800', vtec('NEW')]]));
    const added = floodText('200100', [[there, '201800', vtec('EXA')], [third, '201800', vtec('EXB')]]); // prettier-ignore
    for (const again of [1, 0]) expect((await bulletin('2026-05-20T01:01:00Z', added)).changed).to.equal(again);
    expect(await rows()).to.deep.equal(['1 MEG.FA.Y.0003.2026 2 active county/TNC053 county/TNC157 county/TNC155']);
    const some = floodText('200200', [[here, '201800', vtec('CAN')]]);
    for (const again of [1, 0]) expect((await bulletin('2026-05-20T02:01:00Z', some)).changed).to.equal(again);
    expect(await rows()).to.deep.equal(['1 MEG.FA.Y.0003.2026 3 active county/TNC157 county/TNC155']);
    expect((await context.db.alerts.find(1))!.fips).to.deep.equal(['47157', '47155']);
    await bulletin('2026-05-20T03:01:00Z', floodText('200300', [[`${there}-155`, '201800', vtec('CAN')]]));
    expect(await rows()).to.deep.equal(['1 MEG.FA.Y.0003.2026 4 cancelled county/TNC157 county/TNC155']);
  });

  it('keeps a second event to which an office gives the number of one in force, and reports it', async () => {
    const issue = (county: string) => flood(`urn:${county}.001.1`, county, fresh, '2026-01-06T12:00:00Z');
    const report = await list('2026-01-06T12:01:00Z', issue(here), issue(there));
    expect([report.new, report.conflicts]).to.deep.equal([
      2,
      [{ what: 'MEG.FL.W.0001.2026', why: 'conflict: NEW is not the alert with its key' }],
    ]);
    const again = await list('2026-01-06T12:02:00Z', issue(there), issue(here));
    expect(again).to.deep.include({ new: 0, changed: 0, unchanged: 2, conflicts: [] });
    expect((await rows()).map((row) => row.split(' ')[1])).to.deep.equal(['MEG.FL.W.0001.2026', 'MEG.FL.W.0001.2026']);
  });

  it('does not revive by a new message what is over, nor continue what was cancelled', async () => {
    const vtec = (action: string) => `${action}.KMEG.FL.W.0004.260520T0000Z-260520T0600Z`;
    await bulletin('2026-05-20T00:01:00Z', floodText('200000', [[here, '200600', vtec('NEW')]]));
    await bulletin('2026-05-20T01:01:00Z', floodText('200100', [[here, '200600', vtec('CAN')]]));
    const report = await bulletin('2026-05-20T02:01:00Z', floodText('200200', [[here, '200600', vtec('CON')]]));
    expect(report).to.deep.include({ new: 1, changed: 0 });
    expect(report.conflicts!.map(({ why }) => why)).to.deep.equal([
      'conflict: CON continues the alert 1, which is over',
    ]);
    await bulletin('2026-05-20T02:31:00Z', floodText('200230', [[here, '200600', vtec('NEW')]]));
    expect((await rows()).map((row) => row.split(' ').slice(2, 4).join(' '))).to.deep.equal([
      '2 cancelled',
      '1 active',
      '1 active',
    ]);
  });
});
