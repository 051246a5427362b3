import type { GaussianGeometry } from './gaussian.ts';
import { readGaussian } from './gaussian.ts';
import type { GridTemplate } from './grid.ts';
import type { ReducedGaussianGeometry } from './reduced-gaussian.ts';
import { readPole, turnedPlaces, type Pole } from './rotation.ts';

/** A Gaussian grid in turned coordinates. */
export interface RotatedGaussianGeometry {
  kind: 'rotated-gaussian';
  turned: GaussianGeometry | ReducedGaussianGeometry;
  pole: Pole;
}

/**
 * A Gaussian grid whose southern pole was moved.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.41
 */
export const rotatedGaussian: GridTemplate = (section3) => {
  const grid = readGaussian(section3, 85);
  const pole = readPole(section3);
  const geometry = { kind: 'rotated-gaussian' as const, turned: grid.geometry, pole };
  return { ...grid, template: '3.41', geometry, ...turnedPlaces(grid, pole) };
};
