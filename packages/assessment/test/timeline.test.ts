import { expect } from 'chai';
import * as fc from 'fast-check';
import { hourRules, riskOf, risks, timelineOf, timelineText, type HourFacts } from '@severe/assessment';
import { alert, anySituation, now, outlook, quiet, watch } from './support/situations.ts';

const hour = (change: Partial<HourFacts>): HourFacts => ({ alerts: [], watches: [], outlook: null, ero: null, hrrr: null, ...change }); // prettier-ignore
const rain = (risk: string, riskRank: number) => outlook({ risk, riskRank });

/** An hour that meets each rule. */
const cases: Record<string, HourFacts> = {
  emergency: hour({ alerts: [alert({ tags: { emergency: true } })] }),
  'high-outlook': hour({ outlook: rain('HIGH', 6) }),
  'storm-warning': hour({ alerts: [alert()] }),
  'pds-watch': hour({ watches: [watch({ pds: true })] }),
  'moderate-outlook': hour({ ero: rain('HIGH', 4) }),
  watch: hour({ watches: [watch()] }),
  'enhanced-outlook': hour({ outlook: rain('ENH', 4) }),
  'model-supercell': hour({ hrrr: { uh_2_5km: 80, refc_dbz: 45 } }),
  'model-severe': hour({ hrrr: { gust_mps: 27, refc_dbz: 52 } }),
  'other-alert': hour({ alerts: [alert({ event: 'Flood Advisory', severity: 'Minor' })] }),
  'slight-outlook': hour({ outlook: rain('SLGT', 3) }),
  'model-storm': hour({ hrrr: { refc_dbz: 41, cape_jkg: 1500 } }),
};

