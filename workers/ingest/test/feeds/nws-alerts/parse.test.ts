import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { noTags } from '@severe/db/testing/rows/no-tags';
import { DataError } from '@severe/base';
import { parseAlerts, type AlertList } from '../../../src/feeds/nws-alerts/parse.ts';
import { sharedFile } from '@severe/testing/shared';
import { alertFeature, alertList, square } from './support.ts';

const now = new Date('2026-05-20T22:18:00Z');
const parse = (...features: unknown[]): Promise<AlertList> => parseAlerts(alertList(features), now);
const only = async (feature: unknown) => (await parse(feature)).rows[0];

describe('nws-alerts/parse', () => {
  it('parses a warning', async () => {
    const { rows: events, refused, complete, updatedAt } = await parse(alertFeature());
    expect([refused, complete, updatedAt]).to.deep.equal([[], true, new Date('2026-05-20T22:17:00Z')]);
    const [{ digest, ...event }] = events;
    expect(digest).to.match(/^[\w-]{43}$/);
    expect(event).to.deep.equal({
      eventKey: 'OUN.TO.W.0034.2026',
      numberKey: 'OUN.TO.W.0034',
      issuedAt: new Date('2026-05-20T22:12:00Z'),
      status: 'active',
      action: 'NEW',
      messages: ['urn:oid:2.49.0.1.840.0.a.001.1'],
      references: [],
      event: 'Tornado Warning',
      severity: 'Extreme',
      urgency: 'Immediate',
      certainty: 'Observed',
      headline: 'Tornado Warning issued May 20 at 5:12PM CDT until May 20 at 5:45PM CDT by NWS Norman OK',
      messageType: 'Alert',
      sent: new Date('2026-05-20T22:12:00Z'),
      effective: new Date('2026-05-20T22:12:00Z'),
      onset: new Date('2026-05-20T22:12:00Z'),
      expires: new Date('2026-05-20T22:45:00Z'),
      messageExpires: new Date('2026-05-20T22:45:00Z'),
      ends: new Date('2026-05-20T22:45:00Z'),
      wfo: 'OUN',
      states: ['OK'],
      fips: ['40027'],
      areaDesc: 'Cleveland, OK',
      zones: ['county/OKC027'],
      tags: noTags,
      motion: null,
      description: 'At 512 PM CDT, a confirmed tornado was located over Norman.',
      instruction: 'TAKE COVER NOW!',
      polygon: square,
    });
  });

  it('keeps the values of the provider, including Unknown', async () => {
    const odd = { severity: 'Unknown', urgency: 'Past', certainty: 'Unknown', instruction: null, onset: null };
    expect(await only(alertFeature(odd))).to.deep.include(odd);
  });

  it('identifies an event without VTEC by its message, and its office by the AWIPS identifier', async () => {
    const parameters = { VTEC: undefined, AWIPSidentifier: ['SPSPUB'] };
    const event = await only(alertFeature({ id: 'urn:x', messageType: 'Update' }, parameters));
    expect(event).to.deep.include({ eventKey: 'urn:x', numberKey: null, issuedAt: null, action: 'Update', wfo: 'PUB' });
    expect((await only(alertFeature({}, { VTEC: undefined }))).wfo).to.equal(null);
  });

  it('reads the end from the message or its parameters, if present', async () => {
    const parameters = { eventEndingTime: ['2026-05-20T18:00:00-05:00'] };
    expect((await only(alertFeature({ ends: null }, parameters))).ends).to.deep.equal(new Date('2026-05-20T23:00:00Z'));
    expect((await only(alertFeature({ ends: undefined }))).ends).to.equal(null);
  });

  it('distinguishes forecast zones from fire zones, and marine areas from counties', async () => {
    const event = await only(
      alertFeature({
        affectedZones: ['fire/OKZ029', 'forecast/OKZ029', 'forecast/GMZ330', 'unheard/OKZ001'].map(
          (path) => `https://api.weather.gov/zones/${path}`,
        ),
        geocode: { SAME: ['077330', '148015', '40027'], UGC: [] },
      }),
    );
    expect(event).to.deep.include({
      zones: ['fire/OKZ029', 'forecast/OKZ029', 'forecast/GMZ330'],
      states: ['OK', 'GM'],
      fips: ['48015'],
    });
    const byCode = await only(alertFeature({ affectedZones: [], geocode: { UGC: ['OKC027', 'OKZ029', 'x'] } }));
    expect(byCode.zones).to.deep.equal(['county/OKC027', 'forecast/OKZ029']);
  });

  it('merges the messages of an event and omits cancelled ones', async () => {
    const vtec = (action: string) => ({ VTEC: [`/O.${action}.KOUN.HT.Y.0002.000000T0000Z-260521T0000Z/`] });
    const part = (id: string, ugc: string, action: string, more: Record<string, unknown> = {}) =>
      alertFeature(
        {
          id,
          areaDesc: ugc,
          affectedZones: [`https://api.weather.gov/zones/forecast/${ugc}`],
          geocode: {},
          severity: 'Minor',
          description: `Hot in ${ugc}.`,
          instruction: 'Drink.',
          ...more,
        },
        vtec(action),
        null,
      );
    const parts = [
      part('urn:1', 'OKZ001', 'CON', { severity: 'Severe' }), // older, and more severe
      part('urn:2', 'OKZ002', 'EXT', {
        sent: '2026-05-20T22:15:00Z',
        expires: '2026-05-20T23:00:00Z',
        severity: 'Moderate',
        ends: null,
      }),
      part('urn:3', 'OKZ003', 'CAN', { sent: '2026-05-20T22:16:00Z', severity: 'Extreme' }),
    ];
    const { rows: events } = await parse(...parts);
    expect(events).to.have.length(1);
    expect(events[0]).to.deep.include({
      eventKey: 'OUN.HT.Y.0002.2026',
      status: 'active',
      action: 'EXT',
      severity: 'Severe',
      sent: new Date('2026-05-20T22:15:00Z'),
      expires: new Date('2026-05-20T23:00:00Z'),
      ends: null,
      zones: ['forecast/OKZ002', 'forecast/OKZ001'],
      areaDesc: 'OKZ002; OKZ001',
      description: 'Hot in OKZ002.\n\nHot in OKZ001.',
      instruction: 'Drink.',
      messages: ['urn:2', 'urn:1'],
    });
    const turned = await parse(...parts.toReversed());
    expect(turned.rows).to.deep.equal(events);
    expect((await parse(parts[2])).rows[0]).to.deep.include({ status: 'cancelled', action: 'CAN' });
    expect((await only(part('urn:4', 'OKZ001', 'UPG'))).status).to.equal('upgraded');
    expect((await only(alertFeature({ messageType: 'Cancel' }, { VTEC: undefined }))).status).to.equal('cancelled');
  });

  it('removes duplicate messages and ignores tests', async () => {
    const list = await parse(alertFeature(), alertFeature(), alertFeature({ status: 'Test', id: 'urn:test' }));
    expect([list.rows.length, list.ignored, list.complete]).to.deep.equal([1, { 'exercise, test or draft': 1 }, true]);
  });

  it('reports an invalid alert as refused with the reason, and parses the rest', async () => {
    const cases: [feature: unknown, why: string][] = [
      [null, 'expected a feature as an object, got null'],
      [{ properties: [] }, 'expected properties as an object, got []'],
      [alertFeature({ status: null }), 'expected status, got nothing'],
      [alertFeature({ event: '' }), 'expected event, got nothing'],
      [alertFeature({ event: 7 }), 'expected event as text, got 7'],
      [alertFeature({ sent: undefined }), 'expected sent as a time, got nothing'],
      [alertFeature({ sent: 'yesterday' }), 'expected sent as a time, got "yesterday"'],
      [alertFeature({ sent: '2027-05-20T00:00:00Z' }), 'expected sent in the past, got 2027-05-20T00:00:00.000Z'],
      [alertFeature({ expires: null }), 'expected expires as a time, got null'],
      [alertFeature({ description: 'a\0b' }), 'expected text that the database can store'],
      [alertFeature({}, { tornadoDetection: ['\ud800'] }), 'expected text that the database can store'],
      [alertFeature({ parameters: 'x' }), 'expected parameters as an object, got "x"'],
    ];
    for (const [feature, why] of cases) {
      const list = await parse(feature, alertFeature({ id: 'urn:good' }, { VTEC: undefined }));
      expect(
        list.refused.map((each) => each.why),
        why,
      ).to.deep.equal([why]);
      expect([list.rows.length, list.complete], why).to.deep.equal([1, false]);
    }
    expect((await only(alertFeature({ description: String.raw`C:\u0000` }))).description).to.equal(
      String.raw`C:\u0000`,
    );
  });

  it('names a refused alert by its identifier, else by its number', async () => {
    const named = async (feature: unknown) => (await parse(alertFeature(), feature)).refused.map(({ what }) => what);
    expect(await named(alertFeature({ id: 'urn:bad', sent: null }))).to.deep.equal(['urn:bad']);
    expect(await named(alertFeature({ id: 'u'.repeat(130), sent: null }))).to.deep.equal(['u'.repeat(120)]);
    expect(await named(alertFeature({ id: 7 }))).to.deep.equal(['feature 1']);
    expect(await named({ properties: null })).to.deep.equal(['feature 1']);
    expect(await named('x')).to.deep.equal(['feature 1']);
  });

  it('names the alert of a refused polygon', async () => {
    const { refused } = await parse(alertFeature({ id: 'urn:crooked' }, {}, { type: 'Point', coordinates: [-97, 35] }));
    expect(refused.map(({ what }) => what)).to.deep.equal(['urn:crooked']);
  });

  it('has no time of the last change if the list has none', async () => {
    for (const updated of [undefined, null, 5, 'soon'])
      expect((await parseAlerts(alertList([], { updated }), now)).updatedAt, String(updated)).to.equal(undefined);
  });

  it('says what it has found in place of a list', async () => {
    const whyOf = async (text: string) => {
      const error = await parseAlerts(text, now).catch((thrown: unknown) => thrown);
      return `${(error as DataError).code}: ${(error as DataError).message}`;
    };
    expect(await whyOf('[]')).to.equal('shape: expected a FeatureCollection of alerts as an object, got []');
    expect(await whyOf('{"type":"Feature"}')).to.equal(
      String.raw`shape: expected a FeatureCollection of alerts, got "{\"type\":\"Feature\"}"`,
    );
    expect(await whyOf('{"type":"FeatureCollection","features":{}}')).to.equal(
      'shape: expected features as a list, got {}',
    );
  });

  it('keeps an alert with an invalid polygon and reports the polygon', async () => {
    const ring = [[-97.6, 35.1], [-97.2, null], [-97.2, 35.4]]; // prettier-ignore
    const {
      rows: events,
      refused,
      complete,
    } = await parse(alertFeature({}, {}, { type: 'Polygon', coordinates: [ring] }));
    expect(events[0]).to.deep.include({ polygon: null, zones: ['county/OKC027'] });
    expect(refused[0].why).to.match(/^polygon: /);
    expect(complete).to.equal(true); // nothing is missing of what is in force
  });

  it('rejects any other payload', async () => {
    for (const text of ['', '[]', 'null', '{}', '<html>', '{"type":"FeatureCollection"}', alertList([]).slice(0, -9)]) {
      const error = await parseAlerts(text, now).catch((thrown: unknown) => thrown);
      expect(error, text).to.be.instanceOf(DataError).with.property('message').that.includes('got');
    }
    const partial = await parseAlerts(alertList([alertFeature()], { pagination: { next: 'https://…' } }), now);
    expect(partial.complete).to.equal(false);
  });

  it('parses a recording of the whole country', async function () {
    const text = readFileSync(sharedFile(this, 'data/upstream/alerts/nws_active_2026-07-15.json'), 'utf8');
    const {
      rows: events,
      refused,
      ignored,
      complete,
      updatedAt,
    } = await parseAlerts(text, new Date('2026-07-15T20:01:00Z'));
    expect([refused, ignored, complete, updatedAt]).to.deep.equal([[], {}, true, new Date('2026-07-15T20:00:37Z')]);

    // Counted from the file, without this parser.
    type Properties = { id: string; severity: string; parameters: { VTEC?: string[] }; affectedZones: string[] };
    const { features } = JSON.parse(text) as { features: { geometry: unknown; properties: Properties }[] };
    const alone = new Map(features.map(({ properties, geometry }) => [properties.id, { ...properties, geometry }]));
    expect([features.length, alone.size]).to.deep.equal([396, 393]); // three are listed twice
    const keys = new Map<string, string[]>();
    for (const { id, parameters } of alone.values()) {
      const key = parameters.VTEC?.[0].split('.').slice(2, 6).join('.') ?? id;
      keys.set(key, [...(keys.get(key) ?? []), id]);
    }
    // Anchorage issued one number twice within a day, for other waters and times.
    expect([keys.size, events.length]).to.deep.equal([329, 330]);
    // Two messages cancel a part of an event whose other parts go on; they are none of what it is made of.
    const cancelled = [...alone.values()].filter(({ parameters }) => parameters.VTEC?.[0].includes('.CAN.'));
    expect(cancelled).to.have.length(2);
    expect(events.flatMap(({ messages }) => messages)).to.have.length(393 - 2);
    expect(events.every(({ status }) => status === 'active')).to.equal(true);

    const polygons = [...alone.values()].filter(({ geometry }) => geometry !== null);
    expect(events.filter(({ polygon }) => polygon)).to.have.length(polygons.length);
    expect(polygons).to.have.length(71);
    const zones = new Set(
      [...alone.values()].flatMap(({ affectedZones }) =>
        affectedZones.map((url) => url.split('/').slice(-2).join('/')),
      ),
    );
    const read = new Set(events.flatMap((event) => event.zones));
    expect([...zones].filter((zone) => !read.has(zone)).length).to.be.lessThan(20); // those of the two parts at most
    expect([...read].every((zone) => zones.has(zone))).to.equal(true);
    expect(events.filter(({ motion }) => motion)).to.have.length(9);
    expect(events.filter(({ tags }) => tags.hailIn !== null)).to.have.length(8);
    expect(events.filter(({ tags }) => tags.emergency).map(({ event }) => event)).to.deep.equal([
      'Flash Flood Warning',
      'Flash Flood Warning',
    ]);
    expect(events.filter(({ wfo }) => wfo === null).map(({ event }) => event)).to.deep.equal([
      'Civil Emergency Message',
    ]);
  });

  it('parses the lists of single zones', async function () {
    const read = async (name: string, at: string) => {
      const text = readFileSync(sharedFile(this, `data/upstream/alerts/${name}`), 'utf8');
      const { rows: events, refused } = await parseAlerts(text, new Date(at));
      return { refused, found: events.map(({ event, eventKey, wfo }) => [event, eventKey.slice(0, 12), wfo]) };
    };
    expect((await read('nws_alerts_active_zone.json', '2019-12-20T21:36:00Z')).refused).to.deep.equal([]);
    expect((await read('nws_alerts_active_zone.json', '2019-12-20T21:36:00Z')).found).to.have.length(1);
    expect((await read('nws_alerts_zone_single.json', '2024-07-18T20:00:00Z')).found).to.have.length(2);
  });

  it('rejects the count of alerts', async function () {
    const text = readFileSync(sharedFile(this, 'data/upstream/alerts/nws_alerts_active_count.json'), 'utf8');
    const error = await parseAlerts(text, now).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError).with.property('message').that.includes('expected a FeatureCollection');
  });
});
