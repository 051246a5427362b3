import { DataError } from '@severe/base';
import { findSoundingStation, soundingStationNear, type SoundingStation } from '@severe/catalogue';
import type { NewSounding } from '@severe/db';
import type { Parsed } from '../../parse/parsed.ts';
import type { Payload } from '../../parse/payload.ts';
import { parametersOf } from './parameters.ts';
import { parseIemSoundings } from './parse-iem.ts';
import { parseUwyoSounding } from './parse-uwyo.ts';
import type { SoundingRow } from './row.ts';

/** As `parseIemSoundings`, with what follows from each; those of stations that are not served are counted. */
export function readIemSoundings(payload: Payload): Parsed<NewSounding> {
  const parsed = parseIemSoundings(payload);
  const rows = parsed.rows.flatMap((row) => {
    const station = findSoundingStation(row.station);
    return station ? [derived(row, station)] : [];
  });
  const others = parsed.rows.length - rows.length;
  const ignored = others > 0 ? { ...parsed.ignored, 'station not served': others } : parsed.ignored;
  return { ...parsed, rows, ignored };
}

/**
 * As `parseUwyoSounding`, with what follows from it. The file tells no station, but where the balloon was let go.
 *
 * @throws {DataError} `place` where that is no station's
 */
export function readUwyoSounding(payload: Payload): NewSounding {
  const row = parseUwyoSounding(payload, '');
  const { lat, lon } = row;
  const station = lat !== null && lon !== null && soundingStationNear({ lat, lon });
  if (!station) throw new DataError('place', `expected a sounding of a station, got one at ${lat},${lon}`);
  return derived(row, station);
}

/** At the place of the station: sources do not agree on it. */
function derived({ at, source, profile }: SoundingRow, { icao, state, lon, lat }: SoundingStation): NewSounding {
  return { station: icao, state, lon, lat, at, source, profile, ...parametersOf(profile) };
}
