import { formatTime } from '@severe/base';
import { findSoundingStation } from '@severe/catalogue';
import type { FullSounding, SoundingRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { recordText } from '../../shared/feature.ts';
import type { soundingProperties } from './schema.ts';

/** Properties of a sounding feature, also the members of a flat record. */
export function presentSounding(sounding: SoundingRow): TypeOf<typeof soundingProperties> {
  const { id, station, at, source } = sounding;
  return {
    id,
    station,
    name: findSoundingStation(station)?.name ?? station,
    time: formatTime(at),
    source,
    cape_jkg: rounded(sounding.capeJkg),
    cin_jkg: rounded(sounding.cinJkg),
    lifted_index_k: rounded(sounding.liftedIndexK, 1),
    pwat_mm: rounded(sounding.pwatMm, 1),
    srh_0_1km: rounded(sounding.srh1km),
    srh_0_3km: rounded(sounding.srh3km),
    shear_0_6km_mps: rounded(sounding.shear6kmMps, 1),
    stp: rounded(sounding.stp, 1),
    scp: rounded(sounding.scp, 1),
    lcl_m: rounded(sounding.lclM),
    el_m: rounded(sounding.elM),
  };
}

/** A flat record with levels. */
export function fullSoundingRecord(sounding: FullSounding): string {
  const { profile, geometry } = sounding;
  return recordText(presentSounding(sounding), geometry, {
    profile: {
      pressure_hpa: profile.pressureHpa,
      height_m: profile.heightM,
      temperature_c: profile.temperatureC,
      dewpoint_c: profile.dewpointC,
      wind_dir_deg: profile.windDirDeg,
      wind_speed_kt: profile.windSpeedKt,
    },
  });
}

function rounded(value: number | null, decimals = 0): number | null {
  return value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals + 0; // no -0
}
