import { readFileSync } from 'node:fs';
import { sharedFile } from '@severe/testing/shared';
import { expect } from 'chai';
import { amount, isFlow, parseNwpsGauges, parseStageFlow } from '../../../src/feeds/gauges/parse-nwps.ts';
import { refusalOf } from '../../support/refusal.ts';

const time = '2026-05-20T22:00:00Z';
const at = new Date(time);
const state = { primary: 13.2, primaryUnit: 'ft', secondary: 11.4, secondaryUnit: 'kcfs', floodCategory: 'minor', validTime: time }; // prettier-ignore
const read = { at, stage: 13.2, stageUnit: 'ft', discharge: 11400, dischargeUnit: 'ft3/s', category: 'minor' };
const gauge = {
  lid: 'NRMO2',
  usgsId: '07229053',
  name: 'Canadian River at Norman',
  latitude: 35.18,
  longitude: -97.48,
  state: { abbreviation: 'OK' },
  wfo: { abbreviation: 'OUN' },
  status: { observed: state, forecast: state },
  flood: { categories: { action: { stage: 12 }, minor: { stage: 14 }, moderate: { stage: 16 }, major: { stage: 18 } } },
};
const one = (change: object) => parseNwpsGauges(JSON.stringify({ ...gauge, ...change }));
const list = (...gauges: unknown[]) => parseNwpsGauges(JSON.stringify({ gauges }));

/** What a gauge of the provider with these values is. */
const stageOf = (primary: unknown) => amount(primary, 'ft').value;

describe('gauges/parse-nwps, missing values', () => {
  it('are whole codes', () => {
    for (const none of [-999, -9999, -99999, -999999, '-999.00', '', null])
      expect(stageOf(none), String(none)).to.equal(null);
    for (const value of [-998.9, -99, -9.99, -1, 0, 999]) expect(stageOf(value), String(value)).to.equal(value);
    expect(amount(-999, 'kcfs').value).to.equal(null);
    expect(amount(-0.999, 'kcfs').value).to.equal(-999);
  });

  it('of a real gauge are no values', function () {
    const file = sharedFile(this, 'data/field-2026-11/gauges/nwps_FIHM1_2024-03-28.json');
    const { rows, refused } = parseNwpsGauges(readFileSync(file));
    expect(refused).to.deep.equal([]);
    expect(rows[0]).to.deep.include({
      lid: 'FIHM1',
      observed: { at: new Date('2024-03-28T11:45Z'), stage: 4.56, stageUnit: 'ft', discharge: 1430, dischargeUnit: 'ft3/s', category: 'none' },
      forecast: null,
      thresholds: { action: 10, minor: 11, moderate: 12, major: 13 },
    }); // prettier-ignore
  });
});

describe('gauges/parse-nwps, gauges', () => {
  it('have every field, alone and in the list', () => {
    const row = {
      lid: 'NRMO2',
      usgsId: '07229053',
      name: 'Canadian River at Norman',
      state: 'OK',
      wfo: 'OUN',
      lon: -97.48,
      lat: 35.18,
      observed: read,
      forecast: read,
      thresholds: { action: 12, minor: 14, moderate: 16, major: 18 },
    };
    expect(one({})).to.deep.equal({ rows: [row], refused: [], ignored: {} });
    expect(list(gauge)).to.deep.equal({ rows: [row], refused: [], ignored: {} });
  });

  it('have nothing for what is missing', () => {
    for (const none of [null, 'x', {}]) {
      const [row] = one({ usgsId: '', state: none, wfo: none, status: none, flood: none }).rows;
      expect(row).to.include({
        usgsId: null,
        state: null,
        wfo: null,
        observed: null,
        forecast: null,
        thresholds: null,
      });
    }
  });

  it('have thresholds if any stage is known', () => {
    const thresholds = (categories: unknown) => one({ flood: { categories } }).rows[0].thresholds;
    expect(thresholds({ minor: { stage: 14 }, major: { stage: -9999 }, action: 7, moderate: { stage: -999 } })).to.deep.equal({ action: null, minor: 14, moderate: null, major: null }); // prettier-ignore
    expect([thresholds({}), thresholds({ major: { stage: -9999 } }), thresholds('x')]).to.deep.equal([null, null, null]); // prettier-ignore
    for (const name of ['action', 'minor', 'moderate', 'major']) {
      expect(thresholds({ [name]: { stage: 0 } }), name).to.include({ [name]: 0 });
    }
  });

  it('have no state without a time, or of the year 1', () => {
    const observed = (change: unknown) => one({ status: { observed: change } }).rows[0].observed;
    expect([observed(null), observed({ ...state, validTime: null }), observed({ ...state, validTime: '0001-01-01T00:00:00Z' })]).to.deep.equal([null, null, null]); // prettier-ignore
    expect(one({ status: { observed: { ...state, validTime: 'now' } } }).refused).to.deep.equal([{ what: 'NRMO2', why: 'expected validTime as a time, got "now"' }]); // prettier-ignore
  });

  it('have a category of flooding in words of their own', () => {
    const category = (floodCategory: unknown) => one({ status: { observed: { ...state, floodCategory } } }).rows[0].observed?.category; // prettier-ignore
    expect(['no_flooding', 'low_threshold', 'action', 'minor', 'moderate', 'major', 'not_defined', null].map(category)).to.deep.equal(['none', 'none', 'action', 'minor', 'moderate', 'major', null, null]); // prettier-ignore
  });

  it('have flow first where there is no stage', () => {
    const swapped = { ...state, primary: 11.4, primaryUnit: 'kcfs', secondary: -999, secondaryUnit: 'ft' };
    expect(one({ status: { observed: swapped } }).rows[0].observed).to.deep.equal({ ...read, stage: null });
  });

  it('have the name of their number if they have none', () => {
    expect(one({ name: null }).rows[0].name).to.equal('NRMO2');
  });

  it('are refused where they lack a field, and named', () => {
    const bad = [{ ...gauge, longitude: null }, { ...gauge, latitude: 'x' }, { ...gauge, lid: null }, 7];
    expect(list(...bad).refused).to.deep.equal([
      { what: 'NRMO2', why: 'expected longitude as a number, got null' },
      { what: 'NRMO2', why: 'expected latitude as a number, got "x"' },
      { what: 'gauge 2', why: 'expected lid as text, got null' },
      { what: 'gauge 3', why: 'expected a gauge as an object, got 7' },
    ]); // prettier-ignore
    expect(refusalOf(() => parseNwpsGauges('[]'))).to.equal('shape: expected gauges as an object, got []');
    expect(refusalOf(() => parseNwpsGauges('{}'))).to.equal('shape: expected gauges as a list, got nothing');
  });
});

