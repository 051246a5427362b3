/**
 * A position in the provider's notation, for example `30199264`: hundredths of a degree north and west, longitudes modulo
 * 100.
 */
export function packed([lon, lat]: readonly number[]): string {
  const digits = (degrees: number): string => String(Math.round(degrees * 100) % 10_000).padStart(4, '0');
  return digits(lat) + digits(-lon);
}
