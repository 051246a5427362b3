import { chebyshevNodes, polynomialThrough } from './interpolate.ts';
import type { LocalSphere } from './local-plane.ts';

/** A place on the Web Mercator map: fractions of the world's width from its north-western corner. */
interface MapPlace {
  x: number;
  y: number;
}

/** Finds the place on the map in a direction from the radar. */
type PlaceOnMap = (direction: Direction, stereographic: number) => MapPlace;

/** Cosine and sine of an azimuth. */
interface Direction {
  north: number;
  east: number;
}

/** Number of values that determine the polynomial of latitudes: its error is below a millimetre. */
const nodes = 8;
/** It covers this distance in latitude from the radar, up to a pole; no gate is further. */
const maxReachDeg = 6;

const radian = Math.PI / 180;

/**
 * The map around a radar. Distances are given on the stereographic plane of its sphere: `tan(distance / 2 radius)`. From this
 * plane to the Mercator map of the sphere leads a complex logarithm, since both preserve angles; from that map to Web Mercator,
 * whose latitudes are those of the ellipsoid, a polynomial.
 *
 * @see Snyder, Map Projections: A Working Manual, 1987, sections 7 and 21
 */
export function mapAround({ lat, lon }: { lat: number; lon: number }, sphere: LocalSphere): PlaceOnMap {
  const { sin0, cos0, perDegree } = sphere;
  const pole = (1 + sin0) / cos0; // e to the power of the radar's ordinate on the sphere's map
  const yOf = ordinatesAround(lat, sphere);
  return ({ north, east }, stereographic) => {
    const [u, v] = [stereographic * north, stereographic * east];
    // log((pole + w) / (1 - pole w)) of w = u + iv
    const [above, below] = [pole + u, 1 - pole * u];
    const re = above * below - pole * v * v;
    const im = v * (1 + pole * pole);
    const squares = (above * above + v * v) / (below * below + pole * pole * v * v);
    return { x: (lon + 180 + Math.atan2(im, re) / perDegree) / 360, y: yOf(Math.log(squares) / 2) };
  };
}

/** Ordinate of a latitude on the Mercator map of the sphere. */
function ordinateOf(latDeg: number, sphere: LocalSphere): number {
  return Math.atanh(sphere.sinOf(latDeg));
}

/** Fraction of the world's height above a latitude. */
function mapOrdinate(latDeg: number): number {
  return 0.5 - Math.atanh(Math.sin(latDeg * radian)) / (2 * Math.PI);
}

/** `mapOrdinate` as a polynomial of `ordinateOf`. */
function ordinatesAround(latDeg: number, sphere: LocalSphere): (ordinate: number) => number {
  const reachDeg = Math.min(maxReachDeg, 90 - Math.abs(latDeg));
  const places = chebyshevNodes(nodes).map((node) => latDeg + reachDeg * node);
  const middle = ordinateOf(latDeg, sphere);
  const factors = polynomialThrough(
    places.map((place) => ordinateOf(place, sphere) - middle),
    places.map(mapOrdinate),
  );
  return (ordinate) => {
    const from = ordinate - middle;
    let sum = 0;
    for (let i = nodes - 1; i >= 0; i--) sum = sum * from + factors[i];
    return sum;
  };
}
