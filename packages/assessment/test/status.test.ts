import { expect } from 'chai';
import { assess, assessedSources, reasonText, statusRules, type Situation } from '@severe/assessment';
import { alert, discussion, now, outlook, quiet, watch } from './support/situations.ts';

const statusOf = (change: Partial<Situation>) => assess(quiet(change)).status;
const ruleOf = (change: Partial<Situation>) => assess(quiet(change)).reasons[0]?.rule.id;

/** What each rule needs, and what is just beside it. */
const cases: Record<string, { meets: Partial<Situation>; misses: Partial<Situation> }> = {
  'emergency-tag': { meets: { alerts: [alert({ tags: { emergency: true } })] }, misses: { alerts: [alert()] } },
  'pds-warning': {
    meets: { alerts: [alert({ tags: { pds: true } })] },
    misses: { alerts: [alert({ event: 'Tornado Watch', hasPolygon: false, tags: { pds: true } })] },
  },
  'tornado-observed': {
    meets: { alerts: [alert({ tags: { tornado: 'OBSERVED' } })] },
    misses: { alerts: [alert({ severity: 'Severe', tags: { tornado: 'OBSERVED' } })] },
  },
  'storm-warning': { meets: { alerts: [alert()] }, misses: { alerts: [alert({ severity: 'Moderate' })] } },
  'zone-warning': {
    meets: { alerts: [alert({ event: 'Red Flag Warning', severity: 'Severe', hasPolygon: false })] },
    misses: { alerts: [alert({ event: 'Wind Advisory', severity: 'Severe', hasPolygon: false })] },
  },
  'watch-alert': {
    meets: { alerts: [alert({ event: 'Flood Watch', severity: 'Severe', hasPolygon: true })] },
    misses: { alerts: [alert({ event: 'Flood Advisory', severity: 'Minor' })] },
  },
  watch: { meets: { watches: [watch()] }, misses: { watches: [watch({ expiresAt: now })] } },
  'other-alert': {
    meets: { alerts: [alert({ event: 'Special Weather Statement', severity: 'Moderate' })] },
    misses: { alerts: [alert({ event: 'Special Weather Statement', severity: 'Moderate', expires: now })] },
  },
  discussion: { meets: { discussions: [discussion()] }, misses: { discussions: [discussion({ expiresAt: now })] } },
  outlook: { meets: { outlooks: [outlook()] }, misses: { outlooks: [outlook({ risk: 'MRGL', riskRank: 2 })] } },
};

describe('assessment/status', () => {
  it('has a case for every rule', () => {
    expect(Object.keys(cases)).to.deep.equal(statusRules.map(({ id }) => id));
  });

  for (const { id, status, condition } of statusRules) {
    it(`gives ${status} if ${condition}`, () => {
      expect(ruleOf(cases[id].meets)).to.equal(id);
      expect(statusOf(cases[id].meets)).to.equal(status);
      expect(ruleOf(cases[id].misses)).not.to.equal(id);
    });
  }

  it('is normal without a reason, and takes the strongest of several', () => {
    expect(statusOf({})).to.equal('normal');
    const all = { alerts: [alert({ id: 2, event: 'Flood Advisory', severity: 'Minor' }), alert()], watches: [watch()], outlooks: [outlook()] }; // prettier-ignore
    const { status, reasons } = assess(quiet(all));
    expect(status).to.equal('warning');
    expect(reasons.map(({ rule }) => rule.id)).to.deep.equal(['storm-warning', 'watch', 'other-alert', 'outlook']);
  });

  it('does not take an outlook of another day or kind, or one that is not valid now', () => {
    expect(statusOf({ outlooks: [outlook({ day: 2 })] })).to.equal('normal');
    expect(statusOf({ outlooks: [outlook({ type: 'tornado', risk: '10', riskRank: null })] })).to.equal('normal');
    expect(statusOf({ outlooks: [outlook({ validFrom: new Date(now.getTime() + 1) })] })).to.equal('normal');
    expect(statusOf({ outlooks: [outlook({ validTo: now })] })).to.equal('normal');
  });

  it('names a tornado warning before other warnings, whichever comes first', () => {
    const storm = alert({ id: 2, event: 'Severe Thunderstorm Warning', severity: 'Severe' });
    for (const alerts of [
      [storm, alert()],
      [alert(), storm],
    ]) {
      expect(assess(quiet({ alerts })).reasons[0].record).to.include({ event: 'Tornado Warning' });
    }
  });

  for (const source of assessedSources) {
    it(`is not normal while ${source} is unavailable`, () => {
      const assessment = assess(quiet({ unavailable: [source] }));
      expect(assessment.status).to.equal('unknown');
      expect(reasonText(assessment, { language: 'en' })).to.match(/^Unknown: .+ unavailable/);
    });
  }

  it('is not elevated while alerts or watches are unavailable, but says what is known', () => {
    for (const source of ['alerts', 'watches'] as const) {
      const assessment = assess(quiet({ outlooks: [outlook()], unavailable: [source] }));
      expect(assessment).to.include({ status: 'unknown', known: 'elevated' });
      expect(reasonText(assessment, { language: 'en' })).to.match(/^Slight risk \(SLGT\).*unknown/);
    }
    expect(statusOf({ outlooks: [outlook()], unavailable: ['lightning'] })).to.equal('elevated');
  });

  it('keeps a warning that is known while a source is unavailable', () => {
    expect(statusOf({ alerts: [alert()], unavailable: ['alerts'] })).to.equal('warning');
  });

  it('words the reason with the end of the hazard in UTC, in both languages', () => {
    const text = (change: Partial<Situation>, language: 'en' | 'es' = 'en') =>
      reasonText(assess(quiet(change)), { language });
    expect(text({ alerts: [alert()] })).to.equal('Tornado Warning until 22:45Z');
    expect(text({ alerts: [alert()] }, 'es')).to.equal('Aviso de tornado hasta las 22:45Z');
    expect(text({ watches: [watch()] })).to.equal('Tornado Watch 212 until 02:18Z');
    expect(text({ discussions: [discussion()] })).to.equal('Mesoscale discussion 845 until 23:48Z');
    expect(text({ outlooks: [outlook()] })).to.equal('Slight risk (SLGT) of severe thunderstorms in the day 1 outlook until 12:00Z'); // prettier-ignore
    expect(text({ alerts: [alert({ expires: new Date('2026-05-20T23:30:00Z') })] })).to.equal(
      'Tornado Warning until 23:30Z',
    );
  });
});
