import type { Section } from '../section.ts';
import type { AlbersGeometry } from './albers.ts';
import type { AzimuthalGeometry } from './azimuthal.ts';
import type { GaussianGeometry } from './gaussian.ts';
import type { LambertGeometry } from './lambert.ts';
import type { LatLonGeometry } from './latlon.ts';
import type { MercatorGeometry } from './mercator.ts';
import type { PolarStereographicGeometry } from './polar-stereographic.ts';
import type { ReducedGaussianGeometry } from './reduced-gaussian.ts';
import type { ReducedLatLonGeometry } from './reduced-latlon.ts';
import type { RotatedGaussianGeometry } from './rotated-gaussian.ts';
import type { RotatedLatLonGeometry } from './rotated-latlon.ts';
import type { Scan } from './scan.ts';
import type { SpaceViewGeometry } from './space-view.ts';
import type { TransverseMercatorGeometry } from './transverse-mercator.ts';
import type { UnstructuredGeometry } from './unstructured.ts';

/** A place on the earth, in degrees; longitudes from -180 up to 180. */
export interface Position {
  lat: number;
  lon: number;
}

/** Where the values of a field lie. */
export interface Grid {
  /** `3.` and the number of the template in table 3.1. */
  template: string;
  width: number;
  height: number;
  scan: Scan;
  /** Components of vectors lead along columns and rows, not to the east and north (flag table 3.3). */
  vectorsAlongGrid: boolean;
  geometry: GridGeometry;
  /** Of the point at an index in stored order; NaN where it is not on the earth, or where the file does not tell. */
  positionOf(index: number): Position;
  /** The index in stored order of the point nearest to a place, or undefined more than half a step outside. */
  nearest(place: Position): number | undefined;
}

/** Numbers by which others may compute positions themselves. Steps have signs: they lead along the stored order. */
export type GridGeometry =
  | LatLonGeometry
  | ReducedLatLonGeometry
  | RotatedLatLonGeometry
  | MercatorGeometry
  | TransverseMercatorGeometry
  | PolarStereographicGeometry
  | LambertGeometry
  | AlbersGeometry
  | GaussianGeometry
  | ReducedGaussianGeometry
  | RotatedGaussianGeometry
  | SpaceViewGeometry
  | UnstructuredGeometry
  | AzimuthalGeometry;

/** Reads the octets of one grid template. */
export type GridTemplate = (section3: Section) => Grid;
