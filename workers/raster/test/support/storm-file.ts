import { codeOf, mosaicFile, type MosaicParameter } from '@severe/grib2/testing/mosaic-file';
import { smallGrid } from './raw-file.ts';

/** A mosaic, of a time, of reflectivity, or another parameter, with a round storm of 60 dBZ or another value, 12 km wide above half of it, in the middle of nothing. */
export function stormFile(
  at: Date,
  { lat, lon, dbz }: { lat: number; lon: number; dbz: number },
  parameter?: MosaicParameter,
): Uint8Array {
  const { width, height, firstLat, firstLon, stepLat, stepLon } = smallGrid;
  const codes = new Uint16Array(width * height);
  for (let i = 0; i < codes.length; i++) {
    const north = (firstLat - Math.floor(i / width) * stepLat - lat) * 111.195;
    const east = (firstLon + (i % width) * stepLon - lon) * 90;
    const value = dbz - 1.5 * Math.hypot(north, east);
    codes[i] = codeOf(value > 5 ? Math.round(value * 2) / 2 : -99);
  }
  return mosaicFile(smallGrid, codes, at, parameter);
}
