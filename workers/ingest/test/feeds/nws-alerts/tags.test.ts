import { expect } from 'chai';
import { motionOf, tagsOf } from '../../../src/feeds/nws-alerts/tags.ts';

const none = {
  tornado: null,
  damageThreat: null,
  hailIn: null,
  windMph: null,
  flashFlood: null,
  pds: false,
  emergency: false,
};

describe('nws-alerts/tags', () => {
  it('returns nulls without parameters', () => {
    expect(tagsOf({}, 'A warning.')).to.deep.equal(none);
    expect(tagsOf({ maxHailSize: [], maxWindGust: 'x', tornadoDetection: [7] }, '')).to.deep.equal(none);
  });

  it('parses threats and magnitudes', () => {
    const storm = { maxHailSize: ['1.75'], maxWindGust: ['60 MPH'], tornadoDetection: ['POSSIBLE'] };
    expect(tagsOf(storm, '')).to.deep.equal({ ...none, tornado: 'POSSIBLE', hailIn: 1.75, windMph: 60 });
    expect(tagsOf({ maxHailSize: ['Up to .75'], maxWindGust: ['Up to 50 MPH'] }, '')).to.deep.include({
      hailIn: 0.75,
      windMph: 50,
    });
    expect(tagsOf({ maxHailSize: ['0.00'] }, '').hailIn).to.equal(0);
    expect(tagsOf({ maxWindGust: ['34 knots'] }, '').windMph).to.equal(39); // 34 × 1.15078 = 39.1
  });

  it('finds dangerous situations and emergencies by tag or text', () => {
    expect(tagsOf({ tornadoDamageThreat: ['CONSIDERABLE'] }, '')).to.deep.include({
      damageThreat: 'CONSIDERABLE',
      pds: true,
      emergency: false,
    });
    expect(tagsOf({ tornadoDamageThreat: ['CATASTROPHIC'] }, '').emergency).to.equal(true);
    expect(tagsOf({ flashFloodDamageThreat: ['CATASTROPHIC'] }, '')).to.deep.include({ emergency: true, pds: false });
    expect(tagsOf({ flashFloodDamageThreat: ['CONSIDERABLE'] }, '').pds).to.equal(false);
    expect(tagsOf({}, 'THIS IS A PARTICULARLY DANGEROUS SITUATION.').pds).to.equal(true);
    expect(tagsOf({}, '...TORNADO EMERGENCY FOR MOORE...').emergency).to.equal(true);
    expect(tagsOf({}, 'Local emergency managers report damage.').emergency).to.equal(false);
  });

  it('parses the motion of a storm and of a line of storms', () => {
    expect(motionOf('2026-07-15T19:58:00-00:00...storm...230DEG...29KT...32.49,-94.84 32.31,-94.42')).to.deep.equal({
      fromDeg: 230,
      speedKt: 29,
      observedAt: '2026-07-15T19:58:00.000Z',
      points: [
        [-94.84, 32.49],
        [-94.42, 32.31],
      ],
    });
    for (const text of [
      undefined,
      '',
      'storm',
      '2026-07-15T19:58:00Z...storm...?DEG...29KT...1,2',
      'x...y...230DEG...29KT',
    ]) {
      expect(motionOf(text), text).to.equal(null);
    }
  });
});
