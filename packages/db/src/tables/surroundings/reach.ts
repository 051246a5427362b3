/** How far around a place is searched. */
export const reach = {
  /** Reports, metres and hours. */
  reportsM: 80_000,
  reportsHours: 24,
  /** A station farther away does not stand for the place. */
  stationM: 50_000,
  /** An observation older than this is used only if no station is more recent, and not at all after `observationHours`. */
  recentMinutes: 60,
  observationHours: 3,
  /** Flashes: 10 miles, from which lightning can strike. */
  lightningM: 16_093,
  lightningMinutes: 15,
  /** Warnings whose storm may reach the place within an hour. */
  stormsM: 150_000,
  /** A scan of storm cells older than this does not tell where they are, minutes. */
  scanMinutes: 15,
  /** Name of the nearest city. */
  cityM: 300_000,
  /** Records per list. */
  records: 50,
} as const;
