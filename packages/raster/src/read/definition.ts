import type { Grib2Field } from '@severe/grib2';

type GridGeometry = Grib2Field['grid']['geometry'];

/** The grids that are regular on the plane of a projection. */
export type PlaneGeometry = Extract<GridGeometry, { x0: number; earth: Earth }>;

interface Earth {
  major: number;
  minor: number;
}

type DefinitionOf<G> = (geometry: G) => string;

/** What to call each projection in PROJ; parallels and meridians are degrees, lengths metres. */
const definitions: { [K in PlaneGeometry['kind']]?: DefinitionOf<Extract<PlaneGeometry, { kind: K }>> } = {
  lambert: ({ lat1, lat2, latOrigin, lonOrigin }) =>
    `+proj=lcc +lat_1=${lat1} +lat_2=${lat2} +lat_0=${latOrigin} +lon_0=${lonOrigin} +x_0=0 +y_0=0`,
  albers: ({ lat1, lat2, latOrigin, lonOrigin }) =>
    `+proj=aea +lat_1=${lat1} +lat_2=${lat2} +lat_0=${latOrigin} +lon_0=${lonOrigin} +x_0=0 +y_0=0`,
  mercator: ({ latTrue, lonOrigin }) => `+proj=merc +lat_ts=${latTrue} +lon_0=${lonOrigin} +x_0=0 +y_0=0`,
  'transverse-mercator': ({ latOrigin, lonOrigin, factor, falseX, falseY }) =>
    `+proj=tmerc +lat_0=${latOrigin} +lon_0=${lonOrigin} +k_0=${factor} +x_0=${falseX} +y_0=${falseY}`,
  'polar-stereographic': ({ pole, latTrue, lonOrigin }) =>
    `+proj=stere +lat_0=${90 * pole} +lat_ts=${Math.abs(latTrue) * pole} +lon_0=${lonOrigin} +x_0=0 +y_0=0`,
  'lambert-azimuthal': ({ latOrigin, lonOrigin }) => `+proj=laea +lat_0=${latOrigin} +lon_0=${lonOrigin} +x_0=0 +y_0=0`,
};

/** The projection of a grid in the words of PROJ; undefined for one that is regular on no plane we know. */
export function definitionOf(geometry: GridGeometry): string | undefined {
  const define = (definitions as Record<string, DefinitionOf<GridGeometry> | undefined>)[geometry.kind];
  return define && `${define(geometry)} ${earthOf((geometry as PlaneGeometry).earth)} +units=m +no_defs`;
}

function earthOf({ major, minor }: Earth): string {
  return major === minor ? `+R=${major}` : `+a=${major} +b=${minor}`;
}
