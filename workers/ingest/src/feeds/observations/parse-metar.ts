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
import { partsOf } from './metar/parts.ts';
import { altimeterOf, seaLevelPressureOf } from './metar/pressure.ts';
import { humidityOf, temperaturesOf } from './metar/temperature.ts';
import { visibilityOf } from './metar/visibility.ts';
import { weatherOf } from './metar/weather.ts';
import { windOf } from './metar/wind.ts';
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

/** Longitude and latitude of a station without a known position, where no column is empty. */
const noPlace = -99.99;

/** Elevation of a station whose elevation is not known. */
const noElevationM = 9999;

function readCached(line: string, names: string[]): ObservationRow | Ignored {
  const [, quoted, plain, rest] = /^(?:"([^"]*)"|([^,"]*)),(.*)$/.exec(line) ?? [];
  if (rest === undefined) throw new DataError('csv', `expected a report and its columns, got ${excerpt(line)}`);
  const columns = ['', ...rest.split(',')];
  const column = (name: string) => columns[names.indexOf(name)];
  const row = parseMetar(quoted ?? plain, neededTime(column('observation_time'), 'observation_time'));
  if (row instanceof Ignored) return row;
  const [lon, lat] = [column('longitude'), column('latitude')];
  const isUnplaced = [lon, lat].every((text) => numberOf(text) === noPlace);
  if (isUnplaced || lon === '' || lat === '') return new Ignored('no place');
  const place = placeOf([neededNumber(lon, 'longitude'), neededNumber(lat, 'latitude')]);
  return { ...row, ...place, elevationM: numberOf(column('elevation_m'), [noElevationM]) };
}

/**
 * Parses one METAR. The month and year of its time are those nearest to `near`. Temperatures in tenths and rain are
 * read from the remarks only, pressure at sea level from body and remarks, everything else from the body only; the trend is not read.
 *
 * @param near any time within two weeks of the report, which has no month
 * @throws {DataError} `metar` without a station and time or without any value
 * @see WMO-No. 306, Volume I.1, FM 15; Federal Meteorological Handbook No. 1, chapter 12
 */
export function parseMetar(report: string, near: Date): ObservationRow | Ignored {
  const { body, remarks } = partsOf(report);
  if (/^(?:METAR |SPECI )?[A-Z][A-Z0-9]{3} NIL$/.test(body)) return new Ignored('NIL');
  const [, station, day, rest] = /^(?:METAR |SPECI )?(?:COR )?([A-Z][A-Z0-9]{3}) (\d{6})Z ?(.*)$/.exec(body) ?? [];
  if (!station) throw new DataError('metar', 'expected a station and DDHHMMZ');
  if (/^NIL\b/.test(rest)) return new Ignored('NIL');
  const groups = rest.split(' ');
  const temperatures = temperaturesOf(groups, remarks);
  const altimeterHpa = altimeterOf(groups);
  const row: ObservationRow = {
    station,
    name: null,
    state: null,
    source: 'nws',
    at: resolveDayTime(day, near),
    ...temperatures,
    humidityPct: humidityOf(temperatures),
    ...windOf(groups),
    pressureHpa: seaLevelPressureOf(`${rest} ${remarks}`, altimeterHpa, temperatures.temperatureC) ?? altimeterHpa,
    visibilityKm: visibilityOf(rest),
    precip1hMm: precipitationOf(remarks),
    sky: highestCover(
      groups.flatMap((group) => /^(SKC|CLR|NSC|NCD|CAVOK|FEW|SCT|BKN|OVC|VV)(?:\d{3}|\/\/\/|$)/.exec(group)?.[1] ?? []),
    ),
    weather: weatherOf(groups),
    elevationM: null,
    lon: null,
    lat: null,
    raw: report,
  };
  const values = [row.temperatureC, row.windSpeedKmh, row.pressureHpa, row.visibilityKm, row.sky, row.weather];
  if (values.every((value) => value === null)) throw new DataError('metar', 'expected at least one value, got none');
  return row;
}

/** Rain of the last hour in mm: `P0046` is 0.46 inches; `P0000` is a trace, `P////` is not known. */
function precipitationOf(remarks: string): number | null {
  const digits = /\bP(\d{4})\b/.exec(remarks)?.[1];
  return digits === undefined ? null : converted(Number(digits) / 100, 'in', 'mm');
}
