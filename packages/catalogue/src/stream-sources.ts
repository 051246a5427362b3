/**
 * Names of events on the live stream: the ids of the sources whose data changed. `stream-sources.test.ts` compares them
 * with the sources.
 */
export const streamSources = [
  'alerts',
  'observations',
  'outlooks',
  'watches',
  'discussions',
  'reports',
  'soundings',
  'hrrr',
  'rrfs',
  'lightning',
  'gauges',
  'radar',
  'satellite',
  'nexrad',
  'tropical',
  'eros',
  'text',
  'damage_tracks',
] as const;
