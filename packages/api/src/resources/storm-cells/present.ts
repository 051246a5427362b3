import { minuteMs } from '@severe/async';
import { formatTime } from '@severe/base';
import type { Geometry } from 'geojson';
import type { StormCellRow } from '@severe/db';
import { geometryText, textOnEarth } from '@severe/geo/on-earth';
import { isPresent, statusOf, type SourceStatus } from '../meta/source-status.ts';

/** A jump of the flash rate, see `flashJump` of `@severe/storms`. */
const jump = { sigmas: 2, perMinute: 10 };

/** Properties of a storm cell. @param now arrivals are minutes from then */
export function presentStormCell(cell: StormCellRow, now: Date) {
  const { firstSeenAt, frameAt, towardDeg, speedMps, spreadDeg, spreadMps, flashRate, flashJump } = cell;
  return {
    id: cell.cell,
    first_seen: formatTime(firstSeenAt),
    observed_at: formatTime(frameAt),
    age_minutes: Math.round((frameAt.getTime() - firstSeenAt.getTime()) / minuteMs),
    toward_deg: towardDeg === null ? null : Math.round(towardDeg) % 360,
    speed_mps: tenths(speedMps),
    motion_spread:
      spreadDeg === null || spreadMps === null ? null : { deg: Math.ceil(spreadDeg), mps: tenths(spreadMps)! },
    area_km2: Math.round(cell.areaKm2),
    max_dbz: tenths(cell.maxDbz)!,
    mesh_mm: tenths(cell.meshMm),
    vil_kgm2: tenths(cell.vilKgm2),
    echo_top_km: tenths(cell.echoTopKm),
    rotation: tenths(cell.rotation),
    flashes_5min: cell.flashes5min,
    flash_rate: tenths(flashRate),
    flash_jump: tenths(flashJump),
    lightning_jump:
      flashRate === null || flashJump === null ? null : flashJump >= jump.sigmas && flashRate >= jump.perMinute,
    alert_ids: cell.alertIds,
    places: cell.places.map(({ name, state, arrivesAt, distanceKm }) => ({
      name,
      state,
      minutes: Math.max(0, Math.round((Date.parse(arrivesAt) - now.getTime()) / minuteMs)),
      arrives_at: arrivesAt,
      distance_km: distanceKm,
    })),
    outline: geometryOf(cell.outline),
    track: cell.track === null ? null : geometryOf(cell.track),
  };
}

const geometryOf = (text: string) => JSON.parse(textOnEarth(text)) as Geometry;

/** The centre of a cell as GeoJSON text. */
export function centreText({ lon, lat }: StormCellRow): string {
  return geometryText({ type: 'Point', coordinates: [lon, lat] });
}

/** Cells of an older scan are not returned: a storm has moved by more than its size. */
const oldestMs = 30 * minuteMs;

/** Interval of the frames that are searched, seconds. */
const expectedSeconds = 120;

/** How current the tracking is. An old scan never reads as "no storms". */
export function presentTracking(newestScanAt: Date | undefined, now: Date) {
  const ageMs = newestScanAt && Math.max(0, now.getTime() - newestScanAt.getTime());
  const status: SourceStatus = statusOf(ageMs === undefined ? null : ageMs / 1000, expectedSeconds);
  return {
    areCellsCurrent: ageMs !== undefined && ageMs <= oldestMs,
    members: {
      tracking: { status, observed_at: newestScanAt ? formatTime(newestScanAt) : null },
      unavailable: isPresent(status) ? [] : ['radar'],
    },
  };
}

const tenths = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);
