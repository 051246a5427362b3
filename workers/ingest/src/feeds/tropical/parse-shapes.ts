import { DataError } from '@severe/base';
import { type Feature, readFeatures } from '../../parse/features.ts';
import { exactUtc, lookUp, numberOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, newestOf, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type JsonObject, type Payload } from '../../parse/payload.ts';
import { repairedArea, repairedLine } from '../../parse/shapes.ts';
import { localTimeLine } from '../../parse/times.ts';
import { riskOf } from './parse-outlook.ts';
import { advisoryOf, type Basin, type DrawnAreaRow, type StormGustRow, type StormShapeRow } from './row.ts';

/**
 * Parses a layer of cones or forecast tracks of the map service (`NHC_tropical_weather_summary`). `idp_source` begins
 * with the storm and the advisory: `al062026-028_5day_pgn`. If a storm has several outlines, the one with the longest
 * forecast is used.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseStormShapes(payload: Payload, kind: StormShapeRow['kind']): Parsed<StormShapeRow> {
  const parsed = collect(readFeatures(payload).features, nameOf(kind), ({ properties, geometry }) => {
    const shape = kind === 'cone' ? repairedArea(geometry) : repairedLine(geometry);
    if (!shape) throw new DataError('place', `expected a ${kind}, got no geometry`);
    const issuedAt = localTimeLine(textOf(properties.advdate) ?? '')?.at ?? null;
    return { hours: numberOf(properties.fcstprd) ?? 0, row: { ...stormOf(properties), kind, issuedAt, shape } };
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
  return collect(readFeatures(payload).features, nameOf('point'), ({ properties }) => {
    if (numberOf(properties.tau) !== 0) return new Ignored('forecast');
    return { ...stormOf(properties), gustKt: numberOf(properties.gust, [0]) };
  });
}

const nameOf =
  (kind: string) =>
  ({ properties }: Feature, i: number) =>
    `${kind} ${textOf(properties.idp_source) ?? `feature ${i}`}`;

function stormOf({ idp_source: source, advisnum }: JsonObject): { stormId: string; advisory: string | null } {
  const [, stormId, number] = /^((?:al|ep|cp)\d{6})(?:[-.](\d+[a-z]?))?/i.exec(textOf(source) ?? '') ?? [];
  if (!stormId) throw new DataError('field', `expected a storm in idp_source, got ${excerpt(source)}`);
  const advisory = textOf(advisnum) ?? number;
  return { stormId: stormId.toLowerCase(), advisory: advisory === undefined ? null : advisoryOf(advisory) };
}

/**
 * Parses the layer of formation areas. Areas without a number get the free numbers.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseOutlookAreas(payload: Payload): Parsed<DrawnAreaRow> {
  const used = new Set<string>();
  return collect(
    readFeatures(payload).features,
    ({ properties }, i) => `${textOf(properties.basin) ?? 'basin'} area ${textOf(properties.area) ?? i}`,
    (feature) => {
      const read = readArea(feature);
      if (read instanceof Ignored) return read;
      const isTaken = (number: number) => used.has(`${read.basin} ${number}`);
      let area = read.area ?? 1;
      if (read.area === null) while (isTaken(area)) area++;
      if (isTaken(area)) throw new DataError('field', `expected an area once, got ${read.basin} ${area} again`);
      used.add(`${read.basin} ${area}`);
      return { ...read, area };
    },
  );
}

const basins: Record<string, Basin> = {
  atlantic: 'al',
  'eastern pacific': 'ep',
  'east pacific': 'ep',
  'central pacific': 'cp',
};

function readArea({ properties, geometry }: Feature): (Omit<DrawnAreaRow, 'area'> & { area: number | null }) | Ignored {
  const basin = lookUp(basins, textOf(properties.basin)?.toLowerCase());
  if (!basin) throw new DataError('field', `expected a basin, got ${excerpt(properties.basin)}`);
  const shape = repairedArea(geometry);
  if (!shape) return new Ignored('no outline');
  const percent = (value: unknown) => wholeOf(textOf(value)?.replace('%', ''), 0, 100);
  const risk = (value: unknown) => {
    const word = textOf(value);
    return word && riskOf(word);
  };
  return {
    basin,
    area: wholeOf(properties.area, 1, 99),
    probability2day: percent(properties.prob2day),
    probability7day: percent(properties.prob7day),
    risk2day: risk(properties.risk2day),
    risk7day: risk(properties.risk7day),
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
