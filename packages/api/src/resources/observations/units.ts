import { metresPerMile } from '@severe/geo';

/** A unit: name, conversion from the stored unit, and decimals. */
interface Unit {
  name: string;
  of: (stored: number) => number;
  decimals: number;
}

const unit = (name: string, decimals: number, of: Unit['of']): Unit => ({ name, decimals, of });
const times = (factor: number) => (stored: number) => stored * factor;

/** The stored units: degrees Celsius, km/h, hPa, mm, km. */
const metric = {
  temperature: unit('degC', 1, times(1)),
  wind_speed: unit('km/h', 1, times(1)),
  pressure: unit('hPa', 1, times(1)),
  precip: unit('mm', 1, times(1)),
  visibility: unit('km', 1, times(1)),
};

type Quantity = keyof typeof metric;

const imperial: Record<Quantity, Unit> = {
  temperature: unit('degF', 1, (celsius) => celsius * 1.8 + 32),
  wind_speed: unit('mph', 1, times(1000 / metresPerMile)),
  pressure: unit('inHg', 2, times(1 / 33.8638866667)),
  precip: unit('in', 2, times(1 / 25.4)),
  visibility: unit('mi', 2, times(1000 / metresPerMile)),
};

const si: Record<Quantity, Unit> = {
  temperature: unit('K', 2, (celsius) => celsius + 273.15),
  wind_speed: unit('m/s', 1, times(1 / 3.6)),
  pressure: unit('Pa', 0, times(100)),
  precip: unit('m', 4, times(0.001)),
  visibility: unit('m', 0, times(1000)),
};

export const unitSystems = ['imperial', 'metric', 'si'] as const;
export type UnitSystem = (typeof unitSystems)[number];

const systems: Record<UnitSystem, Record<Quantity, Unit>> = { imperial, metric, si };

/** Names of the units of a system, by quantity. */
export function unitNames(system: UnitSystem): Record<Quantity, string> {
  const { temperature, wind_speed, pressure, precip, visibility } = systems[system];
  return {
    temperature: temperature.name,
    wind_speed: wind_speed.name,
    pressure: pressure.name,
    precip: precip.name,
    visibility: visibility.name,
  };
}

/** Converts a stored value to the unit of a system. */
export function inUnits(stored: number | null, quantity: Quantity, system: UnitSystem): number | null {
  if (stored === null) return null;
  const { of, decimals } = systems[system][quantity];
  return rounded(of(stored), decimals);
}

/** Rounds a value to a number of decimals. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0; // no -0
}
