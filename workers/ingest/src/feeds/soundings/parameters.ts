import type { SoundingParameters, SoundingProfile } from '@severe/db';
import { derive } from '@severe/thermo';

/** Derived parameters of a sounding. Energies and levels are those of the surface parcel. */
export function parametersOf(profile: SoundingProfile): SoundingParameters {
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
