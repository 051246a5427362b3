/**
 * Grids as files define them: parameters of the projection, the first stored point, and steps along the stored order.
 *
 * Column i and row j are counted from the first stored point. Steps are signed: positive to the east and to the north.
 * Angles are degrees, lengths are metres.
 */

/** Semi-major and semi-minor axis in metres; equal on a sphere. */
export interface Ellipsoid {
  major: number;
  minor: number;
}

/** Column i, row j is at `firstLat + j * stepLat`, `firstLon + i * stepLon`. */
export interface LatLonGrid {
  kind: 'latlon';
  firstLat: number;
  firstLon: number;
  stepLat: number;
  stepLon: number;
}

/** Row j is at `firstLat + j * stepLat` and has `lengths[j]` points around the earth, from `firstLon` eastwards. */
export interface ReducedLatLonGrid {
  kind: 'reduced-latlon';
  firstLat: number;
  stepLat: number;
  firstLon: number;
  lengths: number[];
}

/** The southern pole of rotated coordinates, and the rotation about the new axis. */
export interface Pole {
  lat: number;
  lon: number;
  angle: number;
}

/** A latitude/longitude grid in the rotated coordinates of `pole`. */
export interface RotatedLatLonGrid extends Omit<LatLonGrid, 'kind'> {
  kind: 'rotated-latlon';
  pole: Pole;
  /** Whether `firstLat` and `firstLon` are in geographic coordinates. Steps are in rotated ones in either case. */
  isFirstGeographic: boolean;
}

/** Columns are at `firstLon + i * stepLon`, rows at consecutive Gaussian latitudes from `firstLat`. */
export interface GaussianGrid {
  kind: 'gaussian';
  /** Number of Gaussian latitudes from pole to pole. */
  rows: number;
  firstLat: number;
  /** 1 if rows run southwards, -1 if they run northwards. */
  stepRow: 1 | -1;
  firstLon: number;
  stepLon: number;
}

/** Rows at consecutive Gaussian latitudes southwards from `firstLat`; row j has `lengths[j]` points around the earth. */
export interface ReducedGaussianGrid {
  kind: 'reduced-gaussian';
  /** Number of Gaussian latitudes from pole to pole. */
  rows: number;
  firstLat: number;
  firstLon: number;
  lengths: number[];
}

/** A Gaussian grid in the rotated coordinates of `pole`. */
export interface RotatedGaussianGrid {
  kind: 'rotated-gaussian';
  rotated: GaussianGrid | ReducedGaussianGrid;
  pole: Pole;
}

/** First point and steps of a grid that is regular on a plane. */
export interface PlaneStart {
  firstLat: number;
  firstLon: number;
  stepX: number;
  stepY: number;
}

/** Parameters of a conic projection. */
export interface ConeParameters {
  earth: Ellipsoid;
  /** Standard parallels. */
  lat1: number;
  lat2: number;
  latOrigin: number;
  lonOrigin: number;
}

/** Lambert conformal conic. */
export interface LambertGrid extends ConeParameters, PlaneStart {
  kind: 'lambert';
}

/** Albers equal-area conic. */
export interface AlbersGrid extends ConeParameters, PlaneStart {
  kind: 'albers';
}

/** Mercator. The origin is on the equator, on the central meridian of the grid. */
export interface MercatorGrid extends PlaneStart {
  kind: 'mercator';
  earth: Ellipsoid;
  /** The parallel at which steps are true. */
  latTrue: number;
}

/** Parameters of a transverse Mercator projection. */
export interface TransverseMercatorParameters {
  earth: Ellipsoid;
  latOrigin: number;
  lonOrigin: number;
  /** Scale factor at the central meridian. */
  factor: number;
  /** Coordinates of the origin. */
  falseX: number;
  falseY: number;
}

/** Transverse Mercator. The first point is at (`x0`, `y0`) on the plane. */
export interface TransverseMercatorGrid extends TransverseMercatorParameters {
  kind: 'transverse-mercator';
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

/** Parameters of a polar stereographic projection. The origin is at the pole; `lonOrigin` runs along the y axis. */
export interface PolarStereographicParameters {
  earth: Ellipsoid;
  /** 1 for the north pole, -1 for the south pole. */
  pole: 1 | -1;
  /** The parallel, of either sign, at which steps are true. */
  latTrue: number;
  lonOrigin: number;
}

/** Polar stereographic. */
export interface PolarStereographicGrid extends PolarStereographicParameters, PlaneStart {
  kind: 'polar-stereographic';
}

/** Parameters of an azimuthal projection. The plane touches the earth at the origin. */
export interface AzimuthalParameters {
  earth: Ellipsoid;
  latOrigin: number;
  lonOrigin: number;
}

/** Lambert azimuthal equal-area. */
export interface LambertAzimuthalGrid extends AzimuthalParameters, PlaneStart {
  kind: 'lambert-azimuthal';
}

/** The earth as seen from a satellite above the equator at `lonOrigin`. */
export interface SpaceViewGrid {
  kind: 'space-view';
  earth: Ellipsoid;
  lonOrigin: number;
  /** Distance of the satellite from the centre of the earth, in equatorial radii. */
  distance: number;
  /** Column and row of the point below the satellite. */
  x0: number;
  y0: number;
  /** Apparent diameters of the earth in columns and rows. */
  diameterX: number;
  diameterY: number;
  /** Whether the first stored point is the north-western one. Positions on other grids are undefined. */
  isNorthWestFirst: boolean;
}

/** HEALPix: 12 squares of `side` × `side` points each. */
export interface HealpixGrid {
  kind: 'healpix';
  side: number;
  /** Whether points are numbered square by square; otherwise they are by rings, from the north. */
  nested: boolean;
  /** Longitude of the centre of the first square. */
  firstLon: number;
}

/** Points in an order that another file defines: grid `number` with identifier `uuid`. */
export interface UnstructuredGrid {
  kind: 'unstructured';
  number: number;
  /** Number of the grid in its reference, such as 1 triangles, 2 vertices and 3 edges of ICON. */
  reference: number;
  uuid: string;
}

/** Grids that are regular on the plane of a projection. */
export type PlaneGrid =
  MercatorGrid | TransverseMercatorGrid | PolarStereographicGrid | LambertGrid | AlbersGrid | LambertAzimuthalGrid;

/** Any grid. */
export type GridDefinition =
  | LatLonGrid
  | ReducedLatLonGrid
  | RotatedLatLonGrid
  | GaussianGrid
  | ReducedGaussianGrid
  | RotatedGaussianGrid
  | PlaneGrid
  | SpaceViewGrid
  | HealpixGrid
  | UnstructuredGrid;

/** A grid and its size. A reduced grid is one row of all its points. */
export interface DefinedGrid<Definition extends GridDefinition = GridDefinition> {
  width: number;
  height: number;
  geometry: Definition;
}
