import { assess, briefingOf, nextHourOf, type Situation } from '@severe/assessment';
import { expect } from 'chai';
import { now, quiet } from './support/situations.ts';

const minute = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

/** A situation with chances every five minutes, from an image of two minutes ago. */
function ahead(chances: number[], hereDbz: number | null = null, change: Partial<Situation> = {}): Situation {
  const steps = chances.map((chance, i) => ({ at: minute(5 * (i + 1) - 2), chance }));
  return quiet({
    radar: { at: minute(-2), hereDbz, strongest: null, radiusKm: 40, recent: [] },
    nextHour: { from: minute(-2), hereDbz, steps },
    ...change,
  });
}

const coming = [0, 5, 30, 55, 80, 90, 85, 60, 40, 20, 10, 0];

describe('the next hour at a place', () => {
  it('begins and ends with chances of a half, and has its spread', () => {
    expect(nextHourOf(ahead(coming))).to.deep.equal({
      from: minute(-2),
      steps: ahead(coming).nextHour!.steps,
      rains: false,
      begins: { at: minute(18), earliest: minute(13), latest: minute(23) },
      ends: minute(43),
      chance: 90,
    });
  });

  it('has no end that lies beyond it, and no latest beginning that is never sure', () => {
    const found = nextHourOf(ahead([0, 0, 0, 0, 0, 0, 0, 0, 20, 40, 55, 60]));
    expect(found).to.deep.include({ ends: null, chance: 60 });
    expect(found!.begins).to.deep.equal({ at: minute(53), earliest: minute(48), latest: null });
  });

  it('ends the rain of now', () => {
    const ending = ahead([95, 80, 60, 45, 20, 60], 34);
    expect(nextHourOf(ending)).to.deep.equal({
      from: minute(-2),
      steps: ending.nextHour!.steps,
      rains: true,
      begins: null,
      ends: minute(18),
      chance: 95,
    });
    expect(nextHourOf(ahead([95, 90, 85], 34))).to.deep.include({ rains: true, ends: null });
    expect(nextHourOf(ahead([10, 0, 0], 34))!.ends).to.deep.equal(minute(3));
  });

  it('takes the echo of the image where no other radar value is known', () => {
    const { nextHour } = ahead([90, 40], 34);
    expect(nextHourOf(quiet({ radar: null, nextHour }))).to.deep.include({ rains: true, ends: minute(8) });
  });

  it('is not known without steps ahead, and while the radar is unavailable', () => {
    expect(nextHourOf(quiet())).to.equal(undefined);
    expect(nextHourOf(ahead([]))).to.equal(undefined);
    expect(nextHourOf({ ...ahead(coming), now: minute(90) })).to.equal(undefined);
    expect(nextHourOf(ahead(coming, null, { unavailable: ['radar'] }))).to.equal(undefined);
  });

  it('is told in both languages, with what is not sure', () => {
    const told = (situation: Situation, language: 'en' | 'es' = 'en') =>
      briefingOf(assess(situation), { language, units: 'imperial', timeZone: 'America/Chicago' }).happening;
    expect(told(ahead(coming))).to.include(
      'By the motion of the echoes, rain may begin here some 20 minutes from now (15 to 25). It may last until 6:01 PM CDT.',
    );
    expect(told(ahead(coming), 'es')).to.include(
      'Según el movimiento de los ecos, puede empezar a llover aquí en unos 20 minutos (de 15 a 25). Puede durar hasta las 6:01 PM CDT.',
    );
    expect(told(ahead([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 80, 90]))).to.include('rain may begin here some 55 minutes from now. It may last beyond the next hour.'); // prettier-ignore
    expect(told(ahead([95, 80, 60, 45], 34))).to.include('the rain here may end some 20 minutes from now.');
    expect(told(ahead([95, 90], 34))).to.include('the rain here may go on for the next hour.');
    expect(told(ahead([0, 30, 35]))).to.include('rain is possible here within the next hour (about 35 %).');
    expect(told(ahead([0, 10, 20]))).not.to.match(/By the motion/);
  });
});
