import { formatTime } from '@severe/base';
import type { FlashRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { featureText } from '../../shared/feature.ts';
import type { flashProperties } from './schema.ts';

/** What stands in `properties`. */
export function presentFlash(flash: FlashRow, now: Date): TypeOf<typeof flashProperties> {
  return {
    id: flash.id,
    flash_time: formatTime(flash.at),
    age_seconds: Math.max(0, Math.round((now.getTime() - flash.at.getTime()) / 1000)),
    energy_fj: tenths(flash.energyFj),
    area_km2: tenths(flash.areaKm2),
    satellite: flash.satellite,
  };
}

/** As a feature of a list. */
export function flashFeature(flash: FlashRow, now: Date): string {
  return featureText(flash.id, flash.geometry, presentFlash(flash, now));
}

/** The mapper counts in steps of a femtojoule and of 0.15 km². */
function tenths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}
