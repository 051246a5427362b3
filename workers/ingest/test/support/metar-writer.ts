/** What a station has observed, as integers. */
export interface Observed {
  at: Date;
  /** Pressure at sea level, in tenths of hPa. */
  seaLevelTenths: number;
  /** Altimeter setting less pressure at sea level, in hPa. */
  altimeterHpa: number;
  temperatureTenths: number;
  /** Temperature less dew point. */
  spreadTenths: number;
  /** Whether the remarks have temperatures in tenths. */
  hasTenths: boolean;
  windFrom: number;
  windKt: number;
  gustKt: number | null;
  visibility: { quarterMiles: number } | { metres: number; side: string };
  weather: string[];
  rainHundredths: number | null;
  /** Groups that look like others. */
  decoys: ('recent' | 'trend' | 'extremes' | 'tendency')[];
}

const digits = (value: number, count: number): string => String(Math.abs(value) % 10 ** count).padStart(count, '0');

/** Writes a METAR of these values, as the Federal Meteorological Handbook No. 1 has it. */
export function writeMetar(observed: Observed): string {
  const { at, seaLevelTenths, altimeterHpa, temperatureTenths, spreadTenths, decoys } = observed;
  const dewpointTenths = temperatureTenths - spreadTenths;
  const inches = Math.round(((seaLevelTenths / 10 + altimeterHpa) / 33.8638866667) * 100);
  const has = (decoy: Observed['decoys'][number], group: string): string[] => (decoys.includes(decoy) ? [group] : []);
  const gust = observed.gustKt === null ? '' : `G${digits(observed.gustKt, observed.gustKt > 99 ? 3 : 2)}`;
  return [
    'METAR KOUN',
    `${at.toISOString().slice(8, 16).replaceAll(/\D/g, '')}Z`,
    `${digits(observed.windFrom, 3)}${digits(observed.windKt, observed.windKt > 99 ? 3 : 2)}${gust}KT`,
    visibilityText(observed.visibility),
    ...observed.weather,
    'BKN020',
    `${wholeDegrees(temperatureTenths)}/${wholeDegrees(dewpointTenths)}`,
    `A${digits(inches, 4)}`,
    ...has('recent', 'RETSRA'),
    ...has('trend', 'TEMPO 36050G70KT 0500 +TSGR OVC001'),
    'RMK AO2 PK WND 28099/1534',
    `SLP${digits(seaLevelTenths, 3)}`,
    ...(observed.rainHundredths === null ? [] : [`P${digits(observed.rainHundredths, 4)}`]),
    ...has('extremes', '10399 21399 403991399 60217 70300'),
    ...(observed.hasTenths ? [`T${inTenths(temperatureTenths)}${inTenths(dewpointTenths)}`] : []),
    ...has('tendency', '58033'),
  ].join(' ');
}

function wholeDegrees(tenths: number): string {
  const degrees = Math.round(tenths / 10);
  return `${tenths < 0 ? 'M' : ''}${digits(degrees, 2)}`;
}

function inTenths(tenths: number): string {
  return `${tenths < 0 ? 1 : 0}${digits(tenths, 3)}`;
}

const fractions = ['', '1/4', '1/2', '3/4'];

function visibilityText(visibility: Observed['visibility']): string {
  if ('metres' in visibility) return `${digits(visibility.metres, 4)}${visibility.side}`;
  const whole = Math.floor(visibility.quarterMiles / 4);
  return `${[whole || '', fractions[visibility.quarterMiles % 4]].filter(Boolean).join(' ')}SM`;
}
