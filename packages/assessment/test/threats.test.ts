import { expect } from 'chai';
import { alertThreats, assess, type Situation } from '@severe/assessment';
import { alert, quiet, storm, watch } from './support/situations.ts';

const threats = (change: Partial<Situation>) => assess(quiet(change)).threats.map(({ kind, certainty, magnitude }) => [kind, certainty, magnitude]); // prettier-ignore

describe('assessment/threats', () => {
  it('reads the tags of each kind', () => {
    const tagged = alert({ event: 'Severe Thunderstorm Warning', severity: 'Severe', tags: { tornado: 'POSSIBLE', windMph: 70, hailIn: 1.75, flashFlood: 'OBSERVED' } }); // prettier-ignore
    expect(threats({ alerts: [tagged] })).to.deep.equal([
      ['tornado', 'possible', null],
      ['flash_flood', 'observed', null],
      ['wind', 'indicated', 70],
      ['hail', 'indicated', 1.75],
    ]);
    expect(alertThreats.map(({ kind }) => kind)).to.deep.equal(['tornado', 'flash_flood', 'wind', 'hail']);
  });

  it('knows events without tags', () => {
    expect(threats({ alerts: [alert()] })).to.deep.equal([['tornado', 'indicated', null]]);
    expect(threats({ alerts: [alert({ event: 'Flash Flood Warning' })] })).to.deep.equal([
      ['flash_flood', 'indicated', null],
    ]);
    expect(threats({ alerts: [alert({ event: 'Flood Advisory' })] })).to.deep.equal([
      ['flash_flood', 'possible', null],
    ]);
    expect(threats({ alerts: [alert({ event: 'Heat Advisory' })] })).to.deep.equal([['other', 'possible', null]]);
    expect(threats({ watches: [watch({ type: 'SVR' })] })).to.deep.equal([['wind', 'possible', null], ['hail', 'possible', null]]); // prettier-ignore
  });

  it('keeps the strongest of each kind, and lists lightning that is measured', () => {
    const alerts = [alert({ tags: { tornado: 'POSSIBLE' } }), alert({ id: 2, tags: { tornado: 'OBSERVED' } })];
    const lightning = { count: 3, radiusKm: 16, minutes: 15, newestAt: null };
    expect(threats({ alerts, watches: [watch()], lightning })).to.deep.equal([
      ['tornado', 'observed', null],
      ['wind', 'possible', null],
      ['hail', 'possible', null],
      ['lightning', 'observed', null],
    ]);
  });

  it('joins the arrival of the storm of its alert', () => {
    const { threats: found } = assess(quiet({ alerts: [alert()], storms: [storm()] }));
    expect(found[0].arrival?.minutes).to.be.closeTo(16.7, 0.1);
    expect(assess(quiet({ alerts: [alert({ id: 5 })], storms: [storm()] })).threats[0].arrival).to.equal(null);
  });
});
