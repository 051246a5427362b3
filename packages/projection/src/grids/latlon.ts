import { positiveAngle, wrapLongitude } from '../angles.ts';
import type { DefinedGrid, LatLonGrid, ReducedLatLonGrid, RotatedLatLonGrid } from '../grid-definition.ts';
import { rotationOf } from '../projections/rotation.ts';
import type { GridLocator } from './locator.ts';
import { reducedLocator } from './reduced.ts';
import { rotatedLocator } from './rotated.ts';

type LatLonParameters = Omit<LatLonGrid, 'kind'>;

export function latLonLocator({ geometry, width, height }: DefinedGrid<LatLonGrid>): GridLocator {
  return regularLocator(geometry, width, height);
}

function regularLocator(grid: LatLonParameters, width: number, height: number): GridLocator {
  const { firstLat, firstLon, stepLat, stepLon } = grid;
  return {
    positionOf: (column, row) => ({ lat: firstLat + row * stepLat, lon: wrapLongitude(firstLon + column * stepLon) }),
    cellAt({ lat, lon }) {
      const column = nearestColumn(grid, width, lon);
      const row = stepLat === 0 ? 0 : Math.round((lat - firstLat) / stepLat);
      return column !== undefined && row >= 0 && row < height ? { column, row } : undefined;
    },
  };
}

/** The column nearest to a longitude; undefined more than half a step outside the grid. */
export function nearestColumn(
  { firstLon, stepLon }: Pick<LatLonGrid, 'firstLon' | 'stepLon'>,
  width: number,
  lon: number,
): number | undefined {
  const along = positiveAngle((lon - firstLon) * Math.sign(stepLon));
  const size = Math.abs(stepLon);
  const column = size === 0 ? 0 : Math.round((along > 360 - size / 2 ? along - 360 : along) / size);
  return column >= 0 && column < width ? column : undefined;
}

export function rotatedLatLonLocator({ geometry, width, height }: DefinedGrid<RotatedLatLonGrid>): GridLocator {
  return rotatedLocator(regularLocator(inRotatedCoordinates(geometry), width, height), geometry.pole);
}

/** The grid with its first point in rotated coordinates. */
export function inRotatedCoordinates(grid: RotatedLatLonGrid): LatLonParameters {
  const { firstLat, firstLon, stepLat, stepLon, pole, isFirstGeographic } = grid;
  if (!isFirstGeographic) return { firstLat, firstLon, stepLat, stepLon };
  const first = rotationOf(pole).toRotated({ lat: firstLat, lon: firstLon });
  return { firstLat: first.lat, firstLon: first.lon, stepLat, stepLon };
}

export function reducedLatLonLocator({ geometry }: DefinedGrid<ReducedLatLonGrid>): GridLocator {
  const { firstLat, stepLat, lengths } = geometry;
  return reducedLocator(geometry, {
    latitudeOf: (row) => firstLat + row * stepLat,
    nearest(lat) {
      const row = stepLat === 0 ? 0 : Math.round((lat - firstLat) / stepLat);
      return row >= 0 && row < lengths.length ? row : undefined;
    },
  });
}
