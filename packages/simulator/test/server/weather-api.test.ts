import { readFileSync } from 'node:fs';
import { areaHolds } from '@severe/geo';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { openCenterArchive } from '../../src/center/archive.ts';
import { openFutureEvents } from '../../src/center/future-events.ts';
import { openOutlooks } from '../../src/center/outlooks.ts';
import { openRainOutlooks } from '../../src/center/rain-outlooks.ts';
import { hourMs, minuteMs } from '../../src/model/plane.ts';
import { weatherApi } from '../../src/server/weather-api.ts';
import { openSurveyArchive } from '../../src/surveys/archive.ts';
import { openWarningArchive } from '../../src/warnings/archive.ts';

const seed = 11;
const start = Date.parse('2026-05-20T21:00:00Z');
const futureEvents = openFutureEvents(seed);
const centers = {
  center: openCenterArchive(seed),
  outlooks: openOutlooks(futureEvents),
  rainOutlooks: openRainOutlooks(futureEvents),
  surveys: openSurveyArchive(seed),
};
const api = weatherApi(seed, openWarningArchive(seed), futureEvents, centers);

interface Alert {
  id: string;
  type: string;
  geometry: { type: string; coordinates: [number, number][][] } | null;
  properties: Record<string, unknown> & { parameters: Record<string, string[]> };
}

function get(path: string, now = start): Record<string, unknown> | undefined {
  const [name, query] = path.split('?');
  for (const route of api.routes) {
    const match = route.path.exec(name);
    if (!match) continue;
    const page = route.page(match.slice(1), new URLSearchParams(query), now);
    return page && (JSON.parse(page.body) as Record<string, unknown>);
  }
  return undefined;
}

const activeAt = (now: number): Alert[] => get('alerts/active', now)!.features as Alert[];
const texts = (alert: Alert) => [alert.properties.headline, alert.properties.description] as string[];

