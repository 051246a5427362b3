import type { LambertGeometry, LatLonGeometry, ProjectedGeometry } from '../../src/geometry.ts';
import { loadProj4 } from '../../src/proj4/library.ts';

/** Part of the grid of the radar mosaics. */
export const latLon: LatLonGeometry = { kind: 'latlon', west: -99.995, north: 39.995, stepLon: 0.01, stepLat: 0.01 };

/** The cone of the HRRR model, with a smaller grid. */
export const lambert: LambertGeometry = {
  kind: 'lambert',
  radius: 6_371_229,
  lat1: 38.5,
  lat2: 38.5,
  latOrigin: 38.5,
  lonOrigin: -97.5,
  x0: -900_000.25,
  y0: 600_000.75,
  stepX: 3000,
  stepY: 3000,
};

/** A grid of `width` × `height` cells around a place, in any projection. */
export interface Plane {
  geometry: ProjectedGeometry;
  width: number;
  height: number;
}

function planeAround(definition: string, lon: number, lat: number, step: number, width: number, height: number): Plane {
  const [x, y] = loadProj4()(definition).forward([lon, lat]);
  const [x0, y0] = [x - ((width - 1) / 2) * step, y + ((height - 1) / 2) * step];
  return { geometry: { kind: 'projected', proj4: definition, x0, y0, stepX: step, stepY: step }, width, height };
}

const sphere = '+R=6371229 +units=m +no_defs';
const grs80 = '+a=6378137 +b=6356752.314140356 +units=m +no_defs';

/** Latitudes and longitudes about another pole, which a GeoTIFF has no keys for. */
export const turned: Plane = {
  geometry: {
    kind: 'projected',
    proj4: '+proj=ob_tran +o_proj=longlat +lon_0=10 +o_lon_p=0 +o_lat_p=40 +R=6371229',
    x0: -18,
    y0: 21,
    stepX: 0.2,
    stepY: 0.25,
  },
  width: 190,
  height: 160,
};

/** One of each kind of projection, and the places where maps are cut: the antimeridian and the poles. */
export const planes: Record<string, Plane> = {
  'polar stereographic, across the antimeridian': planeAround(
    `+proj=stere +lat_0=90 +lat_ts=60 +lon_0=-150 +x_0=0 +y_0=0 ${sphere}`, -178, 58, 9000, 211, 173), // prettier-ignore
  'polar stereographic, around the south pole': planeAround(
    `+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +x_0=0 +y_0=0 ${grs80}`, 0, -90, 40_000, 131, 117), // prettier-ignore
  'Mercator, across the antimeridian': planeAround(
    `+proj=merc +lat_ts=20 +lon_0=178 +x_0=0 +y_0=0 ${sphere}`, 178, -12, 15_000, 157, 121), // prettier-ignore
  'transverse Mercator': planeAround(
    `+proj=tmerc +lat_0=49 +lon_0=-2 +k_0=0.9996 +x_0=400000 +y_0=-100000 ${grs80}`, -3, 55, 5000, 161, 241), // prettier-ignore
  'Albers on an ellipsoid': planeAround(
    `+proj=aea +lat_1=29.5 +lat_2=45.5 +lat_0=23 +lon_0=-96 +x_0=0 +y_0=0 ${grs80}`, -100, 39, 14_000, 223, 149), // prettier-ignore
  'Lambert conformal on an ellipsoid': planeAround(
    `+proj=lcc +lat_1=-20 +lat_2=-40 +lat_0=-30 +lon_0=135 +x_0=0 +y_0=0 ${grs80}`, 133, -27, 20_000, 201, 163), // prettier-ignore
  'Lambert azimuthal': planeAround(
    `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${grs80}`, 12, 50, 16_000, 199, 207), // prettier-ignore
  'longitudes beyond 180': {
    geometry: { kind: 'projected', proj4: '+proj=longlat +R=6371229 +lon_wrap=183', x0: 165, y0: 62, stepX: 0.2, stepY: 0.15 }, // prettier-ignore
    width: 181,
    height: 143,
  },
};
