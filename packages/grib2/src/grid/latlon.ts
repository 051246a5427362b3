import type { LatLonGrid, ReducedLatLonGrid } from '@severe/projection';
import type { Section } from '../section.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import {
  readColumns,
  readFirstLongitude,
  readLatitudes,
  readLatitudeStep,
  readLengths,
  readSize,
  singleRow,
} from './rows.ts';
import { Scan } from './scan.ts';

/**
 * A grid of latitudes and longitudes. If rows differ in length, a list of the lengths follows the template.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.0
 */
export function latLon(section3: Section): Grid<LatLonGrid | ReducedLatLonGrid> {
  if (section3.u8(11) !== 0) return reducedLatLon(section3);
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(72), width, height);
  const geometry: LatLonGrid = { kind: 'latlon', ...readLatLon(section3, scan) };
  return { template: '3.0', width, height, scan, geometry, vectorsAlongGrid: readVectorFlag(section3, 55) };
}

/** Octets 39 to 71 of templates 3.0 and 3.1. */
export function readLatLon(section3: Section, scan: Scan): Omit<LatLonGrid, 'kind'> {
  const { firstLat } = readLatitudes(section3);
  const { firstLon, stepLon } = readColumns(section3, scan);
  const stepLat = readLatitudeStep(section3, scan.northwards, scan.height);
  return { firstLat, firstLon, stepLat: stepLat * scan.northwards, stepLon };
}

/** Equidistant latitudes whose rows differ in length, as in wave models. */
function reducedLatLon(section3: Section): Grid<ReducedLatLonGrid> {
  const lengths = readLengths(section3, 73);
  const { firstLat } = readLatitudes(section3);
  const stepLat = -readLatitudeStep(section3, -1, lengths.length);
  const firstLon = readFirstLongitude(section3);
  const geometry: ReducedLatLonGrid = { kind: 'reduced-latlon', firstLat, stepLat, firstLon, lengths };
  const points = section3.u32(7);
  return { template: '3.0', ...singleRow(points), geometry, vectorsAlongGrid: readVectorFlag(section3, 55) };
}
