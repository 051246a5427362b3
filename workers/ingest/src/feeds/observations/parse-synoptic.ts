import { DataError } from '@severe/base';
import { lookUp, neededNumber, neededText, neededTime, numberOf, placeOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { arrayOf, isRecord, type JsonObject, type Payload, readJson, recordOf } from '../../parse/payload.ts';
import { stateOfCountry } from '../../parse/state.ts';
import { converted, convertedIfKnown, type Unit } from '../../parse/units.ts';
import type { ObservationRow } from './row.ts';

/** Unit codes of `converted` by the unit names of the response. */
const unitCodes: Record<string, string> = {
  Celsius: 'degC',
  Fahrenheit: 'degF',
  Kelvin: 'K',
  'm/s': 'm_s-1',
  kts: 'kt',
  kph: 'km_h-1',
  'km/h': 'km_h-1',
  mph: 'mi_h-1',
  Pascals: 'Pa',
  Millibars: 'hPa',
  'Statute miles': 'mi',
  Kilometers: 'km',
  Meters: 'm',
  Millimeters: 'mm',
  Inches: 'in',
  '%': 'percent',
  Degrees: 'degree_(angle)',
};

/**
 * Parses the latest observations of Synoptic Data, `/v2/stations/latest`. Errors have status 200 and a code other than
 * 1. `UNITS` has the unit of each variable. Derived values (`…_1d`) are used if no measured value exists.
 *
 * @throws {DataError} `upstream-error` for an error, `shape` when the payload has no stations
 */
export function parseSynoptic(payload: Payload): Parsed<ObservationRow> {
  const response = recordOf(readJson(payload), 'a response');
  const summary = recordOf(response.SUMMARY, 'SUMMARY');
  const code = numberOf(summary.RESPONSE_CODE);
  if (code === 2) return { rows: [], refused: [], ignored: {} }; // no station has data
  if (code !== 1) {
    throw new DataError('upstream-error', `expected code 1, got ${String(code)}: ${String(summary.RESPONSE_MESSAGE)}`);
  }
  const units = recordOf(response.UNITS, 'UNITS');
  return collect(
    arrayOf(response.STATION, 'STATION'),
    (station, i) => (isRecord(station) && textOf(station.STID)) || `station ${i}`,
    (station) => readStation(recordOf(station, 'a station'), units),
  );
}

function readStation(station: JsonObject, units: JsonObject): ObservationRow | Ignored {
  const observations = recordOf(station.OBSERVATIONS, 'OBSERVATIONS');
  const times: Date[] = [];
  const measured = (name: string, unit: Unit): number | null => {
    const one = observations[`${name}_value_1`] ?? observations[`${name}_value_1d`];
    const value = isRecord(one) ? numberOf(one.value) : null;
    if (!isRecord(one) || value === null) return null;
    times.push(neededTime(one.date_time, 'date_time'));
    const named = textOf(units[name]);
    return convertedIfKnown(value, lookUp(unitCodes, named) ?? named, unit);
  };
  const values = {
    temperatureC: measured('air_temp', 'degC'),
    dewpointC: measured('dew_point_temperature', 'degC'),
    humidityPct: measured('relative_humidity', 'percent'),
    windSpeedKmh: measured('wind_speed', 'km/h'),
    windGustKmh: measured('wind_gust', 'km/h'),
    windDirDeg: measured('wind_direction', 'degree'),
    pressureHpa: measured('sea_level_pressure', 'hPa') ?? measured('altimeter', 'hPa'),
    visibilityKm: measured('visibility', 'km'),
    precip1hMm: measured('precip_accum_one_hour', 'mm'),
  };
  if (times.length === 0) return new Ignored('no values');
  const feet = numberOf(station.ELEVATION);
  return {
    station: neededText(station.STID, 'STID'),
    name: textOf(station.NAME),
    state: stateOfCountry(station.STATE, 'STATE'),
    source: 'synoptic',
    at: new Date(Math.max(...times.map(Number))),
    ...values,
    sky: null,
    weather: null,
    elevationM: feet === null ? null : converted(feet, 'ft', 'm'),
    ...placeOf([neededNumber(station.LONGITUDE, 'LONGITUDE'), neededNumber(station.LATITUDE, 'LATITUDE')]),
    raw: null,
  };
}
