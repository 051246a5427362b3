import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  assess,
  briefingOf,
  languages,
  reasonText,
  type Assessment,
  type Situation,
  type Style,
} from '@severe/assessment';
import { apiEvents } from '@severe/testing/api-events';
import { expectTrue } from '../support/expect-true.ts';
import { alert, anySituation, discussion, now, outlook, quiet, storm, watch } from '../support/situations.ts';

const metric: Style = { language: 'en', units: 'metric', timeZone: 'America/Chicago' };
const brief = (change: Partial<Situation>, style: Partial<Style> = {}) =>
  briefingOf(assess(quiet(change)), { ...metric, ...style });
const textOf = (assessment: Assessment, style: Style): string => {
  const { headline, happening, meaning } = briefingOf(assessment, style);
  return [headline, happening, meaning].join(' ');
};

const tornado: Partial<Situation> = {
  alerts: [alert({ tags: { tornado: 'OBSERVED', hailIn: 1.75 } })],
  storms: [storm({ tags: { tornado: 'OBSERVED', hailIn: 1.75, windMph: null } })],
};

describe('assessment/briefing', () => {
  it('names every event of the weather service in Spanish', () => {
    const reasonOf = (event: string) => reasonText(assess(quiet({ alerts: [alert({ event })] })), { language: 'es' });
    expect([...apiEvents].filter((event) => reasonOf(event).includes(event))).to.deep.equal([]);
  });

  it('tells of a tornado: what, where, when, and what to do', () => {
    const { headline, happening, meaning } = brief(tornado);
    expect(headline).to.equal('A tornado warning for an observed tornado covers this point until 5:45 PM CDT.');
    expect(happening).to.equal(
      'A tornado was observed at 5:18 PM CDT; it is now about 18 km to the southwest, moving northeast at 65 km/h.',
    );
    expect(meaning)
      .to.match(/^Take shelter now/)
      .and.to.match(/Possible threats: tornado and hail up to 44 mm\./);
    expect(meaning).to.match(/The storm may arrive in about 17 minutes\. .* between 10 and 27 minutes/);
  });

  it('uses the units and the time zone of the reader’s choice', () => {
    expect(brief(tornado, { units: 'imperial' }).happening).to.match(
      /11 mi to the southwest, moving northeast at 40 mph/,
    );
    expect(brief(tornado, { units: 'si' }).happening).to.match(/18 km to the southwest, moving northeast at 18 m\/s/);
    expect(brief(tornado, { timeZone: 'America/New_York' }).headline).to.match(/until 6:45 PM EDT/);
    expect(brief(tornado, { timeZone: 'Pacific/Guam' }).headline).to.match(
      /until Thursday 8:45 AM ChST|until 8:45 AM ChST/,
    );
    expect(brief(tornado, { timeZone: null }).headline).to.match(/until 10:45 PM UTC/);
    expect(brief(tornado, { timeZone: 'Pacific/Wake' }).headline).to.match(/UTC/);
  });

  it('speaks Spanish, also at one o’clock', () => {
    const { headline, happening, meaning } = brief(tornado, { language: 'es' });
    expect(headline).to.equal(
      'Aviso de tornado por un tornado observado, en vigor para este punto hasta las 5:45 PM CDT.',
    );
    expect(happening).to.match(/^Se observó un tornado a las 5:18 PM CDT; ahora está a unos 18 km al suroeste/);
    expect(meaning)
      .to.match(/^Busque refugio ahora/)
      .and.to.match(/puede llegar en unos 17 minutos/);
    const one = { alerts: [alert({ expires: new Date('2026-05-21T06:05:00Z') })] };
    expect(brief(one, { language: 'es' }).headline).to.match(/hasta el jueves a la 1:05 AM CDT/);
  });

  it('names the weekday of another day', () => {
    const watches = [watch({ expiresAt: new Date('2026-05-21T06:00:00Z') })];
    expect(brief({ watches }).headline).to.equal('A tornado watch covers this point until Thursday 1:00 AM CDT.');
  });

  it('has a headline for every kind of reason', () => {
    expect(brief({ alerts: [alert({ tags: { emergency: true } })] }).headline).to.match(
      /^Emergency: a tornado warning covers/,
    );
    expect(brief({ alerts: [alert({ tags: { pds: true } })] }).headline).to.match(
      /^A tornado warning for a particularly dangerous situation covers/,
    );
    expect(brief({ watches: [watch({ pds: true })] }).headline).to.match(/particularly dangerous/);
    expect(brief({ discussions: [discussion()] }).headline).to.match(/mesoscale discussion 845/);
    expect(brief({ outlooks: [outlook({ risk: 'ENH', riskRank: 4 })] }).headline).to.match(/an enhanced risk of severe thunderstorms \(level 3 of 5\)/); // prettier-ignore
    expect(brief({}).headline).to.equal('No alert, watch or mesoscale discussion is in effect here at the moment.');
    const alerts = [alert(), ...[2, 3, 4, 5, 6].map((id) => alert({ id, event: 'Flood Advisory', severity: 'Minor' }))];
    expect(brief({ alerts: alerts.slice(0, 2) }).headline).to.match(
      / Also in effect: flood advisory until [\d:]+ [AP]M \w+\.$/,
    );
    expect(brief({ alerts }).headline).to.match(
      / Also in effect: (flood advisory until [\d:]+ [AP]M \w+(, | and )){3}2 more\.$/,
    );
  });

  it('tells of a storm without a warning', () => {
    const storms = [storm({ alertId: null, cellId: 'c1', event: null, tags: null, maxDbz: 57.4 })];
    expect(brief({ storms }).happening).to.match(
      /^A thunderstorm without a warning \(57 dBZ\) is about 18 km to the southwest/,
    );
  });

  it('does not call a thunderstorm without a warning harmless', () => {
    const storms = [storm({ alertId: null, cellId: 'c1', event: null, tags: null, maxDbz: 57.4 })];
    const flashes = { count: 3, radiusKm: 16, minutes: 15, newestAt: null };
    for (const change of [{ storms }, { lightning: flashes }]) {
      const { meaning } = brief(change);
      expect(meaning).to.match(/^A thunderstorm is near: go indoors/);
      expect(meaning).not.to.match(/No action is needed/);
    }
    expect(brief({}).meaning).to.equal('No action is needed.');
  });

  it('keeps a tornado that was observed, however near and slow its storm is', () => {
    const tags = { tornado: 'OBSERVED', hailIn: null, windMph: null };
    expect(brief({ storms: [storm({ km: 2, tags })] }).happening).to.match(
      /^A tornado was observed at 5:18 PM CDT; it may be over or next to this point now, moving northeast/,
    );
    expect(brief({ storms: [storm({ tags, motion: { speedMps: 1 } })] }).happening).to.match(
      /^A tornado was observed at 5:18 PM CDT about 18 km to the southwest; its storm hardly moves\./,
    );
    expect(brief({ storms: [storm({ km: 2 })] }).happening).to.match(/^A thunderstorm is over or next to this point/);
  });

  it('does not call dangerous weather that was reported in the area harmless', () => {
    const report = { type: 'tornado' as const, magnitude: null, point: storm().motion.points[0] };
    expect(brief({ reports: [{ ...report, at: now }] }).meaning).to.match(
      /^Dangerous weather was reported in the area/,
    );
    const old = new Date(now.getTime() - 4 * 3_600_000);
    expect(brief({ reports: [{ ...report, at: old }] }).meaning).to.equal('No action is needed.');
  });

  it('tells of the wind with gusts only if they are stronger', () => {
    const windOf = (windSpeedKmh: number | null, windGustKmh: number | null) =>
      brief({ observation: { at: now, point: quiet().place, temperatureC: 20, windSpeedKmh, windGustKmh, windDirDeg: 0, weather: null } }).happening; // prettier-ignore
    expect(windOf(18, 36)).to.match(/measures 20 °C and wind of 18 km\/h with gusts of 36 km\/h\.$/);
    expect(windOf(18, 18)).to.match(/measures 20 °C and wind of 18 km\/h\.$/);
    expect(windOf(18, null)).to.match(/measures 20 °C and wind of 18 km\/h\.$/);
    expect(windOf(0, null)).to.match(/measures 20 °C and no wind\.$/);
    expect(windOf(null, null)).to.match(/measures 20 °C\.$/);
  });

  it('says where radar and outlooks do not reach', () => {
    expect(brief({ radar: null }).happening).to.match(/do not cover this place/);
    expect(brief({ radar: null, unavailable: ['radar'] }).happening).not.to.match(/do not cover/);
  });

  it('contradicts neither itself nor a field, in thousands of situations', function () {
    this.timeout(120_000);
    const styles = languages.flatMap((language) =>
      (['metric', 'imperial', 'si'] as const).map((units): Style => ({ language, units, timeZone: 'America/Chicago' })),
    );
    fc.assert(
      fc.property(anySituation, fc.constantFrom(...styles), (situation, style) => {
        const assessment = assess(situation);
        const { status, unavailable, arrivals } = assessment;
        const text = textOf(assessment, style);
        const { advice, prospects, meaning } = briefingOf(assessment, style);
        expect(advice).to.match(/^\p{Lu}.*\.$|^¡/u);
        expect(meaning).to.equal(`${advice} ${prospects}`.trim());
        expect(text).not.to.match(/undefined|null|NaN|\[object|[{}]|\d\.\d{3,}| {2}|\.\./);
        expect(text).not.to.match(/will arrive|arrives in|llegará/);
        if (unavailable.length > 0) {
          expect(status).not.to.equal('normal');
          expect(text).to.match(style.language === 'en' ? /unavailable at the moment/ : /faltan/i);
          expect(text).not.to.match(/No action is needed|Nothing severe|No es necesario|No ocurre nada/);
        }
        if (status === 'normal')
          expect(text).not.to.match(/warning (covers|is in effect)|take shelter|Busque refugio/i);
        else expect(text).not.to.match(/No action is needed|No es necesario hacer nada|Nothing severe is happening/);
        if (style.language === 'es') expect(text).not.to.match(/\b(the|until|this|moving|arrive)\b/i);
        const told = /(?:in about|puede llegar en unos) (\d+) minut/.exec(text);
        if (told) expect(Number(told[1])).to.equal(Math.round(arrivals[0].minutes));
        expect(told !== null).to.equal(arrivals.length > 0 && Math.round(arrivals[0].minutes) > 1);
        const reason = reasonText(assessment, style);
        expect(reason).not.to.match(/undefined|null|NaN|[{}]/);
        if (status === 'warning' || status === 'emergency') {
          expect(situation.alerts.some(({ expires }) => expires > situation.now)).to.equal(true);
        }
        if (style.language === 'en') expectTrue(assessment, briefingOf(assessment, style));
      }),
      { numRuns: 5000, seed: 42 },
    );
  });
});
