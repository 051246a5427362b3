import { longitudeFrom, wrapLongitude } from '@severe/geo';
import { radian } from '../angles.ts';
import type { DefinedGrid, SpaceViewGrid } from '../grid-definition.ts';
import type { GridLocator } from './locator.ts';
import { nearestCell } from './nearest.ts';
import { unknownLocator } from './unknown.ts';

/**
 * Intersects lines of sight with the ellipsoid, and back.
 *
 * Only images that start in the north-west have positions, and most do. For other directions (the first satellites of
 * EUMETSAT scanned from the south-east), readers disagree on the coordinates of the sub-satellite point, and a position
 * could be wrong by half the earth.
 *
 * @see CGMS 03, LRIT/HRIT Global Specification, section 4.4.3.2
 */
export function spaceViewLocator({ geometry, width, height }: DefinedGrid<SpaceViewGrid>): GridLocator {
  if (!geometry.isNorthWestFirst) return unknownLocator;
  const { earth, lonOrigin, x0, y0, diameterX, diameterY } = geometry;
  const distance = geometry.distance * earth.major;
  const apparent = 2 * Math.asin(1 / geometry.distance); // diameter of the earth, in radians
  const stepX = apparent / diameterX;
  const stepY = -((earth.minor / earth.major) * apparent) / diameterY;
  const squash = (earth.major / earth.minor) ** 2;
  const horizon = distance ** 2 - earth.major ** 2;
  return {
    positionOf(column, row) {
      const [x, y] = [(column - x0) * stepX, (row - y0) * stepY];
      const straight = Math.cos(x) * Math.cos(y);
      const k = 1 + (squash - 1) * Math.sin(y) ** 2;
      const determinant = (distance * straight) ** 2 - k * horizon;
      if (!(determinant > 0)) return undefined;
      const length = (distance * straight - Math.sqrt(determinant)) / k;
      const ahead = distance - length * straight;
      const aside = length * Math.sin(x) * Math.cos(y);
      const up = length * Math.sin(y);
      const lat = Math.atan((squash * up) / Math.hypot(ahead, aside)) / radian;
      return { lat, lon: wrapLongitude(Math.atan2(aside, ahead) / radian + lonOrigin) };
    },
    cellAt({ lat, lon }) {
      const geocentric = Math.atan(Math.tan(lat * radian) / squash);
      const lambda = longitudeFrom(lonOrigin, lon) * radian;
      const radius = earth.minor / Math.sqrt(1 - (1 - 1 / squash) * Math.cos(geocentric) ** 2);
      const ahead = distance - radius * Math.cos(geocentric) * Math.cos(lambda);
      const aside = radius * Math.cos(geocentric) * Math.sin(lambda);
      const up = radius * Math.sin(geocentric);
      const isHidden = distance * (distance - ahead) < aside ** 2 + squash * up ** 2 + (distance - ahead) ** 2;
      if (isHidden) return undefined;
      const column = nearestCell(Math.atan2(aside, ahead) / stepX + x0, width);
      const row = nearestCell(Math.asin(up / Math.hypot(ahead, aside, up)) / stepY + y0, height);
      return column !== undefined && row !== undefined ? { column, row } : undefined;
    },
  };
}
