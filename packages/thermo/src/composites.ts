/**
 * The significant tornado parameter of fixed layers.
 *
 * @param cape of the mixed-layer parcel, J/kg
 * @param lclM its condensation level above the ground
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
 * The supercell composite parameter, of fixed layers in place of the effective inflow.
 *
 * @param cape of the most unstable parcel, J/kg
 * @param srh storm-relative helicity of the lowest 3 km, m²/s²
 * @param shear between the ground and 6 km, m/s
 * @see Thompson, Edwards and Mead (2004), 22nd Conference on Severe Local Storms
 */
export function supercellComposite(cape: number, srh: number, shear: number): number {
  const sheared = shear < 10 ? 0 : Math.min(shear, 20) / 20;
  return (cape / 1000) * (srh / 50) * sheared;
}
