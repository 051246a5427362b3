import type { Ellipsoid, PlaneGrid } from '../grid-definition.ts';
import { albersProjection } from './albers.ts';
import { lambertAzimuthalProjection } from './lambert-azimuthal.ts';
import { lambertProjection } from './lambert.ts';
import { mercatorParameters, mercatorProjection } from './mercator.ts';
import { polarStereographicProjection } from './polar-stereographic.ts';
import type { Projection } from './projection.ts';
import { transverseMercatorProjection } from './transverse-mercator.ts';

/** The projection of a grid, by formulas of this package and as a PROJ string. */
export interface GridProjection {
  projection: Projection;
  proj4: string;
}

type Create<Grid> = (grid: Grid, width: number) => GridProjection;

const creators: { [K in PlaneGrid['kind']]: Create<Extract<PlaneGrid, { kind: K }>> } = {
  lambert: (grid) => ({ projection: lambertProjection(grid), proj4: `+proj=lcc ${coneString(grid)}` }),
  albers: (grid) => ({ projection: albersProjection(grid), proj4: `+proj=aea ${coneString(grid)}` }),
  mercator(grid, width) {
    const parameters = mercatorParameters(grid, width);
    const { latTrue, lonOrigin } = parameters;
    return {
      projection: mercatorProjection(parameters),
      proj4: `+proj=merc +lat_ts=${latTrue} +lon_0=${lonOrigin} +x_0=0 +y_0=0`,
    };
  },
  'transverse-mercator'(grid) {
    const { latOrigin, lonOrigin, factor, falseX, falseY } = grid;
    return {
      projection: transverseMercatorProjection(grid),
      proj4: `+proj=tmerc +lat_0=${latOrigin} +lon_0=${lonOrigin} +k_0=${factor} +x_0=${falseX} +y_0=${falseY}`,
    };
  },
  'polar-stereographic'(grid) {
    const { pole, latTrue, lonOrigin } = grid;
    const latitudes = `+lat_0=${90 * pole} +lat_ts=${Math.abs(latTrue) * pole}`;
    return {
      projection: polarStereographicProjection(grid),
      proj4: `+proj=stere ${latitudes} +lon_0=${lonOrigin} +x_0=0 +y_0=0`,
    };
  },
  'lambert-azimuthal'(grid) {
    const { latOrigin, lonOrigin } = grid;
    return {
      projection: lambertAzimuthalProjection(grid),
      proj4: `+proj=laea +lat_0=${latOrigin} +lon_0=${lonOrigin} +x_0=0 +y_0=0`,
    };
  },
};

/** The projection of a grid of `width` columns. */
export function gridProjection(grid: PlaneGrid, width: number): GridProjection {
  const { projection, proj4 } = (creators[grid.kind] as Create<PlaneGrid>)(grid, width);
  return { projection, proj4: `${proj4} ${earthString(grid.earth)} +units=m +no_defs` };
}

/** Whether a grid is regular on the plane of a projection. */
export function isPlaneGrid(grid: { kind: string }): grid is PlaneGrid {
  return Object.hasOwn(creators, grid.kind);
}

function coneString({ lat1, lat2, latOrigin, lonOrigin }: Record<'lat1' | 'lat2' | 'latOrigin' | 'lonOrigin', number>) {
  return `+lat_1=${lat1} +lat_2=${lat2} +lat_0=${latOrigin} +lon_0=${lonOrigin} +x_0=0 +y_0=0`;
}

function earthString({ major, minor }: Ellipsoid): string {
  return major === minor ? `+R=${major}` : `+a=${major} +b=${minor}`;
}
