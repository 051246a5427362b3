/** Temperature and dew point, in °C. */
interface Temperatures {
  temperatureC: number | null;
  dewpointC: number | null;
}

const inTenths = /\bT([01])(\d{3})(?:([01])(\d{3}))?\b/;
const inDegrees = /^(M?)(\d\d)\/(?:(M?)(\d\d)|\/\/|XX)?$/;

/**
 * The temperatures of a report, in tenths from the remarks (`T10561078` is −5.6 and −7.8) if they have them, else the whole
 * degrees of the body (`M06/M08`). The sign is the first digit of each, 1 below zero, or the letter M.
 */
export function temperaturesOf(groups: string[], remarks: string): Temperatures {
  const [, signT, t, signD, d] = inTenths.exec(remarks) ?? [];
  const [, minusT, wholeT, minusD, wholeD] =
    groups.flatMap((group) => [inDegrees.exec(group) ?? []]).find((match) => match.length > 0) ?? [];
  return {
    temperatureC: signed(t, signT === '1', 10) ?? signed(wholeT, minusT === 'M', 1),
    dewpointC: signed(d, signD === '1', 10) ?? signed(wholeD, minusD === 'M', 1),
  };
}

function signed(digits: string | undefined, isBelowZero: boolean, parts: number): number | null {
  if (digits === undefined) return null;
  return ((isBelowZero ? -1 : 1) * Number(digits)) / parts + 0; // no negative zero
}

/** Relative humidity in percent, from the saturation pressures over water (Bolton 1980, equation 10). */
export function humidityOf({ temperatureC, dewpointC }: Temperatures): number | null {
  if (temperatureC === null || dewpointC === null) return null;
  const vapour = (c: number) => Math.exp((17.67 * c) / (c + 243.5));
  return Math.min(100, (100 * vapour(dewpointC)) / vapour(temperatureC));
}
