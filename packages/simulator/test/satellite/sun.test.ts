import { expect } from 'chai';
import { sunAt, sunHeight } from '../../src/satellite/sun.ts';

describe('satellite/sun', () => {
  it('is over the tropics at the solstices and over the equator at the equinoxes', () => {
    expect(sunAt(Date.parse('2026-06-21T08:24Z')).declination).to.be.closeTo(23.44, 0.01);
    expect(sunAt(Date.parse('2026-12-21T20:50Z')).declination).to.be.closeTo(-23.44, 0.01);
    expect(sunAt(Date.parse('2026-03-20T14:46Z')).declination).to.be.closeTo(0, 0.02);
  });

  it('follows the equation of time', () => {
    // The equation of time: +16.4 minutes on 3 November, −14.2 on 11 February; a minute is a quarter of a degree.
    expect(sunAt(Date.parse('2026-11-03T12:00Z')).lon).to.be.closeTo(-16.4 / 4, 0.1);
    expect(sunAt(Date.parse('2026-02-11T12:00Z')).lon).to.be.closeTo(14.2 / 4, 0.1);
  });

  it('is at the zenith at the subsolar point, and on the horizon 90° away', () => {
    const sun = { declination: 10, lon: -100 };
    expect(sunHeight(sun, 10, -100)).to.be.closeTo(1, 1e-9);
    expect(sunHeight(sun, 0, -10)).to.be.closeTo(0, 1e-9);
    expect(sunHeight(sun, -10, 80)).to.be.closeTo(-1, 1e-9);
  });
});
