/** A county whose area other counties took over in lists of the Census Bureau. */
export interface CountyChange {
  /** FIPS code, five digits. */
  fips: string;
  name: string;
  /** First year of the other counties. */
  year: number;
  /** FIPS codes of the counties that have more than a hundredth of its area. */
  successors: string[];
  /** Whether alerts of the weather service still name the old county. */
  inUse: boolean;
}

/**
 * Changes since 2016. Connecticut's counties became planning regions, which cross their lines; the weather service goes on
 * issuing alerts for the counties.
 *
 * @see https://www.census.gov/programs-surveys/geography/technical-documentation/county-changes.html
 */
export const countyChanges: readonly CountyChange[] = [
  { fips: '02261', name: 'Valdez-Cordova', year: 2019, successors: ['02063', '02066'], inUse: false },
  { fips: '09001', name: 'Fairfield', year: 2022, successors: ['09120', '09140', '09190'], inUse: true },
  { fips: '09003', name: 'Hartford', year: 2022, successors: ['09110', '09140', '09160'], inUse: true },
  { fips: '09005', name: 'Litchfield', year: 2022, successors: ['09140', '09160', '09190'], inUse: true },
  { fips: '09007', name: 'Middlesex', year: 2022, successors: ['09130'], inUse: true },
  { fips: '09009', name: 'New Haven', year: 2022, successors: ['09140', '09170'], inUse: true },
  { fips: '09011', name: 'New London', year: 2022, successors: ['09130', '09150', '09180'], inUse: true },
  { fips: '09013', name: 'Tolland', year: 2022, successors: ['09110', '09150'], inUse: true },
  { fips: '09015', name: 'Windham', year: 2022, successors: ['09150', '09180'], inUse: true },
];

/** Counties that took over the area of a county; none if it did not change. */
export function successorsOf(fips: string): string[] {
  return countyChanges.find((change) => change.fips === fips)?.successors ?? [];
}

/** The county itself and the counties that alerts name instead of it. */
export function countiesInAlerts(fips: string): string[] {
  return [
    fips,
    ...countyChanges.filter(({ inUse, successors }) => inUse && successors.includes(fips)).map((old) => old.fips),
  ];
}

/** A county that no list has any more. */
export function abolishedCounty(fips: string): CountyChange | undefined {
  return countyChanges.find((change) => change.fips === fips && !change.inUse);
}

/** The county itself, or those that replaced it if no list has it any more. */
export function currentCounties(fips: string): string[] {
  return abolishedCounty(fips)?.successors ?? [fips];
}
