import { expect } from 'chai';
import { parseHml } from '../../src/feeds/gauges/parse-hml.ts';
import { parseNwpsGauges, parseStageFlow } from '../../src/feeds/gauges/parse-nwps.ts';
import { parseUsgsItems, parseUsgsValues } from '../../src/feeds/gauges/parse-usgs.ts';

const at = '2026-05-20T22:00:00Z';

describe('feeds/gauges of the Geological Survey', () => {
  const series = (code: string, value: unknown[]) => ({
    name: `USGS:07229053:${code}:00000`,
    sourceInfo: {
      siteName: 'Canadian River at Norman',
      siteCode: [{ value: '07229053' }],
      geoLocation: { geogLocation: { latitude: 35.18, longitude: -97.48 } },
      siteProperty: [{ name: 'stateCd', value: '40' }],
    },
    variable: { variableCode: [{ value: code }], noDataValue: -999999 },
    values: [{ value, method: [{ methodID: 1 }] }],
  });
  const read = (...timeSeries: unknown[]) => parseUsgsValues(JSON.stringify({ value: { timeSeries } }));

  it('parses stage, flow and temperature and omits missing values', () => {
    const values = [{ value: '-0.42', qualifiers: ['P'], dateTime: '2026-05-20T17:00:00.000-05:00' }, { value: '-999999', qualifiers: ['P', 'Ice'], dateTime: at }]; // prettier-ignore
    const { rows, ignored } = read(
      series('00065', values),
      series('00045', [{ value: '1', qualifiers: [], dateTime: at }]),
    );
    expect(rows).to.deep.equal([
      {
        usgsId: '07229053',
        series: '1',
        parameter: 'stage',
        unit: 'ft',
        at: new Date(at),
        value: -0.42, // below the zero of the gauge, and real
        qualifiers: ['P'],
        name: 'Canadian River at Norman',
        stateFips: '40',
        lon: -97.48,
        lat: 35.18,
      },
    ]);
    expect(ignored).to.deep.equal({ 'no data': 1, 'parameter 00045': 1 });
  });

  it('parses items of the new service, whose values are text', () => {
    const properties = { monitoring_location_id: 'USGS-06904500', parameter_code: '00060', statistic_id: '00011', time: at, value: '535', approval_status: 'Provisional', qualifier: ['ICE'], time_series_id: 's' }; // prettier-ignore
    const features = [properties, { ...properties, value: null }, { ...properties, time: 'now' }].map((one) => ({ type: 'Feature', id: 'x', properties: one, geometry: null })); // prettier-ignore
    const { rows, refused, ignored } = parseUsgsItems(JSON.stringify({ type: 'FeatureCollection', features }));
    expect(rows).to.have.length(1);
    expect(rows[0]).to.deep.include({
      usgsId: '06904500',
      parameter: 'discharge',
      value: 535,
      qualifiers: ['Provisional', 'ICE'],
    });
    expect(ignored).to.deep.equal({ 'no data': 1 });
    expect(refused).to.deep.equal([{ what: 'USGS-06904500', why: 'expected time as a time, got "now"' }]);
  });
});

describe('feeds/gauges of the water prediction service', () => {
  const gauge = {
    lid: 'NRMO2', usgsId: '07229053', name: 'Canadian River at Norman', latitude: 35.18, longitude: -97.48,
    state: { abbreviation: 'OK' }, wfo: { abbreviation: 'OUN' },
    status: {
      observed: { primary: 13.2, primaryUnit: 'ft', secondary: 11.4, secondaryUnit: 'kcfs', floodCategory: 'action', validTime: at },
      forecast: { primary: -999, primaryUnit: 'ft', secondary: -999, secondaryUnit: '', floodCategory: 'fcst_not_current', validTime: '0001-01-01T00:00:00Z' },
    },
  }; // prettier-ignore

  it('parses the list, with flow in thousands', () => {
    const { rows, refused } = parseNwpsGauges(JSON.stringify({ gauges: [gauge, { lid: 'XXXX1' }] }));
    expect(rows[0]).to.deep.include({ lid: 'NRMO2', state: 'OK', wfo: 'OUN', forecast: null, thresholds: null });
    expect(rows[0].observed).to.deep.equal({ at: new Date(at), stage: 13.2, stageUnit: 'ft', discharge: 11400, dischargeUnit: 'ft3/s', category: 'action' }); // prettier-ignore
    expect(refused).to.deep.equal([{ what: 'XXXX1', why: 'expected longitude as a number, got nothing' }]);
  });

  it('parses one gauge with flood stages, some of them undefined', () => {
    const categories = {
      action: { stage: 12 },
      minor: { stage: 14 },
      moderate: { stage: -9999 },
      major: { stage: -9999 },
    };
    const [row] = parseNwpsGauges(JSON.stringify({ ...gauge, flood: { categories } })).rows;
    expect(row.thresholds).to.deep.equal({ action: 12, minor: 14, moderate: null, major: null });
  });

  it('swaps stage and flow if flow is the first value', () => {
    const data = [{ validTime: at, primary: 0.896, secondary: 1.74 }];
    const run = {
      issuedTime: at,
      primaryName: 'Flow',
      primaryUnits: 'kcfs',
      secondaryName: 'Stage',
      secondaryUnits: 'ft',
      data,
    };
    const { rows } = parseStageFlow(JSON.stringify({ observed: { ...run, data: [] }, forecast: run }), 'JANI4');
    expect(rows).to.deep.equal([
      { lid: 'JANI4', kind: 'forecast', issuedAt: new Date(at), stageUnit: 'ft', flowUnit: 'ft3/s', points: [{ at: new Date(at), stage: 1.74, flow: 896 }] }, // prettier-ignore
    ]);
  });

  it('parses HML with several sites and both orders of values', () => {
    const site = (id: string, inner: string) => `<?xml version="1.0" standalone="yes"?>\n<site id="${id}" generationtime="${at}">${inner}</site>`; // prettier-ignore
    const datum = (primary: number, secondary: number) => `<datum><valid>${at}</valid><primary>${primary}</primary><secondary>${secondary}</secondary></datum>`; // prettier-ignore
    const text = [
      'SRUS53 KDMX 202210', 'HMLDMX',
      site('JANI4', `<observed primaryUnits="kcfs" secondaryUnits="ft">${datum(0.896, 1.74)}</observed><forecast primaryUnits="ft" secondaryUnits="kcfs" issued="${at}">${datum(2.5, -999)}</forecast>`),
      site('EFRA1', `<observed primaryUnits="ft" secondaryUnits="kcfs">${datum(-9999, -999)}</observed>`),
    ].join('\n'); // prettier-ignore
    const { rows, ignored } = parseHml(text, new Date(at));
    expect(rows.map(({ lid, kind, points }) => [lid, kind, points[0].stage, points[0].flow])).to.deep.equal([
      ['JANI4', 'observed', 1.74, 896],
      ['JANI4', 'forecast', 2.5, null],
    ]);
    expect(ignored).to.deep.equal({ 'no data': 1 });
  });
});
