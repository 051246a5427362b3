import { expect } from 'chai';
import { parseIemObservations } from '../../../src/feeds/observations/parse-iem.ts';
import { emptyObservation } from '../../support/empty-observation.ts';
import { collectionOf, refusalOf } from '../../support/refusal.ts';

const point = { type: 'Point', coordinates: [-93.65, 41.53] };
const station = { station: 'DSM', utc_valid: '2026-05-20T21:54:00Z' };
const readAll = (...all: object[]) =>
  parseIemObservations(collectionOf(...all.map((properties) => ({ type: 'Feature', properties, geometry: point }))));
const read = (properties: object) => readAll({ ...station, ...properties }).rows[0];

/** An observation without any value. */
const nothing = emptyObservation({
  station: 'KDSM',
  source: 'iem',
  at: new Date('2026-05-20T21:54:00Z'),
  lon: -93.65,
  lat: 41.53,
});

describe('observations/parse-iem', () => {
  it('reads texts and values that need no conversion', () => {
    const given = { name: 'Des Moines', state: 'IA', relh: 55.1, drct: 170, mslp: 1013.1, raw: 'KDSM 202154Z' };
    expect(read({ ...given, wxcodes: 'BR' })).to.deep.equal({ ...nothing, name: 'Des Moines', state: 'IA', humidityPct: 55.1, windDirDeg: 170, pressureHpa: 1013.1, weather: 'BR', raw: 'KDSM 202154Z' }); // prettier-ignore
  });

  it('has nothing for what is missing', () => {
    expect(read({})).to.deep.equal(nothing);
    expect(read({ tmpf: 'M', sknt: '', wxcodes: [], skyc1: 'M', skyc2: null })).to.deep.equal(nothing);
  });

  it('reads degrees Fahrenheit, knots, miles and inches', () => {
    const row = read({ tmpf: 50, dwpf: 41, sknt: 10, gust: 20, vsby: 10, phour: 0.5 });
    expect([row.temperatureC, row.dewpointC, row.windSpeedKmh, row.windGustKmh]).to.deep.equal([10, 5, 18.52, 37.04]);
    expect(row.visibilityKm).to.be.closeTo(16.09344, 1e-9); // 10 · 1.609344
    expect(row.precip1hMm).to.be.closeTo(12.7, 1e-9); // 0.5 · 25.4
  });

  it('uses the altimeter setting if there is no pressure at sea level', () => {
    expect(read({ alti: 29.92 }).pressureHpa).to.be.closeTo(1013.21, 0.005); // 29.92 · 33.8638866667
    expect(read({ alti: 29.92, mslp: 1012 }).pressureHpa).to.equal(1012);
  });

  it('uses the highest cover of four layers', () => {
    expect(read({ skyc1: 'BKN', skyc2: 'FEW' }).sky).to.equal('BKN');
    for (const layer of [1, 2, 3, 4]) expect(read({ [`skyc${layer}`]: 'OVC' }).sky, `layer ${layer}`).to.equal('OVC');
  });

  it('checks the hundreds of the pressure at sea level against the report', () => {
    const raw = 'KDSM 202154Z M21/M24 A3091 RMK AO2 SLP500';
    expect(read({ alti: 30.91, mslp: 950, raw }).pressureHpa).to.equal(1050);
    expect(read({ alti: 30.91, mslp: 1049, raw }).pressureHpa).to.equal(1049);
    expect(read({ alti: 30.91, mslp: 950 }).pressureHpa).to.equal(950);
  });

  it('takes a ten-thousandth of an inch for a trace of rain', () => {
    expect([0.0001, 0.01, 0].map((phour) => read({ phour }).precip1hMm)).to.deep.equal([0, 0.254, 0]);
  });

  it('joins the codes of weather, without what is over', () => {
    expect(read({ wxcodes: ['-RA', 'BR'] }).weather).to.equal('-RA BR');
    expect(read({ wxcodes: ['RETS', 'UP?'] }).weather).to.equal('UP?');
    expect(read({ wxcodes: 'BR RERA' }).weather).to.equal('BR');
  });

  it('adds K to stations of three letters only', () => {
    const ids = ['DSM', '1F0', 'PHNL', 'ABCD1234'];
    expect(ids.map((id) => read({ station: id }).station)).to.deep.equal(['KDSM', 'K1F0', 'PHNL', 'ABCD1234']);
  });

  it('refuses what is no station, and no time', () => {
    const why = (got: string) => `expected the letters of a station, got "${got}"`;
    const bad = ['DS', 'ABCD12345', 'dsm', 'DS-M', ' X DSM'];
    expect(readAll(...bad.map((id) => ({ ...station, station: id }))).refused).to.deep.equal(
      bad.map((id) => ({ what: id.trim(), why: why(id.trim()) })),
    );
    expect(readAll({}, { station: 'DSM' }).refused).to.deep.equal([
      { what: 'feature 0', why: 'expected station as text, got nothing' },
      { what: 'DSM', why: 'expected utc_valid as a time, got nothing' },
    ]);
    expect(refusalOf(() => parseIemObservations('{}'))).to.equal('shape: expected a FeatureCollection, got {}');
  });
});
