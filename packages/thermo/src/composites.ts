/**
 * The significant tornado parameter with fixed layers.
 *
 * @param cape CAPE of the mixed-layer parcel, J/kg
 * @param lclM height of its condensation level above ground, m
 * @param srh storm-relative helicity of the lowest kilometre, m²/s²
 * @param shear between the ground and 6 km, m/s
 * @see Thompson, Edwards and Mead (2004), 22nd Conference on Severe Local Storms
 */
export function significantTornado(cape: number, lclM: number, srh: number, shear: number): number {
  const low = Math.min(1, Math.max(0, (2000 - lclM) / 1000));
  const sheared = shear < 12.5 ? 0 : Math.min(shear, 30) / 20;
  return (cape / 1500) * low * (srh / 150) * sheared;
}

/**
 * The supercell composite parameter, with fixed layers instead of the effective inflow layer.
 *
 * @param cape CAPE of the most unstable parcel, J/kg
 * @param srh storm-relative helicity of the lowest 3 km, m²/s²
 * @param shear between the ground and 6 km, m/s
 * @see Thompson, Edwards and Mead (2004), 22nd Conference on Severe Local Storms
 */
export function supercellComposite(cape: number, srh: number, shear: number): number {
  const sheared = shear < 10 ? 0 : Math.min(shear, 20) / 20;
  return (cape / 1000) * (srh / 50) * sheared;
}
