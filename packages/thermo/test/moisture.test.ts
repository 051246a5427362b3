import {
  condensationLevel,
  dewpointOf,
  equivalentPotential,
  mixingRatio,
  moistSlope,
  saturationPressure,
  virtual,
} from '@severe/thermo';
import { expect } from 'chai';

describe('thermo/moisture', () => {
  it('has the saturation pressures of the Smithsonian tables to a third of a percent', () => {
    // hPa over water, Smithsonian Meteorological Tables, table 94
    for (const [celsius, hPa] of [
      [-30, 0.5088],
      [0, 6.1078],
      [20, 23.373],
      [35, 56.236],
    ]) {
      expect(saturationPressure(celsius + 273.15) / hPa, `${celsius} °C`).to.be.closeTo(1, 0.0033);
    }
  });

  it('inverts the dew point', () => {
    for (const dewpoint of [230, 260, 285, 298]) {
      expect(dewpointOf(900, mixingRatio(900, dewpoint))).to.be.closeTo(dewpoint, 1e-9);
    }
  });

  it('puts the condensation level where dry ascent meets the mixing ratio', () => {
    const { pressure, kelvin } = condensationLevel(959, 295.45, 292.25);
    expect(kelvin).to.be.closeTo(295.45 * (pressure / 959) ** (287.04 / 1005.7), 1e-9);
    expect(mixingRatio(pressure, kelvin)).to.be.closeTo(mixingRatio(959, 292.25), 2e-5);
  });

  it('cools saturated air by 5 to 6 degrees a kilometre near the ground and nearly dry when it is cold', () => {
    // dT/dlnp at 1000 hPa, 20 °C; Smithsonian tables: 0.388 K/hPa dry is 0.2854 T, saturated 0.43 of it
    const dry = (kelvin: number) => (287.04 / 1005.7) * kelvin;
    expect(moistSlope(1000, 293.15) / dry(293.15)).to.be.closeTo(0.44, 0.02);
    expect(moistSlope(300, 213.15) / dry(213.15)).to.be.closeTo(1, 0.02);
  });

  it('makes moist air lighter, and keeps equivalent potential temperature through the ascent', () => {
    expect(virtual(300, 0.016)).to.be.closeTo(300 * (1 + 0.608 * 0.016), 0.05);
    const ground = equivalentPotential(959, 295.45, 292.25);
    const { pressure, kelvin } = condensationLevel(959, 295.45, 292.25);
    expect(equivalentPotential(pressure, kelvin, kelvin)).to.be.closeTo(ground, 0.1);
  });
});
