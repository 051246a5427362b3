import { DataError } from '@severe/base';
import { wrapLongitude } from '@severe/geo';
import type { DefinedGrid, GaussianGrid, ReducedGaussianGrid, RotatedGaussianGrid } from '../grid-definition.ts';
import { gaussianLatitude, nearestGaussianRow } from './gaussian-latitude.ts';
import type { GridLocator } from './locator.ts';
import { nearestColumn } from './nearest.ts';
import { reducedLocator } from './reduced.ts';
import { rotatedLocator } from './rotated.ts';

export function gaussianLocator({ geometry, width, height }: DefinedGrid<GaussianGrid>): GridLocator {
  const { rows, stepRow, firstLat, firstLon, stepLon } = geometry;
  const firstRow = findFirstRow(firstLat, rows, stepRow, height);
  return {
    positionOf(column, row) {
      const lat = gaussianLatitude(firstRow + row * stepRow, rows);
      return { lat, lon: wrapLongitude(firstLon + column * stepLon) };
    },
    cellAt({ lat, lon }) {
      const column = nearestColumn(firstLon, stepLon, width, lon);
      const gaussianRow = nearestGaussianRow(lat, rows);
      const row = (gaussianRow - firstRow) * stepRow;
      const isInside = row >= 0 && row < height && isNear(lat, gaussianRow, rows);
      return column !== undefined && isInside ? { column, row } : undefined;
    },
  };
}

export function reducedGaussianLocator({ geometry }: DefinedGrid<ReducedGaussianGrid>): GridLocator {
  const { rows, firstLat, lengths } = geometry;
  const firstRow = findFirstRow(firstLat, rows, 1, lengths.length);
  return reducedLocator(geometry, {
    latitudeOf: (row) => gaussianLatitude(firstRow + row, rows),
    nearest(lat) {
      const row = nearestGaussianRow(lat, rows);
      const isInside = row >= firstRow && row < firstRow + lengths.length;
      return isInside && isNear(lat, row, rows) ? row - firstRow : undefined;
    },
  });
}

export function rotatedGaussianLocator({ geometry, width, height }: DefinedGrid<RotatedGaussianGrid>): GridLocator {
  const { rotated, pole } = geometry;
  const locator =
    rotated.kind === 'gaussian'
      ? gaussianLocator({ geometry: rotated, width, height })
      : reducedGaussianLocator({ geometry: rotated, width, height });
  return rotatedLocator(locator, pole);
}

/** Whether a latitude is within half a step of a row, or between the outermost row of the earth and the pole. */
function isNear(lat: number, row: number, rows: number): boolean {
  const beyond = lat - gaussianLatitude(row, rows);
  return Math.abs(beyond) <= 90 / rows || (row === 0 && beyond > 0) || (row === rows - 1 && beyond < 0);
}

/**
 * The index of the first of `height` rows among the Gaussian latitudes, counted from the northernmost.
 *
 * @throws {DataError} `grid` if the rows are not among the Gaussian latitudes
 */
function findFirstRow(firstLat: number, rows: number, stepRow: 1 | -1, height: number): number {
  const firstRow = nearestGaussianRow(firstLat, rows);
  const lastRow = firstRow + stepRow * (height - 1);
  if (Math.abs(gaussianLatitude(firstRow, rows) - firstLat) > 45 / rows || lastRow < 0 || lastRow >= rows) {
    const found = `${height} rows from latitude ${firstLat}`;
    throw new DataError('grid', `${found} are not among the ${rows} Gaussian latitudes`);
  }
  return firstRow;
}
