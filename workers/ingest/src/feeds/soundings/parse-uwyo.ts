import { DataError } from '@severe/base';
import { neededNumber, neededTime, numberOf, placeOf } from '../../parse/fields.ts';
import { excerpt, type Payload, readText } from '../../parse/payload.ts';
import { knotsOf, nominalHour, profileOf, type SoundingRow } from './row.ts';

/**
 * Parses the `TEXT:CSV` of the University of Wyoming. Each line has the release time; wind is in m/s.
 *
 * @param station the requested station, which the file does not name
 * @throws {DataError} `no-data` if there is no sounding, `csv` for any other text
 */
export function parseUwyoSounding(payload: Payload, station: string): SoundingRow {
  const text = readText(payload);
  if (/^Unable to retrieve the data/m.test(text)) throw new DataError('no-data', text.trim().slice(0, 120));
  if (!text.startsWith('time,longitude,latitude,pressure_hPa,')) {
    throw new DataError('csv', `expected the header of a sounding, got ${excerpt(text, 60)}`);
  }
  const [names, ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(','));
  const lines = rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
  const [first] = lines;
  if (!first) throw new DataError('no-data', 'the sounding has a header and no levels');
  return {
    station,
    source: 'uwyo',
    at: nominalHour(neededTime(first.time, 'time')),
    ...placeOf([neededNumber(first.longitude, 'longitude'), neededNumber(first.latitude, 'latitude')]),
    elevationM: numberOf(first['geopotential height_m']),
    profile: profileOf(
      lines.map((line) => {
        const speed = numberOf(line['wind speed_m/s']);
        return {
          pressureHpa: numberOf(line.pressure_hPa),
          heightM: numberOf(line['geopotential height_m']),
          temperatureC: numberOf(line.temperature_C),
          dewpointC: numberOf(line['dew point temperature_C']),
          windDirDeg: numberOf(line['wind direction_degree']),
          windSpeedKt: speed === null ? null : knotsOf(speed),
        };
      }),
    ),
  };
}
