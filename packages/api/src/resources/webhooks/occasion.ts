import { invalid } from '@severe/base';
import { nowcast } from '@severe/catalogue';
import type { Geofence, Webhook, WebhookOccasion } from '@severe/db';

/** When a body wants to be told, and of which echo. */
export function occasionOf({ when, min_dbz: minDbz, within_minutes: withinMinutes }: GivenOccasion) {
  return {
    ...(when === undefined ? {} : { occasion: when }),
    ...(minDbz === undefined ? {} : { minDbz }),
    ...(withinMinutes === undefined ? {} : { withinMinutes }),
  };
}

interface GivenOccasion {
  when?: WebhookOccasion | undefined;
  min_dbz?: number | undefined;
  within_minutes?: number | undefined;
}

/** An echo is looked for in every geofence at every image: a state is none. Degrees. */
const widestExpecting = 5;

/** Refuses what an expected echo has no room for. */
export function checkOccasion({
  occasion,
  fence,
  eventTypes,
  minSeverity,
  minDbz,
}: Partial<Pick<Webhook, 'occasion' | 'eventTypes' | 'minSeverity' | 'minDbz'>> & { fence: Geofence }): void {
  if (minDbz !== undefined && !levels.includes(minDbz))
    throw invalid(['body', 'min_dbz'], `min_dbz should be one of ${levels.join(', ')}`);
  if (occasion !== 'expected') return;
  if (eventTypes || minSeverity)
    throw invalid(['body', 'when'], 'event_types and min_severity apply to alerts; an expected echo has none');
  const [west, south, east, north] = fence.bbox ?? boundsOf(fence.geometry);
  const width = east >= west ? east - west : east - west + 360;
  if (Math.max(width, north - south) > widestExpecting) {
    const place = fence.bbox ? 'bbox' : 'geometry';
    throw invalid(['body', place], `A geofence for expected echoes should be at most ${widestExpecting} degrees wide and high`); // prettier-ignore
  }
}

const levels: readonly number[] = nowcast.levels;

/** West, south, east, north of a geometry. */
function boundsOf(geometry: object): number[] {
  const numbers = (geometry as { coordinates: unknown[] }).coordinates.flat(Infinity as 1) as number[];
  const lons = numbers.filter((_, i) => i % 2 === 0);
  const lats = numbers.filter((_, i) => i % 2 === 1);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}
