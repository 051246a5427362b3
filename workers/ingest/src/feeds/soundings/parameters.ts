import type { SoundingParameters } from '@severe/db';
import { derive } from '@severe/thermo';
import type { Profile } from './row.ts';

/** What is listed of a sounding: energies and levels are those of the surface parcel. */
export function parametersOf(profile: Profile): SoundingParameters {
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
