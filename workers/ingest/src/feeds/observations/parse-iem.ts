import { DataError } from '@severe/base';
import { type Feature, readFeatures } from '../../parse/features.ts';
import { neededText, neededTime, numberOf, pointOf, textOf } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { stateOfCountry } from '../../parse/state.ts';
import { converted, type Unit } from '../../parse/units.ts';
import { highestCover, type ObservationRow } from './row.ts';

/**
 * Parses the latest observations of the Iowa Environmental Mesonet, `/api/1/currents.geojson`. Stations in the 48
 * states have three letters; a K is added.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseIemObservations(payload: Payload): Parsed<ObservationRow> {
  return collect(
    readFeatures(payload).features,
    ({ properties }, i) => textOf(properties.station) ?? `feature ${i}`,
    readObservation,
  );
}

function readObservation({ properties, geometry }: Feature): ObservationRow {
  const id = neededText(properties.station, 'station');
  if (!/^[A-Z0-9]{3,8}$/.test(id))
    throw new DataError('field', `expected the letters of a station, got ${excerpt(id)}`);
  const measured = (name: string, code: string, unit: Unit) => {
    const value = numberOf(properties[name]);
    return value === null ? null : converted(value, code, unit);
  };
  return {
    station: id.length === 3 ? `K${id}` : id,
    name: textOf(properties.name),
    state: stateOfCountry(properties.state, 'state'),
    source: 'iem',
    at: neededTime(properties.utc_valid, 'utc_valid'),
    temperatureC: measured('tmpf', 'degF', 'degC'),
    dewpointC: measured('dwpf', 'degF', 'degC'),
    humidityPct: numberOf(properties.relh),
    windSpeedKmh: measured('sknt', 'kt', 'km/h'),
    windGustKmh: measured('gust', 'kt', 'km/h'),
    windDirDeg: numberOf(properties.drct),
    pressureHpa: numberOf(properties.mslp) ?? measured('alti', 'inHg', 'hPa'),
    visibilityKm: measured('vsby', 'mi', 'km'),
    precip1hMm: measured('phour', 'in', 'mm'),
    sky: highestCover([1, 2, 3, 4].map((layer) => textOf(properties[`skyc${layer}`]) ?? '')),
    weather: Array.isArray(properties.wxcodes) ? properties.wxcodes.join(' ') || null : textOf(properties.wxcodes),
    elevationM: null,
    ...pointOf(geometry),
    raw: textOf(properties.raw),
  };
}
