import { type Ascent, ascend } from './ascent.ts';
import { significantTornado, supercellComposite } from './composites.ts';
import { type AirLevel, airLevels, type Profile, windLevels } from './levels.ts';
import { gravity, mixingRatio } from './moisture.ts';
import { mixedParcel, mostUnstableParcel, surfaceParcel } from './parcels.ts';
import { bulkShear, helicity, rightMover, type Wind } from './wind.ts';

/** Convective parameters of a profile; null if the profile does not reach far enough. */
export interface Derived {
  /**
   * Parcels: from the ground, the mean of the lowest 100 hPa, and the one with the highest theta-e in the lowest 300
   * hPa.
   */
  surface: Ascent | null;
  mixed: Ascent | null;
  mostUnstable: Ascent | null;
  /** Precipitable water, mm. */
  pwatMm: number | null;
  /** Motion of a right-moving supercell, the reference of the helicities. */
  storm: Wind | null;
  srh1km: number | null;
  srh3km: number | null;
  shear6kmMps: number | null;
  /** Significant tornado parameter: mixed-layer parcel, 0–1 km helicity, 0–6 km shear. */
  stp: number | null;
  /** Supercell composite parameter: most unstable parcel, 0–3 km helicity, 0–6 km shear. */
  scp: number | null;
}

/** A profile that ends below this pressure level gives no energies. */
const highestTopHpa = 500;

/** Derives all parameters of a profile. It never throws, even if data is missing. */
export function derive(profile: Profile): Derived {
  const air = airLevels(profile);
  const deep = air.length > 2 && air[air.length - 1].pressure <= highestTopHpa;
  const [surface, mixed, mostUnstable] = deep
    ? [surfaceParcel, mixedParcel, mostUnstableParcel].map((parcelOf) => ascend(parcelOf(air), air))
    : [null, null, null];
  const winds = windLevels(profile, air);
  const storm = rightMover(winds) ?? null;
  const srh1km = (storm && helicity(winds, 1000, storm)) ?? null;
  const srh3km = (storm && helicity(winds, 3000, storm)) ?? null;
  const shear6kmMps = bulkShear(winds, 6000) ?? null;
  const sheared = srh1km !== null && srh3km !== null && shear6kmMps !== null;
  return {
    surface,
    mixed,
    mostUnstable,
    pwatMm: deep ? precipitableWater(air) : null,
    storm,
    srh1km,
    srh3km,
    shear6kmMps,
    stp: mixed && sheared ? significantTornado(mixed.cape, mixed.lclM, srh1km, shear6kmMps) : null,
    scp: mostUnstable && sheared ? supercellComposite(mostUnstable.cape, srh3km, shear6kmMps) : null,
  };
}

/** Integrates specific humidity over pressure: 1 kg/m² is 1 mm. */
function precipitableWater(air: AirLevel[]): number {
  const humidity = ({ pressure, dewpoint }: AirLevel) => {
    const ratio = dewpoint === undefined ? 0 : mixingRatio(pressure, dewpoint);
    return ratio / (1 + ratio);
  };
  let water = 0;
  for (let i = 1; i < air.length; i++) {
    const pascals = (air[i - 1].pressure - air[i].pressure) * 100;
    water += (((humidity(air[i - 1]) + humidity(air[i])) / 2) * pascals) / gravity;
  }
  return water;
}
