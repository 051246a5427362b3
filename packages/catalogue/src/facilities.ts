/** What is most in need of a warning, or of help after it. */
export const facilityKinds = [
  'hospital',
  'nursing_home',
  'mobile_home_park',
  'school',
  'dialysis',
  'correctional',
  'fire',
  'ems',
  'police',
] as const;
export type FacilityKind = (typeof facilityKinds)[number];

/** Longer words for the same. */
const otherWords: Readonly<Record<string, FacilityKind>> = {
  dialysis_center: 'dialysis',
  correctional_facility: 'correctional',
  prison: 'correctional',
  fire_station: 'fire',
  ems_station: 'ems',
  ambulance_station: 'ems',
  police_station: 'police',
};

/** The kind by a word for it: `Nursing-Homes` and `nursing_home` are the same. */
export function facilityKindOf(word: string): FacilityKind | undefined {
  const given = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  for (const one of [given, given.replace(/ies$/, 'y'), given.replace(/s$/, '')]) {
    const kind =
      facilityKinds.find((each) => each === one) ?? (Object.hasOwn(otherWords, one) ? otherWords[one] : undefined);
    if (kind) return kind;
  }
  return undefined;
}
