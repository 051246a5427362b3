import { expect } from 'chai';
import { noTags } from '@severe/db/testing/rows/no-tags';
import { motionOf, tagsOf as tagsOfMessage, type Parameters } from '../../../src/feeds/nws-alerts/tags.ts';

const tagsOf = (parameters: Parameters, text: string, event = 'Tornado Warning', isOver = false) =>
  tagsOfMessage({ parameters, text, event, isOver });

describe('nws-alerts/tags', () => {
  it('returns nulls without parameters', () => {
    expect(tagsOf({}, 'A warning.')).to.deep.equal(noTags);
    expect(tagsOf({ maxHailSize: [], maxWindGust: 'x', tornadoDetection: [7] }, '')).to.deep.equal(noTags);
  });

  it('parses threats and magnitudes', () => {
    const storm = { maxHailSize: ['1.75'], maxWindGust: ['60 MPH'], tornadoDetection: ['POSSIBLE'] };
    expect(tagsOf(storm, '')).to.deep.equal({ ...noTags, tornado: 'POSSIBLE', hailIn: 1.75, windMph: 60 });
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
    expect(tagsOf({}, 'A FLASH\nFLOOD\nEMERGENCY is in effect.', 'Flash Flood Warning').emergency).to.equal(true);
  });

  it('is no emergency of another event that the text mentions', () => {
    const emergencyOf = (text: string, event: string) => tagsOf({}, text, event).emergency;
    expect(emergencyOf('This area is in a flash flood emergency.', 'Tornado Warning')).to.equal(false);
    expect(emergencyOf('This area is in a flash flood emergency.', 'Flash Flood Warning')).to.equal(true);
    expect(emergencyOf('TORNADO EMERGENCY for Moore.', 'Flash Flood Warning')).to.equal(false);
    expect(emergencyOf('TORNADO EMERGENCY for Moore.', 'Tornado Warning')).to.equal(true);
    expect(emergencyOf('TORNADO EMERGENCY for Moore.', 'Severe Weather Statement')).to.equal(true);
  });

  it('is no emergency of an event that cannot be one, whatever its text tells of', () => {
    const text = 'A TORNADO EMERGENCY and a FLASH FLOOD EMERGENCY are in effect for Moore.';
    for (const event of [
      'Severe Thunderstorm Warning',
      'Flood Warning',
      'Flood Statement',
      'Tornado Watch',
      'Statement',
    ])
      expect(tagsOf({}, text, event).emergency, event).to.equal(false);
  });

  it('follows the tag of the damage, not the text', () => {
    const text = '...A TORNADO EMERGENCY IS IN EFFECT FOR OKLAHOMA COUNTY...';
    const emergencyOf = (...tornadoDamageThreat: string[]) => tagsOf({ tornadoDamageThreat }, text).emergency;
    expect(['CONSIDERABLE', 'CATASTROPHIC'].map((tag) => emergencyOf(tag))).to.deep.equal([false, true]);
    expect(emergencyOf()).to.equal(true);
    expect(tagsOf({ flashFloodDamageThreat: ['CATASTROPHIC'] }, '', 'Flood Warning').emergency).to.equal(true);
  });

  it('takes the emergency of a text with other tags from a headline or a declaration alone', () => {
    const emergencyOf = (text: string) => tagsOf({ tornadoDetection: ['OBSERVED'] }, text).emergency;
    expect(emergencyOf('A tornado emergency is in effect for Moore to the west.')).to.equal(false);
    expect(emergencyOf('At 512 PM, a tornado was near Moore. This is a tornado emergency\nfor Moore.')).to.equal(true);
    expect(emergencyOf('* At 512 PM CDT, a tornado.\n\n...TORNADO EMERGENCY FOR MOORE...\n')).to.equal(true);
    expect(emergencyOf('* AT 512 PM CDT...TORNADO EMERGENCY FOR THE WICHITA METRO AREA.')).to.equal(true);
    expect(emergencyOf('AT 512 PM CDT...A TORNADO WAS NEAR MOORE...THIS IS A TORNADO EMERGENCY FOR MOORE.')).to.equal(
      true,
    );
  });

  it('is no emergency that a text says to be over', () => {
    const emergencyOf = (text: string) => tagsOf({}, text).emergency;
    for (const over of [
      '...THE TORNADO EMERGENCY FOR MOORE HAS BEEN CANCELLED...A TORNADO WARNING REMAINS IN EFFECT...',
      'The tornado emergency for Moore\nwas canceled.',
      'The tornado emergency is no longer in effect.',
      'This is no longer a tornado emergency.',
      'We have cancelled the tornado emergency.',
      'The tornado emergency has been downgraded to a tornado warning.',
    ])
      expect(emergencyOf(over), over).to.equal(false);
    for (const on of [
      '...THE TORNADO WARNING FOR NORMAN IS CANCELLED...\n...TORNADO EMERGENCY FOR MOORE...\n\nGo.',
      'TORNADO EMERGENCY FOR MOORE...THE TORNADO WARNING FOR NORMAN IS CANCELLED',
      'WE HAVE CANCELLED THE TORNADO WARNING FOR NORMAN...TORNADO EMERGENCY FOR MOORE',
      'The tornado warning for Norman has expired. A TORNADO EMERGENCY remains in effect for Moore.',
    ])
      expect(emergencyOf(on), on).to.equal(true);
  });

  it('takes nothing from the text of a message that ends its event', () => {
    const text = 'A TORNADO EMERGENCY continues in the south. This is a PARTICULARLY DANGEROUS SITUATION.';
    expect(tagsOf({}, text)).to.include({ emergency: true, pds: true });
    expect(tagsOf({}, text, 'Tornado Warning', true)).to.include({ emergency: false, pds: false });
  });

  it('is no dangerous situation of another event, or one that is over', () => {
    const pdsOf = (text: string, event: string) => tagsOf({}, text, event).pds;
    const watch = 'A particularly dangerous situation Tornado Watch remains in effect until 9 PM.';
    expect(pdsOf(watch, 'Severe Thunderstorm Warning')).to.equal(false);
    expect(pdsOf(watch, 'Tornado Watch')).to.equal(true);
    expect(pdsOf('...PARTICULARLY DANGEROUS SITUATION RED FLAG WARNING UNTIL 6 PM...', 'Red Flag Warning')).to.equal(
      true,
    );
    expect(pdsOf('This is no longer a particularly dangerous situation.', 'Red Flag Warning')).to.equal(false);
  });

  it('reads the tags of squalls, spouts, threats and their certainty', () => {
    const parameters = {
      snowSquallDetection: ['RADAR INDICATED'],
      snowSquallImpact: ['SIGNIFICANT '],
      waterspoutDetection: ['POSSIBLE'],
      hailThreat: ['RADAR INDICATED'],
      windThreat: ['OBSERVED'],
    };
    expect(tagsOf(parameters, '')).to.deep.equal({
      ...noTags,
      snowSquall: 'RADAR INDICATED',
      snowSquallImpact: 'SIGNIFICANT',
      waterspout: 'POSSIBLE',
      hailThreat: 'RADAR INDICATED',
      windThreat: 'OBSERVED',
    });
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
