import { expect } from 'chai';
import { parseUsgsItems, parseUsgsReadings, parseUsgsValues } from '../../../src/feeds/gauges/parse-usgs.ts';
import { collectionOf, refusalOf } from '../../support/refusal.ts';

const time = '2026-05-20T22:00:00Z';
const at = new Date(time);
const point = { type: 'Point', coordinates: [-97.48, 35.18] };

describe('gauges/parse-usgs, values', () => {
  const value = { value: '3.5', qualifiers: ['P', 7], dateTime: time };
  const series = {
    name: 'USGS:07229053:00065:00000',
    sourceInfo: {
      siteName: 'Canadian River',
      siteCode: [{ value: '07229053' }],
      geoLocation: { geogLocation: { latitude: 35.18, longitude: -97.48 } },
      siteProperty: [7, { name: 'hucCd', value: '11' }, { name: 'stateCd', value: '40' }],
    },
    variable: { variableCode: [{ value: '00065' }], noDataValue: -5 },
    values: [{ value: [value], method: [{ methodID: 12 }] }],
  };
  const read = (...timeSeries: unknown[]) => parseUsgsValues(JSON.stringify({ value: { timeSeries } }));
  const row = {
    usgsId: '07229053',
    series: '12',
    parameter: 'stage',
    unit: 'ft',
    at,
    value: 3.5,
    qualifiers: ['P', '7'],
    name: 'Canadian River',
    stateFips: '40',
    lon: -97.48,
    lat: 35.18,
  };
  const valued = (change: object) => ({
    ...series,
    values: [{ ...series.values[0], value: [{ ...value, ...change }] }],
  });
  const placed = (change: object) => ({ ...series, sourceInfo: { ...series.sourceInfo, ...change } });

  it('have every field', () => {
    expect(read(series)).to.deep.equal({ rows: [row], refused: [], ignored: {} });
  });

  it('have nothing for what is missing', () => {
    const few = { ...placed({ siteName: '', siteProperty: 'x' }), values: [{ value: [{ ...value, qualifiers: null }], method: null }] }; // prettier-ignore
    expect(read(few).rows).to.deep.equal([{ ...row, series: '', qualifiers: [], name: null, stateFips: null }]);
    expect(read({ ...series, values: [{ value: [value], method: [7] }] }).rows[0].series).to.equal('');
    expect(read(placed({ siteProperty: [{ name: 'hucCd', value: '11' }] })).rows[0].stateFips).to.equal(null);
  });

  it('of several methods and times are all read', () => {
    const values = [{ value: [value, { ...value, value: '4' }], method: [{ methodID: 1 }] }, { value: [value], method: [{ methodID: 2 }] }]; // prettier-ignore
    const { rows } = read({ ...series, values }, series);
    expect(rows.map((each) => `${each.series} ${each.value}`)).to.deep.equal(['1 3.5', '1 4', '2 3.5', '12 3.5']);
  });

  it('that mean no data are counted', () => {
    const none = ['-5', '-999999', '', 'x'].map((text) => valued({ value: text }));
    expect(read(...none)).to.deep.equal({ rows: [], refused: [], ignored: { 'no data': 4 } });
    const unsaid = { ...valued({ value: '-999999' }), variable: { variableCode: series.variable.variableCode } };
    expect(read(unsaid).ignored).to.deep.equal({ 'no data': 1 });
  });

  it('of other parameters are counted', () => {
    const coded = (variableCode: unknown) => ({ ...series, variable: { variableCode } });
    expect(read(coded([{ value: '00045' }]), coded([]), coded('x'), coded([7])).ignored).to.deep.equal({ 'parameter 00045': 1, 'parameter undefined': 3 }); // prettier-ignore
    expect(['00060', '00010'].map((code) => read(coded([{ value: code }])).rows[0].unit)).to.deep.equal(['ft3/s', 'degC']); // prettier-ignore
  });

  it('are refused where they lack a field, and named', () => {
    const why = (one: unknown) => read(one).refused;
    const what = series.name;
    expect(why(valued({ dateTime: 'now' }))).to.deep.equal([{ what, why: 'expected dateTime as a time, got "now"' }]);
    expect(why(placed({ siteCode: [] }))).to.deep.equal([{ what, why: 'expected siteCode as text, got nothing' }]);
    expect(why(placed({ geoLocation: null }))).to.deep.equal([{ what, why: 'expected geoLocation as an object, got null' }]); // prettier-ignore
    expect(why(placed({ geoLocation: {} }))).to.deep.equal([{ what, why: 'expected geogLocation as an object, got nothing' }]); // prettier-ignore
    expect(why(placed({ geoLocation: { geogLocation: { latitude: 35 } } }))).to.deep.equal([{ what, why: 'expected longitude as a number, got nothing' }]); // prettier-ignore
    expect(why(placed({ geoLocation: { geogLocation: { longitude: 35 } } }))).to.deep.equal([{ what, why: 'expected latitude as a number, got nothing' }]); // prettier-ignore
    expect(why({ ...series, variable: null })).to.deep.equal([
      { what, why: 'expected variable as an object, got null' },
    ]);
    expect(why({ ...series, sourceInfo: null })).to.deep.equal([{ what, why: 'expected sourceInfo as an object, got null' }]); // prettier-ignore
    expect(why({ ...series, name: null, values: [{ value: [7] }] })).to.deep.equal([{ what: 'series', why: 'expected a value as an object, got 7' }]); // prettier-ignore
  });

  it('are refused as a whole in another shape', () => {
    expect(refusalOf(() => parseUsgsValues('[]'))).to.equal('shape: expected values as an object, got []');
    expect(refusalOf(() => parseUsgsValues('{}'))).to.equal('shape: expected value as an object, got nothing');
    expect(refusalOf(() => parseUsgsValues('{"value":{}}'))).to.equal(
      'shape: expected timeSeries as a list, got nothing',
    );
    expect(refusalOf(() => read(7))).to.equal('shape: expected a time series as an object, got 7');
    expect(refusalOf(() => read({}))).to.equal('shape: expected values as a list, got nothing');
    expect(refusalOf(() => read({ values: [7] }))).to.equal('shape: expected a group of values as an object, got 7');
    expect(refusalOf(() => read({ values: [{}] }))).to.equal('shape: expected a list of values as a list, got nothing');
  });
});

