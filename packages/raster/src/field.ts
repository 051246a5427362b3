/**
 * Values on a regular grid in the grid's own geometry: `packed[row * width + column]`, length width * height.
 *
 * The physical value is `offset + packed * scale`, in the product's units. `absent` lists the packed codes that mean
 * none; they are never compared with, averaged or interpolated into values. On a map row 0 is northmost and column 0
 * westmost, whatever the scan order of the file was.
 */
export interface Field {
  width: number;
  height: number;
  packed: Uint16Array | Int32Array;
  scale: number;
  offset: number;
  absent: Absent[];
  geometry: Geometry;
}

/** A packed code that is no value: `nothing` was found there, or it was `missing` from what was looked at. */
export interface Absent {
  code: number;
  means: 'nothing' | 'missing';
}

export type Geometry = LatLonGeometry | LambertGeometry | GeostationaryGeometry | ProjectedGeometry;

/** Cell centres at `west + column * stepLon`, `north - row * stepLat`, in degrees. */
export interface LatLonGeometry {
  kind: 'latlon';
  west: number;
  north: number;
  stepLon: number;
  stepLat: number;
}

/**
 * Lambert conformal conic on a sphere: cell centres at `x0 + column * step`, `y0 - row * step`, in metres of the
 * projection whose origin is (`latOrigin`, `lonOrigin`).
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
 * The view from a satellite above the equator at `lonOrigin`: cell centres at `x0 + column * stepX`, `y0 - row * stepY`,
 * which are angles of view times `height`, in metres. `sweep` names the axis of the instrument that turns first: x for
 * GOES-R, y for Meteosat. `major` and `minor` are the half axes of the earth, in metres.
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
 * Any other projection: cell centres at `x0 + column * stepX`, `y0 - row * stepY`, in the units of the projection that
 * `proj4` defines in the words of PROJ (`+proj=stere +lat_0=90 …`; degrees where it is one of longitude and latitude).
 * Latitudes and longitudes are taken over to its earth as they are, as providers of weather grids do.
 */
export interface ProjectedGeometry {
  kind: 'projected';
  proj4: string;
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}
