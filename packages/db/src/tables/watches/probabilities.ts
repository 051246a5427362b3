/** Chances of the events that a watch is issued for, in percent; null where one is not given. */
export interface WatchProbabilities {
  tornado2OrMore: number | null;
  tornadoStrong1OrMore: number | null;
  wind10OrMore: number | null;
  wind65kt1OrMore: number | null;
  hail10OrMore: number | null;
  hail2in1OrMore: number | null;
  hailWind6OrMore: number | null;
}

/** Keys in the JSON column, by field. */
const storedKeys: Record<keyof WatchProbabilities, string> = {
  tornado2OrMore: 'tornado_2_or_more',
  tornadoStrong1OrMore: 'tornado_strong_1_or_more',
  wind10OrMore: 'wind_10_or_more',
  wind65kt1OrMore: 'wind_65kt_1_or_more',
  hail10OrMore: 'hail_10_or_more',
  hail2in1OrMore: 'hail_2in_1_or_more',
  hailWind6OrMore: 'hail_wind_6_or_more',
};
const entries = Object.entries(storedKeys) as [keyof WatchProbabilities, string][];

/** As they are stored. */
export function toStored(probabilities: WatchProbabilities): Record<string, number | null> {
  return Object.fromEntries(entries.map(([field, key]) => [key, probabilities[field]]));
}

/** As they are read from a row. */
export function fromStored(stored: Record<string, number | null> | null): WatchProbabilities | null {
  if (!stored) return null;
  return Object.fromEntries(entries.map(([field, key]) => [field, stored[key]])) as unknown as WatchProbabilities;
}
