import { readFileSync } from 'node:fs';
import { areaHolds, type MultiPolygon } from '@severe/geo';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { areaAbove, probabilityGrid } from '../../src/center/probability-grid.ts';
import { openFutureEvents } from '../../src/center/future-events.ts';
import { openOutlooks } from '../../src/center/outlooks.ts';
import { openRainOutlooks } from '../../src/center/rain-outlooks.ts';
import { convectiveIssues, newestIssue, rainIssues } from '../../src/center/schedule.ts';
import { hourMs } from '../../src/model/plane.ts';
import { openWarningArchive } from '../../src/warnings/archive.ts';

const seed = 11;
const now = Date.parse('2026-05-20T17:00:00Z');
const outlooks = openOutlooks(openFutureEvents(seed));
const iso = (at: number) => new Date(at).toISOString().slice(0, 16);

interface OutlookFeature {
  geometry: MultiPolygon;
  properties: Record<string, unknown>;
}
const featuresOf = (day: number, name: string) =>
  (outlooks.day(day, name, now)!.body as { features: OutlookFeature[] }).features;

describe('chances', () => {
  it('are greatest where most happens, and fade with distance', () => {
    const here = { lat: 35, lon: -98 };
    const chances = probabilityGrid([{ place: here, weight: 1 }], 80, 0.3);
    expect(Math.max(...chances)).to.be.closeTo(0.3, 1e-9);
    // 80 km away a bell has fallen to exp(-1/2); cells are 39 km high.
    const away: [number, number] = [-98, 35 + 80 / 111.2];
    expect(areaHolds(areaAbove(chances, 0.5 * 0.3)!, away)).to.equal(true);
    expect(areaHolds(areaAbove(chances, 0.75 * 0.3)!, away)).to.equal(false);
    expect(areaHolds(areaAbove(chances, 0.75 * 0.3)!, [here.lon, here.lat])).to.equal(true);
    expect(areaAbove(chances, 0.31)).to.equal(undefined);
  });

  it('have areas that hold what is above, one within the other', () => {
    const chances = probabilityGrid([{ place: { lat: 35, lon: -98 }, weight: 1 }], 80, 0.3);
    const [wide, narrow] = [areaAbove(chances, 0.05)!, areaAbove(chances, 0.2)!];
    expect(areaHolds(narrow, [-98, 35])).to.equal(true);
    for (const place of narrow.coordinates.flat(2)) expect(areaHolds(wide, place)).to.equal(true);
    expect(areaHolds(wide, [-98, 41])).to.equal(false);
  });
});

describe('the times of outlooks', () => {
  it('are those at which the centres issue them, valid to 12 UTC', () => {
    const at = (time: string, day: number, issues = convectiveIssues(day)) => {
      const { issuedAt, validFrom, validTo } = newestIssue(Date.parse(time), day - 1, issues);
      return [issuedAt, validFrom, validTo].map(iso);
    };
    expect(at('2026-05-20T00:30Z', 1)).to.deep.equal(['2026-05-19T20:00', '2026-05-19T20:00', '2026-05-20T12:00']);
    expect(at('2026-05-20T01:30Z', 1)).to.deep.equal(['2026-05-20T01:00', '2026-05-20T01:00', '2026-05-20T12:00']);
    expect(at('2026-05-20T07:00Z', 1)).to.deep.equal(['2026-05-20T06:00', '2026-05-20T12:00', '2026-05-21T12:00']);
    expect(at('2026-05-20T16:40Z', 1)).to.deep.equal(['2026-05-20T16:30', '2026-05-20T16:30', '2026-05-21T12:00']);
    expect(at('2026-05-20T17:00Z', 2)).to.deep.equal(['2026-05-20T06:00', '2026-05-21T12:00', '2026-05-22T12:00']);
    expect(at('2026-05-20T17:00Z', 8)).to.deep.equal(['2026-05-20T09:00', '2026-05-27T12:00', '2026-05-28T12:00']);
    expect(at('2026-05-20T17:00Z', 3, rainIssues(3))).to.deep.equal([
      '2026-05-20T08:30',
      '2026-05-22T12:00',
      '2026-05-23T12:00',
    ]);
  });
});

