import type { DefinedGrid, GridDefinition } from '../grid-definition.ts';
import { gaussianLocator, reducedGaussianLocator, rotatedGaussianLocator } from './gaussian.ts';
import { latLonLocator, reducedLatLonLocator, rotatedLatLonLocator } from './latlon.ts';
import { healpixLocator } from './healpix.ts';
import type { GridLocator } from './locator.ts';
import { planeLocator } from './plane.ts';
import { spaceViewLocator } from './space-view.ts';
import { unknownLocator } from './unknown.ts';

type Create<Definition extends GridDefinition> = (grid: DefinedGrid<Definition>) => GridLocator;

const creators: { [K in GridDefinition['kind']]: Create<Extract<GridDefinition, { kind: K }>> } = {
  latlon: latLonLocator,
  'reduced-latlon': reducedLatLonLocator,
  'rotated-latlon': rotatedLatLonLocator,
  gaussian: gaussianLocator,
  'reduced-gaussian': reducedGaussianLocator,
  'rotated-gaussian': rotatedGaussianLocator,
  mercator: planeLocator,
  'transverse-mercator': planeLocator,
  'polar-stereographic': planeLocator,
  lambert: planeLocator,
  albers: planeLocator,
  'lambert-azimuthal': planeLocator,
  'space-view': spaceViewLocator,
  healpix: healpixLocator,
  unstructured: () => unknownLocator,
};

/**
 * Locates the cells of a grid in stored order.
 *
 * @throws {DataError} `grid` if the parameters contradict each other
 */
export function gridLocator(grid: DefinedGrid): GridLocator {
  return (creators[grid.geometry.kind] as Create<GridDefinition>)(grid);
}
