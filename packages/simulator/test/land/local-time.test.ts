import { expect } from 'chai';
import { nearestOffice } from '@severe/catalogue';
import { bulletinTime, clockTime, headlineTime, zonedTime, zoneOf } from '../../src/land/local-time.ts';

const summer = Date.parse('2026-07-15T20:00:00Z');
const winter = Date.parse('2026-01-01T05:30:00Z');

describe('the times of forecasters', () => {
  it('are those of the clocks of their office', () => {
    expect(zoneOf(nearestOffice({ lat: 38.3, lon: -104.5 }))).to.equal('America/Denver'); // Pueblo
    expect(zoneOf(nearestOffice({ lat: 35.2, lon: -97.4 }))).to.equal('America/Chicago'); // Norman
    expect(headlineTime('America/Denver', summer)).to.equal('July 15 at 2:00PM MDT');
    expect(clockTime('America/Chicago', summer)).to.equal('300 PM CDT');
    expect(bulletinTime('America/Chicago', winter)).to.equal('1130 PM CST Wed Dec 31 2025');
  });

  it('carry the offset in RFC 3339', () => {
    expect(zonedTime('America/Denver', summer)).to.equal('2026-07-15T14:00:00-06:00');
    expect(zonedTime('America/Chicago', winter)).to.equal('2025-12-31T23:30:00-06:00');
    expect(zonedTime('America/Chicago', Date.parse('2026-11-01T06:59:00Z'))).to.equal('2026-11-01T01:59:00-05:00');
  });
});