describe('the convective outlooks', () => {
  it('have categories one within the other, in order', () => {
    const features = featuresOf(1, 'cat');
    const labels = features.map(({ properties }) => properties.LABEL);
    expect(['TSTM', 'MRGL', 'SLGT', 'ENH', 'MDT'].slice(0, labels.length)).to.deep.equal(labels);
    expect(labels.length).to.be.at.least(4);
    for (const [i, { geometry }] of features.slice(1).entries()) {
      const corners = geometry.coordinates.flat(2);
      const inside = corners.filter((corner) => areaHolds(features[i].geometry, corner));
      expect(inside.length / corners.length).to.be.above(0.9); // of TSTM and the others, which are of other things
    }
  });

  it('are where tornado warnings will be', () => {
    const slight = featuresOf(1, 'cat').find(({ properties }) => properties.LABEL === 'SLGT')!;
    const warned = openWarningArchive(seed)
      .between(now, now + 19 * hourMs)
      .filter(({ kind }) => kind === 'TO.W')
      .map(({ messages: [{ place }] }) => areaHolds(slight.geometry, [place.lon, place.lat]));
    expect(warned.length).to.be.above(5);
    expect(warned.filter(Boolean).length / warned.length).to.be.above(0.9);
  });

  it('have a file for each hazard of days 1 and 2, and chances of any for days 4 to 8', () => {
    for (const day of [1, 2]) {
      for (const name of ['torn', 'hail', 'wind']) {
        const features = featuresOf(day, name);
        expect(features.length).to.be.at.least(2);
        const hatched = features.filter(({ properties }) => properties.LABEL === 'CIG1');
        for (const { properties } of features.filter((feature) => !hatched.includes(feature)))
          expect(properties.LABEL).to.equal((Number(properties.DN) / 100).toFixed(2));
        const own = featuresOf(day, `cig${name}`);
        if (hatched.length > 0) expect(own).to.deep.equal(hatched);
        else expect(own.map(({ properties, geometry }) => [properties.LABEL, geometry.type])).to.deep.equal([['', 'GeometryCollection']]); // prettier-ignore
      }
    }
    expect(featuresOf(1, 'cighail')[0].properties.LABEL).to.equal('CIG1');
    for (const day of [4, 5, 6, 7, 8]) expect(featuresOf(day, 'prob')[0].properties.LABEL).to.equal('0.15');
    expect(outlooks.day(3, 'torn', now)).to.equal(undefined);
    expect(outlooks.day(1, 'cigcat', now)).to.equal(undefined);
    expect(outlooks.day(4, 'cat', now)).to.equal(undefined);
    expect(outlooks.day(1, 'constructor', now)).to.equal(undefined);
  });

  it('have the names and types of the real files', function () {
    for (const [file, day, name] of [
      ['day1otlk_cat', 1, 'cat'],
      ['day2otlk_cat', 2, 'cat'],
      ['day4prob', 4, 'prob'],
    ] as const) {
      const path = sharedFile(this, `data/upstream/outlooks/${file}.nolyr.geojson`);
      const real = JSON.parse(readFileSync(path, 'utf8')) as { features: OutlookFeature[] };
      const types = ({ properties }: OutlookFeature) =>
        Object.entries(properties).map(([key, value]) => `${key} ${typeof value}`);
      const colours = new Map(real.features.map((f) => [f.properties.LABEL, [f.properties.stroke, f.properties.fill]]));
      for (const feature of featuresOf(day, name)) {
        expect(types(feature)).to.deep.equal(types(real.features[0]));
        const { LABEL, stroke, fill, FORECASTER } = feature.properties;
        if (colours.has(LABEL)) expect([stroke, fill]).to.deep.equal(colours.get(LABEL));
        expect(FORECASTER).to.equal('SIMULATED');
      }
    }
  });
});

describe('the outlooks of excessive rain', () => {
  it('have areas for three days, the wider the less likely', () => {
    const files = openRainOutlooks(openFutureEvents(seed));
    for (const day of [1, 2, 3]) {
      const { features } = files.day(day, now).body as { features: OutlookFeature[] };
      expect(features.length).to.be.at.least(2);
      expect(features[0].properties.OUTLOOK).to.equal('Marginal (At Least 5%)');
      expect(features[0].properties.START_TIME).to.match(/^2026-05-2\d \d\d:00:00$/);
      expect(features[0].properties.VALID_TIME).to.match(/^\d\dZ 05\/2\d\/26 - 12Z 05\/2\d\/26$/);
    }
  });
});
