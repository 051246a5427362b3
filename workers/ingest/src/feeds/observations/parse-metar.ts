import { DataError } from '@severe/base';
import { surfaceStation } from '@severe/catalogue';
import { readBulletin } from '../../parse/bulletin.ts';
import { neededNumber, neededTime, numberOf, placeOf } from '../../parse/fields.ts';
import { collect, collectInTurns, Ignored, newestOf, type Parsed } from '../../parse/parsed.ts';
import { type Payload, readText, excerpt } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { bulletinsIn } from '../../parse/saved-bulletins.ts';
import { resolveDayTime } from '../../parse/times.ts';
import { converted } from '../../parse/units.ts';
import { highestCover, type ObservationRow } from './row.ts';

/** Ends a report, or begins the next one where the sign is missing. Continued lines are indented. */
const betweenReports = /=|\n(?=(?:(?:METAR|SPECI) )?(?:COR )?[A-Z][A-Z0-9]{3} \d{6}Z )/;

/** What remains between reports: the names of the collection, end marks, question marks of the maintenance sign. */
const noReport = /^(?:METAR|SPECI|NNNN|[$\s]*)$/;

/** The first letter of headings of surface data (WMO-No. 386, table A). Forecasts of an aerodrome look like reports. */
const surfaceData = 'S';

/**
 * Parses collectives of METARs, one (`SAUS70 KWBC 081400`) or several one after another. The last report of a station
 * and minute is used, because corrections follow the original.
 *
 * @param near any time within two weeks of the collectives
 * @throws {DataError} `bulletin` without a heading
 */
export function parseMetars(payload: Payload, near: Date): Parsed<ObservationRow> {
  const reports = bulletinsIn([readText(payload)], near).flatMap(({ text: collective, near: received }) => {
    const { text, issuedAt, wmo, awips } = readBulletin(collective, received);
    const other = wmo.startsWith(surfaceData) ? undefined : `${wmo} ${describeProduct(awips)}`;
    return text
      .split(betweenReports)
      .map((report) => report.replaceAll(/\s+/g, ' ').trim())
      .filter((report) => !noReport.test(report))
      .map((report) => ({ report, issuedAt, other }));
  });
  const parsed = collect(
    reports,
    ({ report }) => report.slice(0, 40),
    ({ report, issuedAt, other }) => {
      if (other !== undefined) throw new DataError('bulletin', `expected a heading of observations, got ${other}`);
      return placed(parseMetar(report, issuedAt));
    },
  );
  return newestOf(
    parsed,
    ({ station, at }) => `${station} ${at.toISOString()}`,
    () => true,
    'sent again',
  );
}

/** A report of a collective, which does not say where its station is. */
function placed(row: ObservationRow | Ignored): ObservationRow | Ignored {
  return row instanceof Ignored ? row : { ...row, ...surfaceStation(row.station) };
}

/**
 * Parses the METARs of all stations, `metars.cache.csv`: the original report and the position of its station. The
 * decoded columns are ignored.
 *
 * @throws {DataError} `csv` without a header that begins with `raw_text`
 */
export async function parseMetarCache(payload: Payload): Promise<Parsed<ObservationRow>> {
  const lines = readText(payload).split(/\r?\n/);
  const at = lines.findIndex((line) => line.startsWith('raw_text,'));
  if (at < 0 || at > 20) {
    throw new DataError('csv', `expected the header of METARs, got ${excerpt(lines[0], 60)}`);
  }
  const names = lines[at].split(',');
  const parsed = await collectInTurns(
    lines.slice(at + 1).filter((line) => line.trim() !== ''),
    (line) => line.slice(0, 40),
    (line) => readCached(line, names),
  );
  return newestOf(
    parsed,
    ({ station, at: time }) => `${station} ${time.toISOString()}`,
    () => true,
    'sent again',
  );
}

/** Longitude and latitude of a station without a known position. */
const noPlace = -99.99;

