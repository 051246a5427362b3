import type { Profile } from '@severe/thermo';

const { exp, tanh } = Math;

/**
 * The profile that supercells have been modelled in since 1982: a smooth troposphere with a mixed layer of a given
 * vapour, g/kg, and a hodograph that turns through a quarter circle and then runs straight.
 *
 * @see Weisman and Klemp (1982), Mon. Wea. Rev. 110, equations 1 and 2
 */
export function weismanKlemp(mixedVapour: number): Profile {
  const profile: Profile = {
    pressureHpa: [],
    heightM: [],
    temperatureC: [],
    dewpointC: [],
    windDirDeg: [],
    windSpeedKt: [],
  };
  const [tropopause, thetaTop, thetaGround, kelvinTop] = [12_000, 343, 300, 213];
  let exner = 1; // (p / 1000 hPa)^(R/cp), from hydrostatic balance
  let thetaBelow = thetaGround;
  const step = 250;
  for (let z = 0; z <= 16_000; z += step) {
    const theta =
      z <= tropopause
        ? thetaGround + (thetaTop - thetaGround) * (z / tropopause) ** 1.25
        : thetaTop * exp((9.81 / (1004 * kelvinTop)) * (z - tropopause));
    if (z > 0) exner -= (9.81 * step) / (1004 * ((theta + thetaBelow) / 2));
    thetaBelow = theta;
    const pressure = 1000 * exner ** (1004 / 287);
    const kelvin = theta * exner;
    const humidity = z <= tropopause ? 1 - 0.75 * (z / tropopause) ** 1.25 : 0.25;
    const saturated = 6.112 * exp((17.67 * (kelvin - 273.15)) / (kelvin - 29.65));
    const moist = (mixedVapour / 1000) * pressure * (1 / (0.622 + mixedVapour / 1000));
    const vapour = Math.min(humidity * saturated, moist);
    const log = Math.log(vapour / 6.112);
    profile.pressureHpa.push(pressure);
    profile.heightM.push(z + 350);
    profile.temperatureC.push(kelvin - 273.15);
    profile.dewpointC.push((243.5 * log) / (17.67 - log));
    // a quarter circle of 7 m/s up to 2 km, then 31 m/s of westerly wind gained up to 6 km
    const turn = (Math.PI / 2) * Math.min(1, z / 2000);
    const u = -7 * Math.cos(turn) + 31 * tanh(Math.max(0, z - 2000) / 2500);
    const v = 7 * Math.sin(turn) - 7;
    profile.windDirDeg.push(((Math.atan2(-u, -v) * 180) / Math.PI + 360) % 360);
    profile.windSpeedKt.push((Math.hypot(u, v) * 3600) / 1852);
  }
  return profile;
}