describe('gauges/parse-usgs, items', () => {
  const properties = { monitoring_location_id: 'USGS-06904500', parameter_code: '00060', statistic_id: '00011', time, value: '535', approval_status: 'Provisional', qualifier: ['ICE', null], time_series_id: 's1' }; // prettier-ignore
  const item = (change: object = {}, geometry: unknown = point, id?: string) => ({ type: 'Feature', id, properties: { ...properties, ...change }, geometry }); // prettier-ignore
  const read = (...items: object[]) => parseUsgsItems(collectionOf(...items));
  const row = {
    usgsId: '06904500',
    series: 's1',
    parameter: 'discharge',
    unit: 'ft3/s',
    at,
    value: 535,
    qualifiers: ['Provisional', 'ICE'],
    name: null,
    stateFips: null,
    lon: -97.48,
    lat: 35.18,
  };

  it('have every field', () => {
    expect(read(item())).to.deep.equal({ rows: [row], next: null, refused: [], ignored: {} });
    expect(read(item({ qualifier: 'ICE' }, null)).rows).to.deep.equal([{ ...row, lon: null, lat: null }]);
    expect(read(item({ qualifier: null, approval_status: null })).rows[0].qualifiers).to.deep.equal([]);
  });

  it('have the number of their site, whose agency is at the start', () => {
    const site = (monitoring_location_id: string) => read(item({ monitoring_location_id })).rows[0].usgsId;
    expect([site('USGS-1'), site('1'), site('OK-USGS-1')]).to.deep.equal(['1', '1', 'OK-USGS-1']);
  });

  it('of other parameters and statistics, and without data, are counted', () => {
    expect(read(item({ parameter_code: '00045' }), item({ statistic_id: '00003' }), item({ value: null }), item({ value: '-999999' })).ignored).to.deep.equal({ 'parameter 00045': 1, 'statistic 00003': 1, 'no data': 2 }); // prettier-ignore
  });

  it('are refused where they lack a field, and named', () => {
    expect(read(item({ statistic_id: null, time_series_id: null })).rows).to.deep.equal([{ ...row, series: '' }]);
    const names = ['parameter_code'];
    expect(read(...names.map((name) => item({ [name]: null }))).refused).to.deep.equal(
      names.map((name) => ({ what: 'USGS-06904500', why: `expected ${name} as text, got null` })),
    );
    expect(read(item({ time: null })).refused[0].why).to.equal('expected time as a time, got null');
    const unnamed = { monitoring_location_id: null };
    expect(read(item(unnamed, point, 'x7'), item(unnamed)).refused).to.deep.equal([
      { what: 'x7', why: 'expected monitoring_location_id as text, got null' },
      { what: 'feature 1', why: 'expected monitoring_location_id as text, got null' },
    ]);
  });

  it('and values are told apart', () => {
    const spaced = collectionOf(item()).replace('"type":"FeatureCollection"', '"type" : \n"FeatureCollection"');
    expect([parseUsgsReadings(collectionOf(item())).rows, parseUsgsReadings(spaced).rows]).to.deep.equal([[row], [row]]); // prettier-ignore
    expect(parseUsgsReadings('{"value":{"timeSeries":[]}}')).to.deep.equal({
      rows: [],
      refused: [],
      ignored: {},
      next: null,
    });
    const late = `{"x":"${' '.repeat(2000)}","value":{"timeSeries":[]},"type":"FeatureCollection"}`;
    expect(parseUsgsReadings(late).rows).to.deep.equal([]);
  });
});
