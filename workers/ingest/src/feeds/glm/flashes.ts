import { DataError } from '@severe/base';
import type { NewFlash } from '@severe/db';
import { foldLongitude } from '@severe/geo';
import type { LightningGranule } from '@severe/netcdf';

/** One of the two satellites. Both see the country; each provides the flashes on its side of a meridian. */
export type Side = 'east' | 'west';

/** Halfway between the satellites. */
const meridian = -106;
/** Limit of the view of both satellites. */
const behind = 75;

/** Maximum difference between the times of a file, its flashes and its name. */
const withinMs = 60_000;

/** Maximum number of flashes. A granule of 20 s has some hundreds. */
const most = 20_000;

/**
 * Selects the valid flashes of a granule on the side of its satellite, so that no flash is stored twice.
 *
 * @param startsAt time in the name of the file
 * @throws {DataError} `lightning` if the file has another time than its name, or too many flashes
 */
export function flashesOf(granule: LightningGranule, side: Side, startsAt: Date): NewFlash[] {
  const isNear = (at: Date): boolean => Math.abs(at.getTime() - startsAt.getTime()) <= withinMs;
  if (!isNear(granule.startsAt)) {
    throw new DataError(
      'lightning',
      `expected the time of the name, ${timeText(startsAt)}, got ${timeText(granule.startsAt)}`,
    );
  }
  if (granule.flashes.length > most) {
    throw new DataError('lightning', `${granule.flashes.length} flashes in one granule, the maximum is ${most}`);
  }
  return granule.flashes.flatMap(({ index, at, lat, lon: given, energyFj, areaKm2, quality }) => {
    const lon = Math.abs(given) <= 360 ? foldLongitude(given) : NaN; // GOES-West covers the antimeridian
    const isGood = quality === 0 && isNear(at) && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
    return isGood && sideOf(lon) === side ? [{ number: index, at, lat, lon, energyFj, areaKm2 }] : [];
  });
}

function sideOf(lon: number): Side {
  return lon >= meridian && lon < behind ? 'east' : 'west';
}

function timeText(at: Date): string {
  return Number.isNaN(at.getTime()) ? 'no time' : at.toISOString();
}