function readCached(line: string, names: string[]): ObservationRow | Ignored {
  const [, quoted, plain, rest] = /^(?:"([^"]*)"|([^,"]*)),(.*)$/.exec(line) ?? [];
  if (rest === undefined) throw new DataError('csv', `expected a report and its columns, got ${excerpt(line)}`);
  const columns = ['', ...rest.split(',')];
  const column = (name: string) => columns[names.indexOf(name)];
  const row = parseMetar(quoted ?? plain, neededTime(column('observation_time'), 'observation_time'));
  if (row instanceof Ignored) return row;
  const [lon, lat] = [neededNumber(column('longitude'), 'longitude'), neededNumber(column('latitude'), 'latitude')];
  if (lat === noPlace && lon === noPlace) return new Ignored('no place');
  const place = placeOf([lon, lat]);
  return { ...row, ...place, elevationM: numberOf(column('elevation_m')) };
}

/** A present-weather group: intensity, descriptor, phenomena. */
const weatherGroup =
  /^(?:[-+]|VC|RE)?(?:MI|PR|BC|DR|BL|SH|TS|FZ)?(?:DZ|RA|SN|SG|IC|PL|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PY|PO|SQ|FC|SS|DS|TS|SH)+$/;

/** Begins the trend of the next two hours, which has groups of the same form. */
const forecast = / (?:TEMPO|BECMG|NOSIG)\b/;

/**
 * Parses one METAR. Temperatures in tenths are read from the remarks if present.
 *
 * @param near any time within two weeks of the report, which has no month
 * @throws {DataError} `metar` without a station and time or without any value
 * @see WMO-No. 306, Volume I.1, FM 15; Federal Meteorological Handbook No. 1, chapter 12
 */
export function parseMetar(report: string, near: Date): ObservationRow | Ignored {
  const [observed, remarks = ''] = report.split(/ RMK ?/, 2);
  const [body] = observed.split(forecast, 1);
  if (/^(?:METAR |SPECI )?[A-Z][A-Z0-9]{3} NIL$/.test(body)) return new Ignored('NIL');
  const [, station, day, rest] = /^(?:METAR |SPECI )?(?:COR )?([A-Z][A-Z0-9]{3}) (\d{6})Z ?(.*)$/.exec(body) ?? [];
  if (!station) throw new DataError('metar', 'expected a station and DDHHMMZ');
  if (/^NIL\b/.test(rest)) return new Ignored('NIL');
  const groups = rest.split(' ');
  const wind = windOf(groups);
  const { temperatureC, dewpointC } = temperaturesOf(groups, remarks);
  const row: ObservationRow = {
    station,
    name: null,
    state: null,
    source: 'nws',
    at: resolveDayTime(day, near),
    temperatureC,
    dewpointC,
    humidityPct: temperatureC === null || dewpointC === null ? null : relativeHumidity(temperatureC, dewpointC),
    ...wind,
    pressureHpa: seaLevelPressure(remarks) ?? altimeter(groups),
    visibilityKm: visibilityOf(rest),
    precip1hMm: precipitation(remarks),
    sky: highestCover(
      groups.flatMap((group) => /^(SKC|CLR|NSC|NCD|CAVOK|FEW|SCT|BKN|OVC|VV)(?:\d{3}|\/\/\/|$)/.exec(group)?.[1] ?? []),
    ),
    weather: groups.filter((group) => weatherGroup.test(group)).join(' ') || null,
    elevationM: null,
    lon: null,
    lat: null,
    raw: report,
  };
  const values = [row.temperatureC, row.windSpeedKmh, row.pressureHpa, row.visibilityKm, row.sky, row.weather];
  if (values.every((value) => value === null)) throw new DataError('metar', 'expected at least one value, got none');
  return row;
}

