import { DataError } from '@severe/base';
import { type Area, areaFromEsriRings, type Position, type Ring, signedArea } from '@severe/geo';
import { isClosed } from '../../parse/lat-lon.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { closeLines } from './close-lines.ts';
import { conusOutline } from './conus-outline.ts';

/** The area on the right of polylines. @throws {DataError} `geometry` if they enclose none */
export function areaRightOf(polylines: Position[][]): Area {
  return areaOf(ringsOf(polylines, Infinity).rings);
}

/**
 * The rings that polylines enclose, without those larger than `limit`, in square degrees. The area is on the right of each
 * polyline. Clockwise rings are therefore shells and anticlockwise rings are holes, as in Esri JSON.
 */
export function ringsOf(polylines: Position[][], limit: number): { rings: Ring[]; isPart: boolean } {
  const open = polylines.filter((polyline) => !isClosed(polyline));
  const enclosed = closeLines(open, conusOutline);
  const fitting = enclosed.filter((ring) => -signedArea(ring) / 2 <= limit);
  return { rings: [...polylines.filter(isClosed), ...fitting], isPart: fitting.length < enclosed.length };
}

/** The area of rings, clockwise except for holes. @throws {DataError} `geometry` if they enclose none */
export function areaOf(rings: Ring[]): Area {
  const area = repairedArea(areaFromEsriRings(rings));
  if (!area) throw new DataError('geometry', 'expected the outline of an area, got none');
  return area;
}
