import { facilityKinds, type FacilityKind } from '@severe/catalogue';
import type { FacilityRow, AffectedFacility } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { placeOnEarth } from '@severe/geo/on-earth';
import type { facilityProperties, impactShape } from './schema.ts';

/** Properties of a facility feature. */
export function presentFacility(facility: FacilityRow): TypeOf<typeof facilityProperties> {
  const { id, kind, name, address, city, state, fips, capacity } = facility;
  return { id, kind: kind as FacilityKind, name, address, city, state, fips, capacity };
}

/** Facilities within an alert. `hit` is undefined for an alert without a polygon. */
export function presentImpact(
  alertId: number,
  hit: { counts: Record<string, number>; facilities: AffectedFacility[] } | undefined,
): TypeOf<typeof impactShape> {
  const { counts, facilities } = hit ?? { counts: {}, facilities: [] };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    alert_id: alertId,
    has_polygon: hit !== undefined,
    total,
    counts: Object.fromEntries(facilityKinds.map((kind) => [kind, counts[kind] ?? 0])) as Record<FacilityKind, number>,
    truncated: total > facilities.length,
    facilities: facilities.map(({ id, kind, name, lat, lon }) => ({
      id,
      kind: kind as FacilityKind,
      name,
      ...placeOnEarth({ lat, lon }),
    })),
  };
}
