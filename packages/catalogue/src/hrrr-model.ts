/** Facts about the HRRR model that more than one package needs. */
export const hrrrModel = {
  id: 'hrrr',
  name: 'HRRR',
  provider: 'NOAA/NCEP',
  resolutionKm: 3,
  cycleHours: 1,
  /** Last forecast hour of the runs of 00, 06, 12 and 18 UTC. */
  maxHours: 48,
  /** Forecast hours that are fetched of every run. */
  hoursKept: 18,
  bounds: [-134.1, 21.1, -60.9, 52.6],
} as const;
