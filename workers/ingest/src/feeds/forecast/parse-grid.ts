import { hourMs } from '@severe/async';
import { DataError } from '@severe/base';
import type { Area } from '@severe/geo';
import { neededNumber, neededText, neededTime, numberOf, textOf } from '../../parse/fields.ts';
import { excerpt, arrayOf, isRecord, type JsonObject, type Payload, readJson, recordOf } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { noteUnknownWord } from '../../parse/unknown-words.ts';
import { converted, convertedIfKnown, type Unit } from '../../parse/units.ts';
import { emptyHour, type ForecastHour, type GridForecastRow } from './row.ts';

/** Maximum interval in hours. A longer one is an error. */
const longest = 20 * 24;

interface Layer {
  name: string;
  field:
    | 'temperatureC'
    | 'dewpointC'
    | 'humidityPct'
    | 'precipProbabilityPct'
    | 'precipMm'
    | 'windSpeedMps'
    | 'windGustMps'
    | 'windDirDeg'
    | 'skyCoverPct';
  unit: Unit;
  /** The value is a sum over its interval and is divided among the hours. */
  sum?: boolean;
}

const layers: Layer[] = [
  { name: 'temperature', field: 'temperatureC', unit: 'degC' },
  { name: 'dewpoint', field: 'dewpointC', unit: 'degC' },
  { name: 'relativeHumidity', field: 'humidityPct', unit: 'percent' },
  { name: 'probabilityOfPrecipitation', field: 'precipProbabilityPct', unit: 'percent' },
  { name: 'quantitativePrecipitation', field: 'precipMm', unit: 'mm', sum: true },
  { name: 'windSpeed', field: 'windSpeedMps', unit: 'm/s' },
  { name: 'windGust', field: 'windGustMps', unit: 'm/s' },
  { name: 'windDirection', field: 'windDirDeg', unit: 'degree' },
  { name: 'skyCover', field: 'skyCoverPct', unit: 'percent' },
];

/**
 * Parses the raw layers of a cell, `/gridpoints/{wfo}/{x},{y}`. Each value is valid for an interval (`…/PT3H`), which
 * is expanded into hours.
 *
 * @throws {DataError} for any other payload, or an invalid interval
 */
export function parseGridForecast(payload: Payload): GridForecastRow {
  const feature = recordOf(readJson(payload), 'a cell');
  const properties = recordOf(feature.properties, 'properties');
  if (!isRecord(properties.temperature)) throw new DataError('shape', 'expected the layers of a cell, got none');
  const hours = new Map<number, ForecastHour>();
  const hourAt = (time: number) => {
    const hour = hours.get(time) ?? emptyHour(new Date(time));
    hours.set(time, hour);
    return hour;
  };
  for (const { name, field, unit, sum } of layers) {
    for (const { start, count, value } of intervals(properties[name], unit)) {
      for (let i = 0; i < count; i++) hourAt(start + i * hourMs)[field] = sum ? value / count : value;
    }
  }
  return {
    gridId: neededText(properties.gridId, 'gridId'),
    gridX: neededNumber(properties.gridX, 'gridX'),
    gridY: neededNumber(properties.gridY, 'gridY'),
    issuedAt: neededTime(properties.updateTime, 'updateTime'),
    area: outlineOf(feature),
    hours: [...hours.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

/** The outline of the cell, if present. */
function outlineOf({ geometry }: JsonObject): Area | null {
  return isRecord(geometry) ? repairedArea(geometry) : null;
}

function* intervals(layer: unknown, unit: Unit): Generator<{ start: number; count: number; value: number }> {
  if (!isRecord(layer) || !Array.isArray(layer.values)) return;
  const uom = textOf(layer.uom);
  for (const one of arrayOf(layer.values, 'values')) {
    const { validTime, value } = recordOf(one, 'a value');
    const number = numberOf(value);
    const inUnit = number === null ? null : convertedIfKnown(number, uom, unit);
    if (inUnit !== null) yield { ...readInterval(validTime), value: inUnit };
  }
}

/** Parses `2026-07-15T12:00:00+00:00/P1DT6H`: the first hour and the number of hours. @throws {DataError} `time` */
function readInterval(text: unknown): { start: number; count: number } {
  const [, from, days = 0, hours = 0] = /^(.+)\/P(?:(\d{1,2})D)?(?:T(?:(\d{1,3})H)?)?$/.exec(String(text)) ?? [];
  const count = Number(days) * 24 + Number(hours);
  if (!from || count < 1 || count > longest) {
    throw new DataError('time', `expected a time and a duration of hours, got ${excerpt(text)}`);
  }
  return { start: Math.floor(neededTime(from, 'validTime').getTime() / hourMs) * hourMs, count };
}

/** Compass directions in steps of 22.5 degrees. */
const winds = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];

/**
 * Parses the periods of a cell, `/gridpoints/{wfo}/{x},{y}/forecast/hourly` or `/forecast`. Each temperature has a
 * unit; of a wind such as `5 to 10 mph` the higher value is used.
 *
 * @throws {DataError} for a payload without periods
 */
export function parsePeriods(payload: Payload): GridForecastRow {
  const feature = recordOf(readJson(payload), 'a forecast');
  const properties = recordOf(feature.properties, 'properties');
  return {
    gridId: null,
    gridX: null,
    gridY: null,
    issuedAt: neededTime(properties.updateTime, 'updateTime'),
    area: outlineOf(feature),
    hours: arrayOf(properties.periods, 'periods').map((one) => readPeriod(recordOf(one, 'a period'))),
  };
}

function readPeriod(period: JsonObject): ForecastHour {
  const temperature = numberOf(period.temperature);
  const from = textOf(period.windDirection);
  const direction = winds.indexOf(from ?? '');
  if (from !== null && direction < 0) noteUnknownWord('windDirection', from);
  return {
    ...emptyHour(neededTime(period.startTime, 'startTime')),
    temperatureC:
      temperature === null ? null : convertedIfKnown(temperature, `deg${String(period.temperatureUnit)}`, 'degC'),
    dewpointC: quantity(period.dewpoint, 'degC'),
    humidityPct: quantity(period.relativeHumidity, 'percent'),
    precipProbabilityPct: quantity(period.probabilityOfPrecipitation, 'percent'),
    windSpeedMps: windInWords(textOf(period.windSpeed)),
    windDirDeg: direction < 0 ? null : direction * 22.5,
    sky: textOf(period.shortForecast),
  };
}

function quantity(value: unknown, unit: Unit): number | null {
  if (!isRecord(value)) return null;
  const number = numberOf(value.value);
  return number === null ? null : convertedIfKnown(number, textOf(value.unitCode), unit);
}

function windInWords(text: string | null): number | null {
  const [, speed, unit] = /(?<!\d)(\d+) (mph|km\/h)$/.exec(text ?? '') ?? [];
  return speed === undefined ? null : converted(Number(speed), unit === 'mph' ? 'mi_h-1' : 'km_h-1', 'm/s');
}
