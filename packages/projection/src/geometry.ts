/**
 * Geometry of a regular grid on a map. Row 0 is northmost and column 0 westmost; steps are positive. Grid coordinates
 * are in cells: cell i covers [i, i + 1) and its centre is i + 0.5.
 */
export type Geometry = LatLonGeometry | LambertGeometry | GeostationaryGeometry | ProjectedGeometry;

/** Latitudes and longitudes. Cell centres at `west + column * stepLon`, `north - row * stepLat`, in degrees. */
export interface LatLonGeometry {
  kind: 'latlon';
  west: number;
  north: number;
  stepLon: number;
  stepLat: number;
}

/**
 * Lambert conformal conic on a sphere of `radius` metres. Cell centres at `x0 + column * stepX`, `y0 - row * stepY`, in
 * metres from the origin (`latOrigin`, `lonOrigin`).
 */
export interface LambertGeometry {
  kind: 'lambert';
  radius: number;
  lat1: number;
  lat2: number;
  latOrigin: number;
  lonOrigin: number;
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

/**
 * View of a geostationary satellite above the equator at `lonOrigin`. Cell centres at `x0 + column * stepX`,
 * `y0 - row * stepY`: scan angles times `height`, in metres. `sweep` is the sweep angle axis of the instrument: x for
 * GOES-R, y for Meteosat. `major` and `minor` are the semi-axes of the earth, in metres.
 */
export interface GeostationaryGeometry {
  kind: 'geostationary';
  height: number;
  lonOrigin: number;
  sweep: 'x' | 'y';
  major: number;
  minor: number;
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

/**
 * Any other projection. Cell centres at `x0 + column * stepX`, `y0 - row * stepY`, in the units of the PROJ string
 * `proj4` (`+proj=stere +lat_0=90 …`): metres, or degrees for longitude and latitude. Latitudes and longitudes are used
 * on its ellipsoid without a datum shift, as providers of weather grids do.
 */
export interface ProjectedGeometry {
  kind: 'projected';
  proj4: string;
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

/** Shape and geometry of a grid, without values. */
export interface GridShape {
  width: number;
  height: number;
  geometry: Geometry;
}
