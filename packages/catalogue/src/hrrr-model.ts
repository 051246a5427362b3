/** Facts about the HRRR model that more than one package needs. */
export const hrrrModel = {
  id: 'hrrr',
  name: 'HRRR',
  provider: 'NOAA/NCEP',
  resolutionKm: 3,
  cycleHours: 1,
  /** Last forecast hour of the runs of 00, 06, 12 and 18 UTC. */
  maxHours: 48,
  /** Last forecast hour of the other runs. */
  shortRunHours: 18,
  /** A long run every so many hours, counted from 00 UTC. */
  longRunEveryHours: 6,
  bounds: [-134.1, 21.1, -60.9, 52.6],
} as const;

/** Last forecast hour of the run that begins at a time. */
export function lastHrrrHour(runAt: Date): number {
  return runAt.getUTCHours() % hrrrModel.longRunEveryHours === 0 ? hrrrModel.maxHours : hrrrModel.shortRunHours;
}