describe('gauges/parse-nwps, amounts', () => {
  it('knows metres', () => {
    expect(amount(4.2, 'm')).to.deep.equal({ value: 4.2, unit: 'm' });
  });

  it('are converted from thousands to a thousandth', () => {
    expect([amount(0.896, 'kcfs'), amount(1.2345678, 'KCFS'), amount(null, 'kcfs'), amount(7, 'cfs'), amount(-999, 'ft'), amount('3', null)]).to.deep.equal([
      { value: 896, unit: 'ft3/s' },
      { value: 1234.568, unit: 'ft3/s' },
      { value: null, unit: 'ft3/s' },
      { value: 7, unit: 'cfs' },
      { value: null, unit: 'ft' },
      { value: 3, unit: null },
    ]); // prettier-ignore
  });

  it('are flows by their unit', () => {
    expect(['kcfs', 'CFS', 'ft3/s', 'cms', 'ft', 'in', null].map(isFlow)).to.deep.equal([true, true, true, true, false, false, false]); // prettier-ignore
  });
});

describe('gauges/parse-nwps, runs', () => {
  const run = { issuedTime: '2026-05-20T21:00:00Z', primaryName: 'Stage', primaryUnits: 'ft', secondaryName: 'Flow', secondaryUnits: 'kcfs', data: [{ validTime: time, primary: 1.74, secondary: 0.896 }] }; // prettier-ignore
  const row = { lid: 'JANI4', issuedAt: new Date('2026-05-20T21:00Z'), stageUnit: 'ft', flowUnit: 'ft3/s', points: [{ at, stage: 1.74, flow: 896 }] }; // prettier-ignore
  const runs = (value: object) => parseStageFlow(JSON.stringify(value), 'JANI4');

  it('have every field, observed and forecast', () => {
    expect(runs({ observed: run, forecast: run })).to.deep.equal({
      rows: [
        { ...row, kind: 'observed' },
        { ...row, kind: 'forecast' },
      ],
      refused: [],
      ignored: {},
    });
    expect(runs({ observed: run }).rows).to.deep.equal([{ ...row, kind: 'observed' }]);
    expect(runs({ forecast: run }).rows).to.deep.equal([{ ...row, kind: 'forecast' }]);
    expect(runs(run).rows).to.deep.equal([{ ...row, kind: 'forecast' }]);
  });

  it('have flow first by its name or its unit', () => {
    const data = [{ validTime: time, primary: 0.896, secondary: 1.74 }];
    const swapped = { ...run, primaryUnits: 'kcfs', secondaryUnits: 'ft', data };
    for (const primaryName of ['Flow', 'DISCHARGE', null, 'Stage']) {
      expect(runs({ ...swapped, primaryName }).rows, String(primaryName)).to.deep.equal([{ ...row, kind: 'forecast' }]);
    }
    const named = runs({ ...swapped, primaryName: 'Flow', primaryUnits: null }).rows[0];
    expect(named).to.deep.include({ flowUnit: null, points: [{ at, stage: 1.74, flow: 0.896 }] });
    expect(runs({ ...run, primaryName: null }).rows[0].points).to.deep.equal(row.points);
  });

  it('without points have no row', () => {
    const none = { rows: [], refused: [], ignored: {} };
    for (const empty of [null, 'x', {}, { data: [] }, { data: 'x' }]) {
      expect(runs({ observed: empty }), JSON.stringify(empty)).to.deep.equal(none);
    }
    expect(refusalOf(() => runs({ other: 1 }))).to.equal('shape: expected observed or forecast, got {"other":1}');
    expect(refusalOf(() => runs([]))).to.equal('shape: expected stageflow as an object, got []');
  });

  it('are refused with a wrong time or point, and named', () => {
    expect(runs({ observed: { ...run, data: [7] }, forecast: { ...run, data: [{}] } }).refused).to.deep.equal([
      { what: 'JANI4 observed', why: 'expected a point as an object, got 7' },
      { what: 'JANI4 forecast', why: 'expected validTime as a time, got nothing' },
    ]);
    expect(runs({ ...run, issuedTime: 'now' }).refused[0].why).to.equal('expected issuedTime as a time, got "now"');
    expect(runs({ ...run, issuedTime: null }).rows[0].issuedAt).to.equal(null);
  });
});
