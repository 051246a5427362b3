import { DataError } from '@severe/base';
import { findSoundingStation, soundingStationNear, type SoundingStation } from '@severe/catalogue';
import type { NewSounding, SoundingParameters, SoundingProfile } from '@severe/db';
import { derive } from '@severe/thermo';
import type { Parsed } from '../../parse/parsed.ts';
import type { Payload } from '../../parse/payload.ts';
import { parseIemSoundings } from './parse-iem.ts';
import { parseIgraSoundings } from './parse-igra.ts';
import { parseUwyoSounding } from './parse-uwyo.ts';
import type { SoundingRow } from './row.ts';

/**
 * As `parseIemSoundings`, with derived parameters. Soundings of stations that are not served are counted as ignored.
 */
export function readIemSoundings(payload: Payload): Parsed<NewSounding> {
  return ofStations(parseIemSoundings(payload));
}

/** As `parseIgraSoundings`, with derived parameters. */
export function readIgraSoundings(payload: Payload): Parsed<NewSounding> {
  return ofStations(parseIgraSoundings(payload));
}

function ofStations(parsed: Parsed<SoundingRow>): Parsed<NewSounding> {
  const rows = parsed.rows.flatMap((row) => {
    const station = findSoundingStation(row.station);
    return station ? [derived(row, station)] : [];
  });
  const others = parsed.rows.length - rows.length;
  const ignored = others > 0 ? { ...parsed.ignored, 'station not served': others } : parsed.ignored;
  return { ...parsed, rows, ignored };
}

/**
 * As `parseUwyoSounding`, with derived parameters. The station is found by the launch position.
 *
 * @throws {DataError} `place` if there is no station at the position
 */
export function readUwyoSounding(payload: Payload): NewSounding {
  const row = parseUwyoSounding(payload, '');
  const { lat, lon } = row;
  const station = lat !== null && lon !== null && soundingStationNear({ lat, lon });
  if (!station) throw new DataError('place', `expected a sounding of a station, got one at ${lat},${lon}`);
  return derived(row, station);
}

/** A sounding at the position of its station, because sources do not agree on it. */
function derived({ at, source, profile }: SoundingRow, { icao, state, lon, lat }: SoundingStation): NewSounding {
  return { station: icao, state, lon, lat, at, source, profile, ...parametersOf(profile) };
}

/** Derived parameters of a sounding. Energies and levels are those of the surface parcel. */
function parametersOf(profile: SoundingProfile): SoundingParameters {
  const { surface, pwatMm, srh1km, srh3km, shear6kmMps, stp, scp } = derive(profile);
  return {
    capeJkg: surface?.cape ?? null,
    cinJkg: surface?.cin ?? null,
    liftedIndexK: surface?.liftedIndex ?? null,
    pwatMm,
    srh1km,
    srh3km,
    shear6kmMps,
    stp,
    scp,
    lclM: surface?.lclM ?? null,
    elM: surface?.elM ?? null,
  };
}
