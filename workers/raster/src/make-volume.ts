import { minuteMs } from '@severe/async';
import { DataError } from '@severe/base';
import { findRadarSite, type FrameName, type RadarSite } from '@severe/catalogue';
import { distanceM } from '@severe/geo';
import { NexradError, readVolume, type SitePosition, type Volume } from '@severe/nexrad';
import { encodePolar } from '@severe/raster/polar';
import { checkTimes } from '@severe/raster/records';
import type { Leniency } from './job.ts';
import type { Raw } from './raw.ts';

/** Largest distance of a radar from its table entry. The tables differ by some hundred metres. */
const toleranceM = 5_000;

/** Volumes of a radar follow one another after four minutes or more; names and headers differ by seconds. */
const timeToleranceMs = 4 * minuteMs;

/**
 * Makes the values of a frame from a Level II volume: every sweep and moment of the site in one file. Tiles depend on
 * the tilt and are drawn on request.
 *
 * @throws {DataError} if the volume is unreadable, of another site or time, or has no measurement
 */
export function makeVolume(
  { product, validAt, anyTimes = false }: FrameName & Leniency,
  raw: Raw,
): { values: Uint8Array } {
  const site = findRadarSite(product);
  if (!site) throw new DataError('unknown-site', `there is no radar site ${product}`);
  const volume = readable(raw);
  if (volume.station && volume.station !== site.id) {
    throw new DataError('wrong-site', `the volume is of ${volume.station}, not of ${site.id}`);
  }
  const { startedAt } = volume.header; // of some old volumes 0
  if (!anyTimes && startedAt > 0) checkTimes({ validAt: new Date(startedAt) }, { validAt, withinMs: timeToleranceMs });
  if (!volume.sweeps.some(({ moments }) => moments.size > 0)) {
    throw new DataError('no-sweeps', `the volume holds ${volume.sweeps.length} sweeps without any moment`);
  }
  return { values: encodePolar(volume, { station: site.id, site: placeOf(volume, site) }) };
}

function readable(raw: Raw): Volume {
  if (!(raw instanceof Uint8Array)) throw new DataError('format', 'expected a Level II volume, got a GeoTIFF');
  try {
    return readVolume(raw);
  } catch (error) {
    if (!(error instanceof NexradError)) throw error;
    throw new DataError(`nexrad-${error.code}`, error.message, { cause: error });
  }
}

/** The position in the volume; volumes before 2008 have none, so the site table is used. */
function placeOf({ site: reported }: Volume, { id, lat, lon, elevationM }: RadarSite): SitePosition {
  if (!reported) return { lat, lon, elevationM, towerM: 0 };
  const off = distanceM(reported, { lat, lon });
  if (off <= toleranceM) return reported;
  throw new DataError('wrong-place', `the volume places ${id} ${Math.round(off / 1000)} km from its site`);
}