/** Names and types of a value, in the order of names; of lists that of their first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

describe('the simulated api.weather.gov', () => {
  it('lists a tornado warning, severe thunderstorms and floods at some time of a day', () => {
    const events = new Set(
      Array.from({ length: 8 }, (_, i) => activeAt(start + 3 * i * hourMs)).flatMap((alerts) =>
        alerts.map(({ properties }) => properties.event),
      ),
    );
    for (const event of ['Tornado Warning', 'Severe Thunderstorm Warning', 'Flash Flood Warning', 'Flood Advisory']) {
      expect(events).to.include(event);
    }
  });

  it('has the field names and types of the real list', function () {
    const real = JSON.parse(
      readFileSync(sharedFile(this, 'data/upstream/alerts/nws_active_2026-07-15.json'), 'utf8'),
    ) as { features: Alert[] };
    const mine = get('alerts/active')!;
    expect(Object.keys(mine)).to.have.members(Object.keys(real));
    const pick = (list: Alert[], event: string, type: string) =>
      list.find(({ properties }) => properties.event === event && properties.messageType === type);
    for (const [event, type] of [
      ['Severe Thunderstorm Warning', 'Alert'],
      ['Flash Flood Warning', 'Update'],
      ['Special Weather Statement', 'Alert'],
    ]) {
      const theirs = pick(real.features, event, type)!;
      const ours = Array.from({ length: 30 }, (_, i) => pick(activeAt(start + i * 12 * minuteMs), event, type)).find(
        Boolean,
      )!;
      const { note, references, parameters, ...shape } = shapeOf(ours.properties) as Record<string, unknown>;
      const {
        note: _note,
        references: theirReferences,
        parameters: theirParameters,
        ...theirShape
      } = shapeOf(theirs.properties) as Record<string, unknown>;
      expect(shape, event).to.deep.equal(theirShape);
      expect(note).to.equal('string'); // theirs is mostly null; ours says that it is simulated
      expect(references).to.deep.equal(theirReferences);
      expect(Object.keys(ours)).to.have.members(Object.keys(theirs));
      const foreign = Object.keys(parameters as object).filter((name) => !(name in (theirParameters as object)));
      const known = new Set(real.features.flatMap(({ properties }) => Object.keys(properties.parameters)));
      for (const name of foreign) expect([...known, 'thunderstormDamageThreat', 'tornadoDetection']).to.include(name);
    }
  });

  it('labels every alert as simulated, in headline and text', () => {
    for (let at = start; at < start + 6 * hourMs; at += hourMs) {
      for (const alert of activeAt(at)) for (const text of texts(alert)) expect(text).to.include('SIMULATED');
    }
  });

  it('continues events with the same number, one NEW, and references to earlier messages', () => {
    const seen = new Map<string, string[]>();
    for (let at = start; at < start + 2 * hourMs; at += 4 * minuteMs) {
      for (const { properties } of activeAt(at)) {
        const [, action, event] = /^\/O\.([A-Z]{3})\.(K[A-Z]{3}\.[A-Z]{2}\.[A-Z]\.\d{4})\./.exec(
          properties.parameters.VTEC?.[0] ?? '',
        ) ?? ['', '', ''];
        if (event === '') continue;
        const actions = seen.get(event) ?? [];
        const references = properties.references as { identifier: string }[];
        expect(references.length === 0).to.equal(action === 'NEW');
        if (actions.at(-1) !== action || action === 'CON') actions.push(action);
        seen.set(event, actions);
        for (const { identifier } of references.slice(-1)) {
          const earlier = get(`alerts/${identifier}`, at) as unknown as Alert;
          expect(earlier.properties.parameters.VTEC[0]).to.include(event);
        }
      }
    }
    const all = [...seen.values()];
    expect(all.length).to.be.above(10);
    for (const actions of all) expect(actions.filter((action) => action === 'NEW').length).to.be.at.most(1);
    expect(all.some((actions) => actions[0] === 'NEW' && actions.includes('CON'))).to.equal(true);
  });

  it('gives a motion whose place is in the polygon', () => {
    for (const { geometry, properties } of activeAt(start)) {
      const [, lat, lon] =
        /KT\.\.\.(-?[\d.]+),(-?[\d.]+)/.exec(properties.parameters.eventMotionDescription?.[0] ?? '') ?? [];
      if (lat === undefined || properties.event !== 'Tornado Warning') continue;
      expect(areaHolds(geometry as never, [Number(lon), Number(lat)]), properties.headline as string).to.equal(true);
    }
  });

  it('serves every zone that an alert names, and 404 for others', () => {
    const zones = new Set(activeAt(start).flatMap(({ properties }) => properties.affectedZones as string[]));
    expect(zones.size).to.be.above(5);
    for (const zone of zones) {
      const path = zone.replace('https://api.weather.gov/', '');
      const { type, properties } = get(path) as unknown as Alert;
      expect([type, properties.id]).to.deep.equal(['Feature', path.split('/').at(-1)]);
    }
    expect(get('zones/county/OKC999')).to.equal(undefined);
    expect(get('zones/forecast/OKZ999')).to.equal(undefined);
  });

  it('serves the forecast zone of a point, which is its county, and none at sea', () => {
    const at = (point: string) => get(`zones?type=forecast&point=${point}`) as unknown as { features: Alert[] };
    const [zone] = at('35.2226,-97.4395').features;
    expect(zone).to.deep.include({ geometry: null });
    expect(zone.properties).to.include({ id: 'OKZ027', name: 'Cleveland', type: 'public' });
    const { properties, geometry } = get('zones/forecast/OKZ027') as unknown as Alert;
    expect(properties.id).to.equal('OKZ027');
    expect(areaHolds(geometry as never, [-97.4395, 35.2226])).to.equal(true);
    expect(at('0,0').features).to.deep.equal([]);
  });

  it('has no alert that was never sent', () => {
    expect(get('alerts/urn:oid:2.49.0.1.840.0.00.001.1')).to.equal(undefined);
  });

  it('is unchanged until a message is sent', () => {
    const bodies = Array.from({ length: 30 }, (_, i) => JSON.stringify(get('alerts/active', start + i * minuteMs)));
    const changes = bodies.filter((body, i) => i > 0 && body !== bodies[i - 1]).length;
    expect(changes).to.be.within(3, 28);
    for (const [i, body] of bodies.entries()) {
      expect(JSON.parse(body).updated <= new Date(start + i * minuteMs).toISOString()).to.equal(true);
    }
  });
});
