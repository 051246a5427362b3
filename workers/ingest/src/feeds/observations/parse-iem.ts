import { DataError } from '@severe/base';
import { type Feature, readFeatures } from '../../parse/features.ts';
import { neededText, neededTime, numberOf, pointOf, textOf } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { stateOfCountry } from '../../parse/state.ts';
import { converted, type Unit } from '../../parse/units.ts';
import { withHundredsOf } from './metar/pressure.ts';
import { withoutRecent } from './metar/weather.ts';
import { highestCover, type ObservationRow } from './row.ts';

/** What stands for a trace of rain, which is less than can be measured. */
const traceIn = 0.0001;

/**
 * Parses the latest observations of the Iowa Environmental Mesonet, `/api/1/currents.geojson`. Stations in the 48
 * states have three letters; a K is added. The hundreds of the pressure at sea level are checked
 * against the original report.
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
  const raw = textOf(properties.raw);
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
    pressureHpa: withHundredsOf(raw, numberOf(properties.mslp)) ?? measured('alti', 'inHg', 'hPa'),
    visibilityKm: measured('vsby', 'mi', 'km'),
    precip1hMm: numberOf(properties.phour) === traceIn ? 0 : measured('phour', 'in', 'mm'),
    sky: highestCover([1, 2, 3, 4].map((layer) => textOf(properties[`skyc${layer}`]) ?? '')),
    weather: withoutRecent([properties.wxcodes].flat().flatMap((code) => textOf(code)?.split(' ') ?? [])),
    elevationM: null,
    ...pointOf(geometry),
    raw,
  };
}
