import { metresPerMile, mpsPerMph } from '@severe/geo';

/** Unit systems of a text. */
export type Units = 'metric' | 'imperial' | 'si';

const kmhPerMps = 3.6;
const mmPerInch = 25.4;

/** Numbers with units, as a text shows them. Units have the same signs in every language of the service. */
export const quantities = {
  distance(metres: number, units: Units): string {
    return units === 'imperial' ? `${few(metres / metresPerMile)} mi` : `${few(metres / 1000)} km`;
  },
  speed(mps: number, units: Units): string {
    if (units === 'si') return `${Math.round(mps)} m/s`;
    return units === 'imperial' ? `${Math.round(mps / mpsPerMph)} mph` : `${Math.round(mps * kmhPerMps)} km/h`;
  },
  hail(inches: number, units: Units): string {
    return units === 'imperial' ? `${few(inches, 2)} in` : `${few(inches * mmPerInch, 0)} mm`;
  },
  temperature(celsius: number, units: Units): string {
    if (units === 'si') return `${Math.round(celsius + 273.15)} K`;
    return units === 'imperial' ? `${Math.round(celsius * 1.8 + 32)} °F` : `${Math.round(celsius)} °C`;
  },
};

/** Converts a gust of a tag. */
export function mpsOfMph(mph: number): number {
  return mph * mpsPerMph;
}

/** Converts a wind speed of an observation. */
export function mpsOfKmh(kmh: number): number {
  return kmh / kmhPerMps;
}

/** A number with as many decimals as a reader needs: none from 10, else at most `decimals`. */
function few(value: number, decimals = 1): string {
  const scale = value >= 10 ? 1 : 10 ** decimals;
  return String(Math.round(value * scale) / scale);
}