describe('assessment/timeline', () => {
  it('has a case for every rule', () => {
    expect(Object.keys(cases)).to.deep.equal(hourRules.map(({ id }) => id));
  });

  for (const { id, risk, condition } of hourRules) {
    it(`gives ${risk} if ${condition}`, () => {
      const found = riskOf(cases[id]);
      expect([found.rule?.id, found.risk]).to.deep.equal([id, risk]);
    });
  }

  it('gives none without a reason, for general thunderstorms and for instability without storms', () => {
    expect(riskOf(hour({})).risk).to.equal('none');
    expect(riskOf(hour({ outlook: rain('TSTM', 1) })).risk).to.equal('none');
    expect(riskOf(hour({ hrrr: { cape_jkg: 5000, refc_dbz: null, uh_2_5km: 90 } })).risk).to.equal('none');
  });

  it('begins with the hour of now, and gives every hour also without a model', () => {
    const { hours } = timelineOf(quiet(), 48, []);
    expect(hours).to.have.length(48);
    expect(hours[0].at.toISOString()).to.equal('2026-05-20T22:00:00.000Z');
    expect(hours[2].at.toISOString()).to.equal('2026-05-21T00:00:00.000Z'); // over midnight UTC
    expect(hours.every(({ hrrr }) => hrrr === null)).to.equal(true);
  });

  it('puts an alert into every hour that it reaches, and no other', () => {
    const late = alert({ id: 2, event: 'Flood Watch', severity: 'Severe', hasPolygon: false, onset: new Date('2026-05-21T00:30:00Z'), expires: new Date('2026-05-21T02:00:00Z') }); // prettier-ignore
    const { hours } = timelineOf(quiet({ alerts: [alert(), late] }), 6, []);
    expect(hours.map(({ alerts }) => alerts.map(({ id }) => id))).to.deep.equal([[1], [], [2], [2], [], []]);
  });

  it('changes from one outlook to the next at their boundary', () => {
    const noon = new Date('2026-05-21T12:00:00Z');
    const outlooks = [
      outlook({ id: 1, risk: 'MDT', riskRank: 5, validTo: noon }),
      outlook({ id: 2, day: 2, risk: 'SLGT', validFrom: noon, validTo: new Date('2026-05-22T12:00:00Z') }),
    ];
    const { hours } = timelineOf(quiet({ outlooks }), 18, []);
    expect(hours[13].outlook?.id).to.equal(1); // 11Z
    expect(hours[14].outlook?.id).to.equal(2); // 12Z
  });

  it('takes the highest category of the nearest day', () => {
    const outlooks = [outlook({ id: 1 }), outlook({ id: 2, risk: 'ENH', riskRank: 4 }), outlook({ id: 3, day: 2, risk: 'HIGH', riskRank: 6 })]; // prettier-ignore
    expect(timelineOf(quiet({ outlooks }), 1, []).hours[0].outlook?.id).to.equal(2);
  });

  it('rolls up to the first hour of the highest risk, within a window without a break', () => {
    const watches = [watch({ expiresAt: new Date('2026-05-21T02:00:00Z') })];
    const alerts = [alert({ onset: new Date('2026-05-20T23:10:00Z'), expires: new Date('2026-05-20T23:40:00Z') })];
    const { peak, window } = timelineOf(quiet({ watches, alerts }), 12, []);
    expect(peak.risk).to.equal('high');
    expect(peak.at?.toISOString()).to.equal('2026-05-20T23:00:00.000Z');
    expect(window).to.deep.equal({ start: new Date('2026-05-20T22:00:00Z'), end: new Date('2026-05-21T02:00:00Z') });
  });

  it('has a roll-up that agrees with its hours in any situation', () => {
    fc.assert(
      fc.property(anySituation, fc.integer({ min: 1, max: 48 }), (situation, count) => {
        const { hours, peak, window, segments } = timelineOf(situation, count, []);
        const inSegments = segments.flatMap(({ risk, start, end }) =>
          Array.from({ length: (+end - +start) / 3_600_000 }, (_, i) => [risk, +start + i * 3_600_000]),
        );
        expect(inSegments).to.deep.equal(hours.map(({ risk, at }) => [risk, +at]));
        for (const [i, { risk }] of segments.entries()) expect(risk).to.not.equal(segments[i + 1]?.risk);
        const top = Math.max(...hours.map(({ risk }) => risks.indexOf(risk)));
        expect(risks.indexOf(peak.risk)).to.equal(top);
        expect(peak.at === null).to.equal(top === 0);
        if (peak.at) expect(peak.at >= window!.start && peak.at < window!.end).to.equal(true);
        for (const one of hours) {
          if (one.alerts.length + one.watches.length > 0) expect(one.risk).not.to.equal('none');
          for (const { expires } of one.alerts) expect(+expires).to.be.greaterThan(+one.at);
        }
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  it('says how many hours the model does not reach, if it is wanted', () => {
    const style = { language: 'en', units: 'metric', timeZone: 'America/Chicago' } as const;
    const model = [{ at: new Date('2026-05-20T22:00:00Z'), values: { cape_jkg: 0 } }];
    const hours = timelineOf(quiet(), 18, model);
    expect(timelineText(hours, now, [], style, true)).to.match(/The model has no values for 17 of these hours\./);
    expect(timelineText(hours, now, [], style)).not.to.match(/model/);
  });

  it('does not end a risk that reaches to the last hour of the answer', () => {
    const style = { language: 'en', units: 'metric', timeZone: 'America/Chicago' } as const;
    const situation = quiet({ watches: [watch({ expiresAt: new Date('2026-05-21T02:00:00Z') })] });
    const text = (count: number) => timelineText(timelineOf(situation, count, []), now, [], style);
    expect(text(2)).to.equal('The risk of severe weather is moderate from 5:00 PM CDT at least until 7:00 PM CDT.');
    expect(text(12)).to.equal('The risk of severe weather is moderate from 5:00 PM CDT until 9:00 PM CDT.');
  });

  describe('with risks that rise and fall', () => {
    /** Values of hours that the rules of the model give these risks. */
    const valuesOf = { none: {}, low: { refc_dbz: 41, cape_jkg: 1500 }, moderate: { uh_2_5km: 80, refc_dbz: 45 } };
    const textOf = (levels: (keyof typeof valuesOf)[], language: 'en' | 'es' = 'en') => {
      const style = { language, units: 'metric', timeZone: 'America/Chicago' } as const;
      const model = levels.map((level, i) => ({
        at: new Date(Date.parse('2026-05-20T22:00:00Z') + i * 3_600_000),
        values: valuesOf[level],
      }));
      const timeline = timelineOf(quiet(), levels.length, model);
      expect(timeline.hours.map(({ risk }) => risk)).to.deep.equal(levels);
      return timelineText(timeline, now, [], style);
    };

    it('gives each risk its own hours', () => {
      expect(textOf(['moderate', 'moderate', 'moderate', 'low', 'low', 'none'])).to.equal(
        'The risk of severe weather is moderate from 5:00 PM CDT until 8:00 PM CDT. ' +
          'It is low from 8:00 PM CDT until 10:00 PM CDT.',
      );
      expect(textOf(['moderate', 'low', 'moderate', 'none'], 'es')).to.equal(
        'El riesgo de tiempo severo es moderado desde las 5:00 PM CDT hasta las 6:00 PM CDT y desde las 7:00 PM CDT hasta ' +
          'las 8:00 PM CDT. Es bajo desde las 6:00 PM CDT hasta las 7:00 PM CDT.',
      );
    });

    it('leaves out hours without risk', () => {
      expect(textOf(['none', 'low', 'none', 'low', 'none'])).to.equal(
        'The risk of severe weather is low from 6:00 PM CDT until 7:00 PM CDT and from 8:00 PM CDT until 9:00 PM CDT.',
      );
    });

    it('tells a risk that often comes and goes as one span', () => {
      expect(textOf(['low', 'none', 'low', 'none', 'low', 'none', 'low', 'none', 'moderate'])).to.equal(
        'The risk of severe weather is moderate from Thursday 1:00 AM CDT at least until Thursday 2:00 AM CDT. ' +
          'It is low at times from 5:00 PM CDT until Thursday 12:00 AM CDT.',
      );
    });
  });

  it('does not read as safe while a source that decides is unavailable', () => {
    const style = { language: 'en', units: 'metric', timeZone: 'America/Chicago' } as const;
    const calm = timelineOf(quiet(), 18, []);
    expect(timelineText(calm, now, [], style)).to.equal('No risk of severe weather is known for these 18 hours.');
    for (const source of ['alerts', 'watches', 'outlooks', 'eros', 'hrrr'] as const) {
      expect(timelineText(calm, now, [source], style)).to.match(/unavailable.*not an all-clear/);
    }
  });
});
