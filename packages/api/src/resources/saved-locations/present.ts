import { formatTime } from '@severe/base';
import type { SavedLocation } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { savedLocation } from './schema.ts';

/** A saved location as its owner sees it. */
export function presentLocation(location: SavedLocation): TypeOf<typeof savedLocation> {
  const { id, name, label, lat, lon, alertsEnabled, minSeverity, createdAt } = location;
  return {
    id,
    name,
    label,
    lat,
    lon,
    alerts_enabled: alertsEnabled,
    min_severity: minSeverity,
    created_at: formatTime(createdAt),
  };
}
