import type { Point } from '@severe/geo';
import {
  condensationLevel,
  dewpointOf,
  dryGas,
  gravity,
  kappa,
  mixingRatio,
  moistSlope,
  virtual,
  zeroCelsius,
} from '@severe/thermo';
import { airAt, airGroundM, lapsePerM, type Air } from '../hrrr/air.ts';
import { elevationAt } from '../hrrr/terrain.ts';
import { clamp, mix, roundTo } from '../model/curves.ts';
import { mpsPerKnot, radian } from '../model/plane.ts';
import { synopticAt } from '../model/synoptic.ts';
import { environmentAt, windAround } from '../nexrad/wind.ts';

/** A level of a sounding. */
export interface Level {
  pressureHpa: number;
  heightM: number;
  temperatureC: number;
  dewpointC: number;
  fromDeg: number;
  speedKt: number;
}

/** Spacing of the levels and pressure of the last one, hPa. */
const step = 20;
const highest = 100;

/** The sounding above a place, from the ground up, consistent with the model's temperatures, energy and winds. */
export function profileAt(seed: number, place: Point, time: number): Level[] {
  const air = airAt(synopticAt(seed, time), place.lat, place.lon, time);
  const groundM = Math.round(elevationAt(place.lat, place.lon));
  const wind = windAround(place, seed, { cells: [], lines: [], shields: [] }, time);
  let heightM = groundM;
  let below: { pressure: number; virtualK: number } | undefined;
  return columnOf(air, groundM).map(({ pressure, kelvin, dewpoint }) => {
    const virtualK = virtual(kelvin, mixingRatio(pressure, dewpoint));
    if (below) {
      const mean = (below.virtualK + virtualK) / 2;
      heightM += ((dryGas * mean) / gravity) * Math.log(below.pressure / pressure);
    }
    below = { pressure, virtualK };
    const { east, north } = environmentAt(wind, (heightM - groundM) / 1000);
    return {
      pressureHpa: roundTo(pressure, 10),
      heightM: Math.round(heightM),
      temperatureC: roundTo(kelvin - zeroCelsius, 10),
      dewpointC: roundTo(dewpoint - zeroCelsius, 10),
      fromDeg: Math.round((Math.atan2(-east, -north) / radian + 360) % 360),
      speedKt: Math.round(Math.hypot(east, north) / mpsPerKnot),
    };
  });
}

/** Temperature and dew point by pressure: a mixed layer, the cap, steep lapse rates to 500 hPa, and the tropopause. */
function columnOf(air: Air, groundM: number): { pressure: number; kelvin: number; dewpoint: number }[] {
  const ground = (air.pressure / 100) * (1 - (lapsePerM * groundM) / 288.15) ** 5.2559;
  const kelvin = air.temperature + zeroCelsius - lapsePerM * (groundM - airGroundM);
  const dewpoint = Math.min(air.dewPoint + zeroCelsius, kelvin - 0.5);
  const ratio = mixingRatio(ground, dewpoint);

  const mixedTop = ground - mix(40, 110, clamp((kelvin - dewpoint) / 14, 0, 1));
  const capTop = mixedTop - 30;
  const mixedK = (pressure: number): number => kelvin * (pressure / ground) ** kappa;
  const capK = mixedK(mixedTop) + clamp(-air.cin / 45, 0, 3.5);
  // The air above determines the lifted index. A lapse rate above the dry adiabatic one would be unstable.
  const steepest = capK * (500 / capTop) ** kappa + 1;
  const middleK = Math.max(steepest, liftedTo500(ground, kelvin, dewpoint) + air.liftedIndex);
  const [topHpa, topK] = [200, 213];

  const kelvinAt = (pressure: number): number => {
    if (pressure >= mixedTop) return mixedK(pressure);
    if (pressure >= capTop) return along(mixedTop, mixedK(mixedTop), capTop, capK, pressure);
    if (pressure >= 500) return along(capTop, capK, 500, middleK, pressure);
    return pressure >= topHpa ? along(500, middleK, topHpa, topK, pressure) : topK;
  };
  const dewpointAt = (pressure: number, at: number): number => {
    if (pressure >= mixedTop) return Math.min(dewpointOf(pressure, 0.97 * ratio), at - 0.2);
    const share = along(mixedTop, 0.6, 300, 0.25, Math.max(300, pressure));
    return Math.max(180, dewpointOf(pressure, share * mixingRatio(pressure, at)));
  };

  const marks = [ground, mixedTop, capTop, 500];
  const steps = Array.from({ length: 60 }, (_, i) => Math.floor(ground / step) * step - i * step);
  return [...new Set([...marks, ...steps])]
    .filter((pressure) => pressure <= ground && pressure >= highest)
    .toSorted((one, other) => other - one)
    .map((pressure) => {
      const at = kelvinAt(pressure);
      return { pressure, kelvin: at, dewpoint: dewpointAt(pressure, at) };
    });
}

/** Temperature of surface air lifted to 500 hPa. */
function liftedTo500(ground: number, kelvin: number, dewpoint: number): number {
  const level = condensationLevel(ground, kelvin, dewpoint);
  if (level.pressure <= 500) return kelvin * (500 / ground) ** kappa;
  const steps = 60;
  const each = Math.log(500 / level.pressure) / steps;
  let at = level.kelvin;
  for (let i = 0; i < steps; i++) at += each * moistSlope(level.pressure * Math.exp(each * (i + 0.5)), at);
  return at;
}

/** Interpolates linearly in the logarithm of pressure. */
function along(fromHpa: number, from: number, toHpa: number, to: number, pressure: number): number {
  return mix(from, to, Math.log(pressure / fromHpa) / Math.log(toHpa / fromHpa));
}
