import { DataError } from '@severe/base';
import { type Feature, readAllFeatures } from '../../parse/features.ts';
import { exactUtc, numberOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, newestOf, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type JsonObject, type Payload } from '../../parse/payload.ts';
import { repairedArea, repairedLine } from '../../parse/shapes.ts';
import { localTimeLine } from '../../parse/times.ts';
import { basinOfArea } from './basins.ts';
import { riskOf } from './parse-outlook.ts';
import { advisoryOf, basinOf, type DrawnAreaRow, type StormGustRow, type StormShapeRow } from './row.ts';

/**
 * Parses a layer of cones or forecast tracks of the map service (`NHC_tropical_weather_summary`). `idp_source` begins
 * with the storm and the advisory: `al062026-028_5day_pgn`. If a storm has several outlines, the one with the longest
 * forecast is used.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseStormShapes(payload: Payload, kind: StormShapeRow['kind']): Parsed<StormShapeRow> {
  const parsed = collect(readAllFeatures(payload), nameOf(kind), ({ properties, geometry }) => {
    const storm = stormOf(properties);
    if (!basinOf(storm.stormId)) return new Ignored(elsewhere);
    const shape = kind === 'cone' ? repairedArea(geometry) : repairedLine(geometry);
    if (!shape) throw new DataError('place', `expected a ${kind}, got no geometry`);
    const issuedAt = localTimeLine(textOf(properties.advdate) ?? '')?.at ?? null;
    return { hours: numberOf(properties.fcstprd) ?? 0, row: { ...storm, kind, issuedAt, shape } };
  });
  const furthest = newestOf(
    parsed,
    ({ row }) => row.stormId,
    (one, other) => one.hours > other.hours,
    'reaches less far ahead',
  );
  return { ...furthest, rows: furthest.rows.map(({ row }) => row) };
}

/** Parses gusts from the layer of forecast points. @throws {DataError} for any payload that is not a feature list */
export function parseStormGusts(payload: Payload): Parsed<StormGustRow> {
  return collect(readAllFeatures(payload), nameOf('point'), ({ properties }) => {
    if (numberOf(properties.tau) !== 0) return new Ignored('forecast');
    const storm = stormOf(properties);
    return basinOf(storm.stormId) ? { ...storm, gustKt: numberOf(properties.gust, [0]) } : new Ignored(elsewhere);
  });
}

const elsewhere = 'of another basin';

const nameOf =
  (kind: string) =>
  ({ properties }: Feature, i: number) =>
    `${kind} ${textOf(properties.idp_source) ?? `feature ${i}`}`;

function stormOf({ idp_source: source, advisnum }: JsonObject): { stormId: string; advisory: string | null } {
  const [, stormId, number] = /^([a-z]{2}\d{6})(?:[-.](\d+[a-z]?))?/i.exec(textOf(source) ?? '') ?? [];
  if (!stormId) throw new DataError('field', `expected a storm in idp_source, got ${excerpt(source)}`);
  const advisory = textOf(advisnum) ?? number;
  return { stormId: stormId.toLowerCase(), advisory: advisory === undefined ? null : advisoryOf(advisory) };
}

/**
 * Parses the layer of formation areas. Areas without a number of their own in their basin get the free numbers.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseOutlookAreas(payload: Payload): Parsed<DrawnAreaRow> {
  const used = new Set<string>();
  const seen = new Set<string>();
  return collect(
    readAllFeatures(payload),
    ({ properties }, i) => `${textOf(properties.basin) ?? 'basin'} area ${textOf(properties.area) ?? i}`,
    (feature) => {
      const read = readArea(feature);
      if (read instanceof Ignored) return read;
      const all = JSON.stringify(read);
      if (seen.has(all)) return new Ignored('given twice');
      seen.add(all);
      const isTaken = (number: number) => used.has(`${read.basin} ${number}`);
      let area = read.area !== null && !isTaken(read.area) ? read.area : 1;
      while (isTaken(area)) area++;
      used.add(`${read.basin} ${area}`);
      return { ...read, area };
    },
  );
}

function readArea({ properties, geometry }: Feature): (Omit<DrawnAreaRow, 'area'> & { area: number | null }) | Ignored {
  const shape = repairedArea(geometry);
  if (!shape) return new Ignored('no outline');
  const percent = (value: unknown) => wholeOf(textOf(value)?.replace('%', ''), 0, 100);
  const risk = (name: string) => {
    const word = textOf(properties[name]);
    return word && riskOf(word, name);
  };
  return {
    basin: basinOfArea(textOf(properties.basin), shape),
    area: wholeOf(properties.area, 1, 99),
    probability2day: percent(properties.prob2day),
    probability7day: percent(properties.prob7day),
    risk2day: risk('risk2day'),
    risk7day: risk('risk7day'),
    issuedAt: issueOf(textOf(properties.idp_source)),
    shape,
  };
}

function wholeOf(value: unknown, lowest: number, highest: number): number | null {
  const number = numberOf(value);
  return Number.isInteger(number) && number! >= lowest && number! <= highest ? number : null;
}

/** Parses the time in `gtwo_areas_202607220600`. */
function issueOf(source: string | null): Date | null {
  const [, year, month, day, hour, minute] = /_(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(source ?? '') ?? [];
  return year ? exactUtc([+year, +month, +day, +hour, +minute]) : null;
}
