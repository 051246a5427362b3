import { distanceM, type Position } from '@severe/geo';
import type { ShownGeometry } from '@severe/geo/on-earth';

const radian = Math.PI / 180;
const radiusKm = 6371.0088;

/** The positions of a geometry, line by line and ring by ring. */
function linesOf({ type, coordinates }: ShownGeometry): Position[][] {
  if (type === 'Point') return [[coordinates]];
  if (type === 'LineString') return [coordinates as Position[]];
  return type === 'MultiPolygon' ? coordinates.flat() : (coordinates as Position[][]);
}

/** What is wrong with a geometry that leaves the service. */
export function problemsOf(geometry: ShownGeometry): string[] {
  const lines = linesOf(geometry);
  const problems = lines.flat().flatMap(([lon, lat]) => {
    const isThere = Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
    return isThere ? [] : [`${lon} ${lat} is not on the earth`];
  });
  const isArea = geometry.type.endsWith('Polygon');
  for (const line of lines) {
    for (const [i, [lon, lat]] of line.entries()) {
      const [before, beforeLat] = i === 0 ? [lon, lat] : line[i - 1];
      const isPole = isArea && Math.abs(lat) === 90 && Math.abs(beforeLat) === 90;
      if (Math.abs(lon - before) > 180 && !isPole) problems.push(`a line from ${before} to ${lon}`);
    }
    if (isArea && String(line[0]) !== String(line.at(-1))) problems.push('an open ring');
  }
  return problems;
}

/** What stays equal when a geometry is moved over the earth: km² of areas, km of lines. */
export function sizeOf(geometry: ShownGeometry): number {
  const lines = linesOf(geometry);
  if (geometry.type === 'Point') return 0;
  const add = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
  if (geometry.type.endsWith('Polygon')) return Math.abs(add(lines.map(areaKm2)));
  return add(lines.map(lengthKm));
}

/** The area that a ring encloses, whose edges are straight in longitude and latitude. */
function areaKm2(ring: Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1], ring[i]];
    const [middle, half] = [((a[1] + b[1]) / 2) * radian, ((b[1] - a[1]) / 2) * radian];
    const mean = Math.sin(middle) * (half === 0 ? 1 : Math.sin(half) / half); // of the sine along the edge
    sum -= (b[0] - a[0]) * radian * mean;
  }
  return sum * radiusKm ** 2;
}

function lengthKm(line: Position[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) {
    const [[aLon, aLat], [bLon, bLat]] = [line[i - 1], line[i]];
    sum += distanceM({ lat: aLat, lon: aLon }, { lat: bLat, lon: bLon }) / 1000;
  }
  return sum;
}
