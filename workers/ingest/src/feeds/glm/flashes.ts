import { DataError } from '@severe/base';
import type { NewFlash } from '@severe/db';
import type { LightningGranule } from '@severe/netcdf';

/** Which of the two satellites: both see the country, and each is believed on its side of a meridian. */
export type Side = 'east' | 'west';

/** Half way between the two. */
const meridian = -106;
/** Behind both of them. */
const behind = 75;

/** A file is of the time that its name tells, and so are its flashes. */
const withinMs = 60_000;

/** Twenty seconds have some hundreds. */
const most = 20_000;

/**
 * The good flashes of a granule on the side of its satellite, so that nothing is there twice.
 *
 * @param startsAt as the file's name tells it
 * @throws {DataError} `lightning`: the file tells another time than its name, or of more flashes than there can be
 */
export function flashesOf(granule: LightningGranule, side: Side, startsAt: Date): NewFlash[] {
  const isNear = (at: Date): boolean => Math.abs(at.getTime() - startsAt.getTime()) <= withinMs;
  if (!isNear(granule.startsAt)) {
    throw new DataError(
      'lightning',
      `the file tells of ${timeText(granule.startsAt)}, its name of ${timeText(startsAt)}`,
    );
  }
  if (granule.flashes.length > most) {
    throw new DataError('lightning', `${granule.flashes.length} flashes in one granule; at most ${most} are believed`);
  }
  return granule.flashes.flatMap(({ index, at, lat, lon: given, energyFj, areaKm2, quality }) => {
    const lon = given < -180 ? given + 360 : given; // GOES-West looks across the antimeridian
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
