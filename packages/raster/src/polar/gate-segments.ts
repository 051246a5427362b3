import { worldUnits, type GateSegments } from '@severe/kernels';
import { beamAt, type Moment, type SitePosition, type Sweep } from '@severe/nexrad';
import type { LocalSphere } from './local-plane.ts';
import { mapAround } from './map-plane.ts';

/** Maximum length of a segment: its cubic polynomial is accurate to 2 cm at every latitude of the network. */
const segmentM = 32_000;
const mostGates = 128;

const radian = Math.PI / 180;

/**
 * Places of the centres of gates on the map, as cubic polynomials of short segments of the radials. Each goes through four
 * places: those of its ends, and of those of its neighbours.
 */
export function gateSegments(
  site: SitePosition,
  { radials: { azimuthsDeg, count }, elevationDeg }: Sweep,
  { gates, gateM, firstGateM }: Moment,
  sphere: LocalSphere,
): GateSegments {
  const each = Math.max(1, Math.min(mostGates, gates, Math.floor(segmentM / gateM)));
  const perRadial = Math.ceil(gates / each);
  const placeOf = mapAround(site, sphere);
  const distances = Float64Array.from({ length: perRadial + 3 }, (_, i) => {
    const { groundM } = beamAt(firstGateM + (i - 1) * each * gateM, elevationDeg);
    return Math.tan(groundM / sphere.radius / 2);
  });
  const segments = roomFor(count * perRadial, { perRadial, each });
  const x = new Float64Array(distances.length);
  const y = new Float64Array(distances.length);
  for (let radial = 0; radial < count; radial++) {
    const azimuth = azimuthsDeg[radial] * radian;
    const direction = { north: Math.cos(azimuth), east: Math.sin(azimuth) };
    for (let i = 0; i < distances.length; i++) {
      const place = placeOf(direction, distances[i]);
      x[i] = place.x * worldUnits;
      y[i] = place.y * worldUnits;
    }
    for (let i = 0; i < perRadial; i++) addSegment(segments, radial * perRadial + i, x, y, i);
  }
  return segments;
}

function roomFor(length: number, about: Pick<GateSegments, 'perRadial' | 'each'>): GateSegments {
  const [places, factors] = [() => new Int32Array(length), () => new Float32Array(length)];
  const axes = { x: places(), y: places() };
  return {
    ...about,
    extent: 0,
    ...axes,
    x1: factors(),
    x2: factors(),
    x3: factors(),
    y1: factors(),
    y2: factors(),
    y3: factors(),
  };
}

/** @param from index of the place before the segment */
function addSegment(into: GateSegments, segment: number, x: Float64Array, y: Float64Array, from: number): void {
  const { each } = into;
  into.x[segment] = Math.round(x[from + 1]); // a world further is the same place
  into.y[segment] = Math.round(y[from + 1]);
  into.x1[segment] = linear(x, from) / each;
  into.x2[segment] = quadratic(x, from) / each ** 2;
  into.x3[segment] = cubic(x, from) / each ** 3;
  into.y1[segment] = linear(y, from) / each;
  into.y2[segment] = quadratic(y, from) / each ** 2;
  into.y3[segment] = cubic(y, from) / each ** 3;
  const extent = extentOf(x, from) + extentOf(y, from);
  if (extent > into.extent) into.extent = extent;
}

// The factors of Lagrange's cubic through the values at -1, 0, 1 and 2.
function linear(at: Float64Array, i: number): number {
  return -at[i] / 3 - at[i + 1] / 2 + at[i + 2] - at[i + 3] / 6;
}

function quadratic(at: Float64Array, i: number): number {
  return at[i] / 2 - at[i + 1] + at[i + 2] / 2;
}

function cubic(at: Float64Array, i: number): number {
  return (at[i + 3] - at[i]) / 6 + (at[i + 1] - at[i + 2]) / 2;
}

/** An upper limit of the extent of a segment along an axis. */
function extentOf(at: Float64Array, i: number): number {
  return Math.abs(linear(at, i)) + Math.abs(quadratic(at, i)) + Math.abs(cubic(at, i));
}
