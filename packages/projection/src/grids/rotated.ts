import type { Pole } from '../grid-definition.ts';
import { rotationOf } from '../projections/rotation.ts';
import type { GridLocator } from './locator.ts';

/** A locator in geographic coordinates from one in the rotated coordinates of `pole`. */
export function rotatedLocator(rotated: GridLocator, pole: Pole): GridLocator {
  const { toGeographic, toRotated } = rotationOf(pole);
  return {
    positionOf(column, row) {
      const position = rotated.positionOf(column, row);
      return position && toGeographic(position);
    },
    cellAt: (position) => rotated.cellAt(toRotated(position)),
  };
}
