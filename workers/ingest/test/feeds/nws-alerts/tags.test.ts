import { expect } from 'chai';
import { motionOf, tagsOf as tagsOfEvent, type Parameters } from '../../../src/feeds/nws-alerts/tags.ts';

const tagsOf = (parameters: Parameters, text: string, event = 'Statement') => tagsOfEvent(parameters, text, event);

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

  it('finds dangerous situations and emergencies whose words are on two lines', () => {
    expect(tagsOf({}, 'This is a PARTICULARLY DANGEROUS \nSITUATION.').pds).to.equal(true);
    expect(tagsOf({}, 'A FLASH\nFLOOD\nEMERGENCY is in effect.').emergency).to.equal(true);
  });

  it('is no emergency of another event that the text mentions', () => {
    const emergencyOf = (text: string, event: string) => tagsOf({}, text, event).emergency;
    expect(emergencyOf('This area is in a flash flood emergency.', 'Tornado Warning')).to.equal(false);
    expect(emergencyOf('This area is in a flash flood emergency.', 'Flash Flood Warning')).to.equal(true);
    expect(emergencyOf('TORNADO EMERGENCY for Moore.', 'Flash Flood Warning')).to.equal(false);
    expect(emergencyOf('TORNADO EMERGENCY for Moore.', 'Tornado Warning')).to.equal(true);
    expect(emergencyOf('TORNADO EMERGENCY for Moore.', 'Severe Weather Statement')).to.equal(true);
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

  it('reads the damage of thunderstorms and floods, of which tornadoes come first', () => {
    const damage = (tornado: string[], storm: string[], flood: string[]) =>
      tagsOf(
        { tornadoDamageThreat: tornado, thunderstormDamageThreat: storm, flashFloodDamageThreat: flood },
        'A warning.',
      ).damageThreat;
    expect(damage(['CONSIDERABLE'], ['DESTRUCTIVE'], ['CATASTROPHIC'])).to.equal('CONSIDERABLE');
    expect(damage([], ['DESTRUCTIVE'], ['CATASTROPHIC'])).to.equal('DESTRUCTIVE');
    expect(damage([], [], ['CATASTROPHIC'])).to.equal('CATASTROPHIC');
  });

  it('reads the source of a flash flood', () => {
    expect(tagsOf({ flashFloodDetection: ['RADAR INDICATED'] }, '').flashFlood).to.equal('RADAR INDICATED');
  });

  it('converts every spelling of knots', () => {
    for (const unit of ['knots', 'KNOT', 'kts', 'KT']) {
      expect(tagsOf({ maxWindGust: [`50 ${unit}`] }, '').windMph, unit).to.equal(58); // 50 × 1.15078 = 57.5
    }
  });

  /** A storm's motion with some of its parts changed. */
  const moving = ({ direction = '230DEG', speed = '29KT', places = '32.49,-94.84' }) =>
    motionOf(`2026-07-15T19:58:00Z...storm...${direction}...${speed}...${places}`);

  it('accepts directions up to 360 degrees', () => {
    expect([moving({ direction: '0DEG' })?.fromDeg, moving({ direction: '360DEG' })?.fromDeg]).to.deep.equal([0, 360]);
    for (const direction of ['361DEG', '999DEG', '1230DEG', 'X230DEG', '230DEGREES']) {
      expect(moving({ direction }), direction).to.equal(null);
    }
  });

  it('returns no motion without a speed in knots', () => {
    for (const speed of ['', '29', '29MPH', '1029KT', '29KTS']) expect(moving({ speed }), speed).to.equal(null);
  });

  it('reads places in whole degrees and in the east, between any spaces, and leaves out what is no place', () => {
    const places = '13,144  13.5,144.75\n-14.2,-170 x13,144 13,144x 13 ,';
    expect(moving({ places })?.points).to.deep.equal([
      [144, 13],
      [144.75, 13.5],
      [-170, -14.2],
    ]);
    expect(motionOf('2026-07-15T19:58:00Z...storm...230DEG...29KT')?.points).to.deep.equal([]);
  });
});