function windOf(groups: string[]): Pick<ObservationRow, 'windSpeedKmh' | 'windGustKmh' | 'windDirDeg'> {
  const pattern = /^(\d{3}|VRB)P?(\d{2,3})(?:GP?(\d{2,3}))?(KT|MPS|KMH)$/;
  const [, direction, speed, gust, unit] =
    groups.flatMap((group) => [pattern.exec(group) ?? []]).find((m) => m.length) ?? [];
  if (!direction) return { windSpeedKmh: null, windGustKmh: null, windDirDeg: null };
  const code = { KT: 'kt', MPS: 'm_s-1', KMH: 'km_h-1' }[unit] as string;
  const calm = Number(speed) === 0;
  return {
    windSpeedKmh: converted(Number(speed), code, 'km/h'),
    windGustKmh: gust === undefined ? null : converted(Number(gust), code, 'km/h'),
    windDirDeg: direction === 'VRB' || calm ? null : Number(direction) % 360,
  };
}

function temperaturesOf(groups: string[], remarks: string): { temperatureC: number | null; dewpointC: number | null } {
  const tenths = /\bT([01])(\d{3})(?:([01])(\d{3}))?\b/.exec(remarks);
  const whole = groups
    .flatMap((group) => [/^(M?)(\d\d)\/(?:(M?)(\d\d)|\/\/|XX)?$/.exec(group) ?? []])
    .find((m) => m.length);
  const [, signT, t, signD, d] = tenths ?? whole ?? [];
  const value = (sign: string | undefined, digits: string | undefined) =>
    digits === undefined ? null : ((sign === '1' || sign === 'M' ? -1 : 1) * Number(digits)) / (tenths ? 10 : 1) + 0;
  return { temperatureC: value(signT, t), dewpointC: value(signD, d) };
}

/** From the saturation pressures over water (Bolton 1980, equation 10). */
function relativeHumidity(temperatureC: number, dewpointC: number): number {
  const vapour = (c: number) => Math.exp((17.67 * c) / (c + 243.5));
  return Math.min(100, (100 * vapour(dewpointC)) / vapour(temperatureC));
}

/** `SLP036` is 1003.6 hPa, `SLP998` 999.8. */
function seaLevelPressure(remarks: string): number | null {
  const digits = /\bSLP(\d{3})\b/.exec(remarks)?.[1];
  if (digits === undefined) return null;
  return (Number(digits) < 500 ? 10_000 + Number(digits) : 9_000 + Number(digits)) / 10;
}

function altimeter(groups: string[]): number | null {
  for (const group of groups) {
    const [, letter, digits] = /^([AQ])(\d{4})$/.exec(group) ?? [];
    if (letter === 'A') return converted(Number(digits) / 100, 'inHg', 'hPa');
    if (letter === 'Q') return Number(digits);
  }
  return null;
}

/** `10SM`, `1/2SM`, `1 3/4SM`, `M1/4SM` (less than), or metres; 9999 means 10 km or more. */
function visibilityOf(rest: string): number | null {
  const [, whole, above, below] = /(?:^| )[MP]?(\d{1,2})?(?: ?(\d)\/([1-9]\d?))?SM(?: |$)/.exec(rest) ?? [];
  if (whole !== undefined || above !== undefined) {
    return converted(Number(whole ?? 0) + (above ? Number(above) / Number(below) : 0), 'mi', 'km');
  }
  if (/\bCAVOK\b/.test(rest)) return 10;
  const metres = /(?:^| )(\d{4})(?:NDV)?(?: |$)/.exec(rest)?.[1];
  if (metres === undefined) return null;
  return metres === '9999' ? 10 : Number(metres) / 1000;
}

/** `P0046` is 0.46 inches in the last hour; `P0000` is a trace. */
function precipitation(remarks: string): number | null {
  const digits = /\bP(\d{4})\b/.exec(remarks)?.[1];
  return digits === undefined ? null : converted(Number(digits) / 100, 'in', 'mm');
}
