/** Kinds of facilities that most need a warning, or help after a storm. */
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

/** Synonyms of kinds. */
const synonyms: Readonly<Record<string, FacilityKind>> = {
  dialysis_center: 'dialysis',
  correctional_facility: 'correctional',
  prison: 'correctional',
  fire_station: 'fire',
  ems_station: 'ems',
  ambulance_station: 'ems',
  police_station: 'police',
};

/** Finds a kind by name, plural or synonym, in any case: `Nursing-Homes` is `nursing_home`. */
export function facilityKindOf(word: string): FacilityKind | undefined {
  const given = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  for (const one of [given, given.replace(/ies$/, 'y'), given.replace(/s$/, '')]) {
    const kind =
      facilityKinds.find((each) => each === one) ?? (Object.hasOwn(synonyms, one) ? synonyms[one] : undefined);
    if (kind) return kind;
  }
  return undefined;
}
