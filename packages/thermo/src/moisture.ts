/** Temperatures are in kelvin, pressures in hectopascals, ratios in kg/kg. */

/** Gas constants of dry air and vapour, heat capacity of dry air (J/kg/K), latent heat of vaporisation (J/kg). */
export const dryGas = 287.04;
const vapourGas = 461.5;
const dryHeat = 1005.7;
const latentHeat = 2.501e6;
export const gravity = 9.80665;
export const kappa = dryGas / dryHeat;
const epsilon = dryGas / vapourGas;
export const zeroCelsius = 273.15;

/** Saturation vapour pressure over water, also below freezing. @see Bolton (1980), Mon. Wea. Rev. 108, equation 10 */
export function saturationPressure(kelvin: number): number {
  const celsius = kelvin - zeroCelsius;
  return 6.112 * Math.exp((17.67 * celsius) / (celsius + 243.5));
}

/** Mixing ratio of saturated air at a temperature; with the dew point, that of the air. */
export function mixingRatio(pressure: number, kelvin: number): number {
  const vapour = Math.min(saturationPressure(kelvin), pressure / 2); // limits values that no air has
  return (epsilon * vapour) / (pressure - vapour);
}

/** Dew point for a mixing ratio. */
export function dewpointOf(pressure: number, ratio: number): number {
  const log = Math.log((pressure * ratio) / (epsilon + ratio) / 6.112);
  return (243.5 * log) / (17.67 - log) + zeroCelsius;
}

/** Virtual temperature. */
export function virtual(kelvin: number, ratio: number): number {
  return (kelvin * (1 + ratio / epsilon)) / (1 + ratio);
}

/** Potential temperature. */
export function potential(pressure: number, kelvin: number): number {
  return kelvin * (1000 / pressure) ** kappa;
}

/** Lifting condensation level. @see Bolton (1980), equation 15 */
export function condensationLevel(
  pressure: number,
  kelvin: number,
  dewpoint: number,
): { pressure: number; kelvin: number } {
  const at = 1 / (1 / (dewpoint - 56) + Math.log(kelvin / dewpoint) / 800) + 56;
  return { pressure: pressure * (at / kelvin) ** (1 / kappa), kelvin: at };
}

/** Equivalent potential temperature. @see Bolton (1980), equation 43 */
export function equivalentPotential(pressure: number, kelvin: number, dewpoint: number): number {
  const ratio = mixingRatio(pressure, dewpoint);
  const { kelvin: at } = condensationLevel(pressure, kelvin, dewpoint);
  const theta = kelvin * (1000 / pressure) ** (0.2854 * (1 - 0.28 * ratio));
  return theta * Math.exp((3376 / at - 2.54) * ratio * (1 + 0.81 * ratio));
}

/** Pseudo-adiabatic change of temperature with the logarithm of pressure. */
export function moistSlope(pressure: number, kelvin: number): number {
  const ratio = mixingRatio(pressure, kelvin);
  const above = dryGas * kelvin + latentHeat * ratio;
  const below = dryHeat + (latentHeat ** 2 * ratio * epsilon) / (dryGas * kelvin ** 2);
  return above / below;
}
