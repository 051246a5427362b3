/** Relative humidity, percent (Magnus formula). */
export function humidityPct(temperatureC: number, dewpointC: number): number {
  return (100 * vapour(dewpointC)) / vapour(temperatureC);
}

/** Saturation vapour pressure up to a constant factor. */
function vapour(celsius: number): number {
  return Math.exp((17.67 * celsius) / (celsius + 243.5));
}
