import { wrapLongitude } from '@severe/geo';
import type { DefinedGrid, LatLonGrid, ReducedLatLonGrid, RotatedLatLonGrid } from '../grid-definition.ts';
import { rotationOf } from '../projections/rotation.ts';
import type { GridLocator } from './locator.ts';
import { nearestCell, nearestColumn } from './nearest.ts';
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
      const column = nearestColumn(firstLon, stepLon, width, lon);
      const row = nearestRow(grid, height, lat);
      return column !== undefined && row !== undefined ? { column, row } : undefined;
    },
  };
}

function nearestRow(
  { firstLat, stepLat }: Pick<LatLonGrid, 'firstLat' | 'stepLat'>,
  height: number,
  lat: number,
): number | undefined {
  return stepLat === 0 ? 0 : nearestCell((lat - firstLat) / stepLat, height);
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
    nearest: (lat) => nearestRow(geometry, lengths.length, lat),
  });
}
