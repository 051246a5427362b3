import { DataError } from '@severe/base';
import { type Feature, readFeatures } from '../../parse/features.ts';
import { neededText, neededTime, numberOf, pointOf, textOf } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { isRecord, type JsonObject, type Payload } from '../../parse/payload.ts';
import { convertedIfKnown, type Unit } from '../../parse/units.ts';
import { withHundredsOf } from './metar/pressure.ts';
import { withoutRecent } from './metar/weather.ts';
import { knownWord } from '../../parse/unknown-words.ts';
import { highestCover, type ObservationRow, type StationRow } from './row.ts';

/**
 * Parses observations of api.weather.gov, one (`/observations/latest`) or a list (`/observations`). Each value has a
 * unit; `barometricPressure` is the altimeter setting. The list is empty for a station without observations.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseNwsObservations(payload: Payload): Parsed<ObservationRow> {
  return collect(readFeatures(payload).features, nameOf, readObservation);
}

function nameOf({ id }: Feature, i: number): string {
  return typeof id === 'string' ? id.replace(/^.*\/stations\//, '') : `feature ${i}`;
}

function readObservation({ properties, geometry }: Feature): ObservationRow {
  const url = textOf(properties.station);
  const station = textOf(properties.stationid) ?? (url && url.replace(/^.*\//, ''));
  if (!station) throw new DataError('field', 'expected the station of an observation, got none');
  const measured = (name: string, unit: Unit) => measure(properties[name.toLowerCase()], unit);
  const layers = (Array.isArray(properties.cloudlayers) ? properties.cloudlayers : []) as unknown[];
  const weather = (Array.isArray(properties.presentweather) ? properties.presentweather : []) as unknown[];
  const raw = textOf(properties.rawmessage);
  return {
    station,
    name: textOf(properties.stationname),
    state: null,
    source: 'nws',
    at: neededTime(properties.timestamp, 'timestamp'),
    temperatureC: measured('temperature', 'degC'),
    dewpointC: measured('dewpoint', 'degC'),
    humidityPct: measured('relativeHumidity', 'percent'),
    windSpeedKmh: measured('windSpeed', 'km/h'),
    windGustKmh: measured('windGust', 'km/h'),
    windDirDeg: measured('windDirection', 'degree'),
    pressureHpa: withHundredsOf(raw, measured('seaLevelPressure', 'hPa')) ?? measured('barometricPressure', 'hPa'),
    visibilityKm: measured('visibility', 'km'),
    precip1hMm: measured('precipitationLastHour', 'mm'),
    sky: highestCover(layers.map((layer) => (isRecord(layer) && textOf(layer.amount)) || '')),
    weather: withoutRecent(weather.map((one) => (isRecord(one) ? textOf(one.rawString) : null))),
    elevationM: measured('elevation', 'm'),
    ...pointOf(geometry),
    raw,
  };
}

/** Whether a value may be served, by the flags of quality control. @see MADIS Quality Control */
const isTrusted: Record<string, boolean> = { Z: true, C: true, S: true, V: true, T: true, G: true, B: false, X: false, Q: false }; // prettier-ignore

/** Converts a value; null if quality control rejected (`X`) or questioned (`Q`) it, or put it on the list of bad ones (`B`). */
function measure(value: unknown, unit: Unit): number | null {
  if (!isRecord(value)) return null;
  const number = numberOf(value.value);
  const check = textOf(value.qualityControl)?.replace('qc:', '');
  if (number === null || knownWord(isTrusted, check, 'qualityControl') === false) return null;
  return convertedIfKnown(number, textOf(value.unitCode), unit);
}

/**
 * Parses a list of stations, `/gridpoints/…/stations` or `/stations`. @throws {DataError} for any payload that is not a
 * feature list
 */
export function parseStations(payload: Payload): Parsed<StationRow> {
  return collect(readFeatures(payload).features, nameOf, ({ properties, geometry }): StationRow => ({
    station: neededText(properties.stationidentifier, 'stationIdentifier'),
    name: textOf(properties.name),
    ...pointOf(geometry),
    elevationM: measure(properties.elevation, 'm'),
    timezone: textOf(properties.timezone),
    county: lastPart(properties, 'county'),
    zone: lastPart(properties, 'forecast'),
  }));
}

function lastPart(properties: JsonObject, name: string): string | null {
  return textOf(properties[name])?.replace(/^.*\//, '') ?? null;
}
