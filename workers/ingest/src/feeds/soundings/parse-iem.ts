import { neededText, neededTime, numberOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { arrayOf, isRecord, type Payload, readJson, recordOf } from '../../parse/payload.ts';
import { profileOf, type SoundingRow } from './row.ts';

/**
 * Parses profiles of the Iowa Environmental Mesonet, `/json/raob.py`, of one station or all. Profiles without levels
 * are ignored.
 *
 * @throws {DataError} for a payload without a list of profiles
 */
export function parseIemSoundings(payload: Payload): Parsed<SoundingRow> {
  const profiles = arrayOf(recordOf(readJson(payload), 'profiles').profiles, 'profiles');
  return collect(
    profiles,
    (value, i) => (isRecord(value) && textOf(value.station)) || `profile ${i}`,
    (value): SoundingRow | Ignored => {
      const { station, valid, profile } = recordOf(value, 'a profile');
      const levels = arrayOf(profile, 'a profile').map((one) => {
        const level = recordOf(one, 'a level');
        return {
          pressureHpa: numberOf(level.pres),
          heightM: numberOf(level.hght),
          temperatureC: numberOf(level.tmpc),
          dewpointC: numberOf(level.dwpc),
          windDirDeg: numberOf(level.drct),
          windSpeedKt: numberOf(level.sknt),
        };
      });
      if (levels.length === 0) return new Ignored('no levels');
      return {
        station: neededText(station, 'station'),
        source: 'iem',
        at: neededTime(valid, 'valid'),
        lon: null,
        lat: null,
        elevationM: null,
        profile: profileOf(levels),
      };
    },
  );
}
