import { airLevels, between, type Profile, windLevels } from '@severe/thermo';
import { expect } from 'chai';

/** Three levels with every value, changed as a test needs it. */
const profileOf = (change: Partial<Profile> = {}): Profile => ({
  pressureHpa: [1000, 900, 800],
  heightM: [100, 1000, 2000],
  temperatureC: [20, 14, 8],
  dewpointC: [15, 10, 0],
  windDirDeg: [180, 225, 270],
  windSpeedKt: [10, 20, 30],
  ...change,
});
const pressures = (profile: Profile): number[] => airLevels(profile).map(({ pressure }) => pressure);

describe('thermo/levels', () => {
  it('counts heights from the ground', () => {
    expect(airLevels(profileOf()).map(({ height }) => height)).to.deep.equal([0, 900, 1900]);
  });

  it('computes missing heights from the pressures and virtual temperatures of a layer', () => {
    // dry isothermal air: Rd T / g ln(p1 / p2)
    const cold = { temperatureC: [-80, -80, -80], dewpointC: [-109, null, null] };
    const scale = (287.04 * 193.15) / 9.80665;
    const expected = [0, scale * Math.log(1000 / 900), scale * Math.log(1000 / 800)];
    for (const heightM of [
      [100, null, null],
      [null, null, null],
    ]) {
      const heights = airLevels(profileOf({ ...cold, heightM })).map(({ height }) => height);
      for (const [i, height] of heights.entries()) expect(height).to.be.closeTo(expected[i], 1e-2);
    }
  });

  it('computes the height of the ground from the first measured height', () => {
    const [, second, third] = airLevels(profileOf({ heightM: [null, null, 2000] }));
    const [, computed, top] = airLevels(profileOf({ heightM: [0, null, null] }));
    expect([second.height, third.height]).to.deep.equal([computed.height, top.height]);
    const [, , above] = airLevels(profileOf({ heightM: [null, 1000, 1950] }));
    expect(above.height - second.height).to.be.closeTo(950, 1e-9);
  });

  it('uses no temperature that no air has', () => {
    expect(pressures(profileOf({ temperatureC: [20, -110, 8] }))).to.deep.equal([1000, 800]);
    expect(pressures(profileOf({ temperatureC: [20, -109.9, 8] }))).to.deep.equal([1000, 900, 800]);
    expect(pressures(profileOf({ temperatureC: [60, 14, 8] }))).to.deep.equal([]); // too far from the ground
    expect(pressures(profileOf({ temperatureC: [59.9, 14, 8] }))).to.deep.equal([1000, 900, 800]);
    expect(pressures(profileOf({ temperatureC: [20, null, 8] }))).to.deep.equal([1000, 800]);
  });

  it('uses no level whose pressure is not below that of the level before', () => {
    expect(pressures(profileOf({ pressureHpa: [1000, 1000, 800] }))).to.deep.equal([1000, 800]);
    expect(pressures(profileOf({ pressureHpa: [1000, 1010, 800] }))).to.deep.equal([1000, 800]);
  });

  it('limits the dew point to the temperature, and takes air without one for dry', () => {
    const [ground, middle, top] = airLevels(profileOf({ dewpointC: [25, null, -111] }));
    expect(ground.dewpoint).to.equal(293.15);
    expect([middle.dewpoint, middle.virtual]).to.deep.equal([undefined, middle.kelvin]);
    expect([top.dewpoint, top.virtual]).to.deep.equal([undefined, top.kelvin]);
    expect(ground.virtual).to.be.above(ground.kelvin);
  });

  it('needs temperature and humidity within 20 hPa of the first level, at 500 hPa or below', () => {
    const missing = { temperatureC: [null, 14, 8] };
    expect(pressures(profileOf({ ...missing, pressureHpa: [1000, 980, 800] }))).to.deep.equal([980, 800]);
    expect(pressures(profileOf({ ...missing, pressureHpa: [1000, 979, 800] }))).to.deep.equal([]);
    expect(pressures(profileOf({ ...missing, pressureHpa: [510, 500, 400] }))).to.deep.equal([500, 400]);
    expect(pressures(profileOf({ ...missing, pressureHpa: [510, 499, 400] }))).to.deep.equal([]);
    expect(pressures(profileOf({ dewpointC: [null, 10, 0] }))).to.deep.equal([]);
  });

  it('interpolates in the logarithm of pressure, from the lowest level to the highest', () => {
    const air = airLevels(profileOf());
    const heightAt = (pressure: number) => between(air, pressure, ({ height }) => height);
    expect([1000, 900, 800].map(heightAt)).to.deep.equal([0, 900, 1900]);
    expect(heightAt(Math.sqrt(1000 * 900))).to.be.closeTo(450, 1e-9);
    expect(heightAt(Math.sqrt(900 * 800))).to.be.closeTo(1400, 1e-9);
    expect([1000.1, 799.9].map(heightAt)).to.deep.equal([undefined, undefined]);
    expect(between(air.slice(0, 1), 1000, ({ kelvin }) => kelvin)).to.equal(293.15);
    expect(between([], 1000, ({ kelvin }) => kelvin)).to.equal(undefined);
  });

  describe('of winds', () => {
    const heights = (profile: Profile): number[] => windLevels(profile, airLevels(profile)).map(({ height }) => height);

    it('have calm air and up to 400 knots', () => {
      expect(heights(profileOf({ windSpeedKt: [0, 400, 30] }))).to.deep.equal([0, 900, 1900]);
      expect(heights(profileOf({ windSpeedKt: [-1, 401, 30] }))).to.deep.equal([1900]);
      expect(heights(profileOf({ windSpeedKt: [10, null, 30] }))).to.deep.equal([0, 1900]);
      expect(heights(profileOf({ windDirDeg: [180, 225, null] }))).to.deep.equal([0, 900]);
    });

    it('rise', () => {
      expect(heights(profileOf({ heightM: [100, 100, 2000] }))).to.deep.equal([0, 1900]);
      expect(heights(profileOf({ heightM: [100, 1000, 900] }))).to.deep.equal([0, 900]);
    });

    it('have the height above the ground also where the ground has none', () => {
      const measured = heights(profileOf({ heightM: [null, 1000, null] }));
      const air = airLevels(profileOf({ heightM: [null, 1000, null] }));
      expect(measured).to.deep.equal(air.map(({ height }) => height));
      expect(heights(profileOf({ heightM: [null, null, null] }))).to.have.length(3);
    });

    it('are left out where neither a height nor the air is known', () => {
      const beyond = profileOf({ heightM: [100, 1000, null], temperatureC: [20, 14, null] });
      expect(heights(beyond)).to.deep.equal([0, 900]);
    });

    it('point where the wind blows to', () => {
      const [south, southwest] = windLevels(profileOf(), airLevels(profileOf()));
      expect(south.u).to.be.closeTo(0, 1e-9);
      expect(south.v).to.be.closeTo((10 * 1852) / 3600, 1e-9);
      expect(southwest.u).to.be.closeTo((20 * 1852) / 3600 / Math.SQRT2, 1e-9);
      expect(southwest.v).to.be.closeTo(southwest.u, 1e-9);
    });
  });
});
