/**
 * Tiles of a radar sweep drawn the plain way: geodesics on the ellipsoid and the map from proj4, beams by the law of cosines,
 * gates one by one. Nothing here is shared with the code under test, and nothing is fast.
 */
import type { Tile } from '@severe/geo';
import type { Moment, MomentName, SitePosition, Sweep } from '@severe/nexrad';
import { beamTables } from '../../src/polar/beam-tables.ts';
import { sweepRanks } from '../../src/polar/draw-sweep.ts';
import { paintSweep, type SweepLook } from '../../src/polar/paint-sweep.ts';
import { projectionOf } from './reference.ts';

/** Half the width of the Web Mercator square, in metres, and the side of a tile in pixels. */
const half = Math.PI * 6378137;
const side = 256;
const webMercator = projectionOf('EPSG:3857');

/** Places that are this close to an edge may be on either side of it. */
const toleranceM = 0.5;

/** Twice the mean radius of the earth in use for radar beams, times 4/3. */
const effectiveM = (4 / 3) * 6_371_000;
const radian = Math.PI / 180;

/** Ground range of a slant range: Doviak and Zrnić, 2.28b and 2.28c. */
export function groundOf(slantM: number, elevationDeg: number): number {
  const elevation = elevationDeg * radian;
  const heightM = Math.sqrt(slantM ** 2 + effectiveM ** 2 + 2 * slantM * effectiveM * Math.sin(elevation)) - effectiveM;
  return effectiveM * Math.asin((slantM * Math.cos(elevation)) / (effectiveM + heightM));
}

type Geometry = Pick<Moment, 'gates' | 'firstGateM' | 'gateM'>;

/** The gates that pixels of a tile may show; a gate is `radial * gates + index`. */
export interface TileGates {
  /** Gates whose centres lie under the pixel, and gates for which that depends on the tolerance. */
  under: Map<number, { certain: number[]; possible: number[] }>;
  /** The gate at the centre of a pixel, -1 if there is none; several if that depends on the tolerance. */
  nearest(pixel: number): number[];
}

/** Finds the gates under and at the pixels of a tile. */
export function gatesOfTile(
  { lat, lon }: SitePosition,
  { radials, elevationDeg, azimuthStepDeg }: Sweep,
  { gates, firstGateM, gateM }: Geometry,
  { z, x, y }: Tile,
): TileGates {
  // Azimuthal equidistant: distance and direction from the origin are those of the geodesic.
  const plane = projectionOf(`+proj=aeqd +lat_0=${lat} +lon_0=${lon} +datum=WGS84 +units=m`);
  const world = side * 2 ** z;
  const pixelM = (2 * half) / world;
  /** A place of the tile, in pixels, on the equidistant plane. */
  const onPlane = (column: number, row: number): { x: number; y: number } =>
    plane.forward(webMercator.inverse({ x: (x * side + column) * pixelM - half, y: half - (y * side + row) * pixelM }));
  const tolerance = (2 * toleranceM) / pixelM; // a metre on the ground is at most two on the map at 60° north

  const edges = Array.from({ length: gates + 1 }, (_, i) => groundOf(firstGateM + (i - 0.5) * gateM, elevationDeg));
  const centres = Array.from({ length: gates }, (_, i) => groundOf(firstGateM + i * gateM, elevationDeg));

  // Gates further from the middle of the tile than its corners, by distances on the equidistant plane, which are a little off.
  const middle = onPlane(side / 2, side / 2);
  const isAround = z > 5 && Number.isFinite(middle.x) && Number.isFinite(middle.y);
  const nearM = pixelM * side * 0.75 + 5000;

  const under: TileGates['under'] = new Map();
  const add = (pixel: number, kind: 'certain' | 'possible', gate: number): void => {
    const lists = under.get(pixel) ?? { certain: [], possible: [] };
    lists[kind].push(gate);
    under.set(pixel, lists);
  };
  for (let radial = 0; radial < radials.count; radial++) {
    const azimuth = radials.azimuthsDeg[radial] * radian;
    const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
    for (let i = 0; i < gates; i++) {
      const place = { x: centres[i] * sin, y: centres[i] * cos };
      if (isAround && Math.hypot(place.x - middle.x, place.y - middle.y) > nearM) continue;
      const { x: eastM, y: northM } = webMercator.forward(plane.inverse(place));
      const column = (((eastM + half) / pixelM + world) % world) - x * side;
      const row = (half - northM) / pixelM - y * side;
      const [left, right] = [Math.floor(column - tolerance), Math.floor(column + tolerance)];
      const [top, bottom] = [Math.floor(row - tolerance), Math.floor(row + tolerance)];
      const kind = left === right && top === bottom ? 'certain' : 'possible';
      for (let r = Math.max(0, top); r <= Math.min(side - 1, bottom); r++) {
        for (let c = Math.max(0, left); c <= Math.min(side - 1, right); c++)
          add(r * side + c, kind, radial * gates + i);
      }
    }
  }

  const apartDeg = (radial: number, azimuthDeg: number): number =>
    Math.abs(((radials.azimuthsDeg[radial] - azimuthDeg + 540) % 360) - 180);
  /** Radials that can be the nearest one of an azimuth, by its whole degrees. */
  const around = Array.from({ length: 361 }, (_, degrees) =>
    [...radials.azimuthsDeg.keys()].filter((radial) => apartDeg(radial, degrees + 0.5) <= azimuthStepDeg + 0.51),
  );

  const gateAt = (distanceM: number, azimuthDeg: number): number => {
    let least = azimuthStepDeg;
    let nearest = -1;
    for (const radial of around[Math.floor(azimuthDeg)]) {
      const apart = apartDeg(radial, azimuthDeg);
      if (apart < least) [least, nearest] = [apart, radial];
    }
    if (nearest < 0 || distanceM < edges[0] || distanceM >= edges[gates]) return -1;
    let [low, high] = [0, gates];
    while (high - low > 1) {
      const between = (low + high) >> 1;
      if (edges[between] <= distanceM) low = between;
      else high = between;
    }
    return nearest * gates + low;
  };
  return {
    under,
    nearest(pixel) {
      const { x: eastM, y: northM } = onPlane((pixel % side) + 0.5, Math.floor(pixel / side) + 0.5);
      const distanceM = Math.hypot(eastM, northM);
      if (!(distanceM < edges[gates] + toleranceM)) return [-1];
      const azimuthDeg = Math.atan2(eastM, northM) / radian;
      const turnDeg = toleranceM / Math.max(distanceM, toleranceM) / radian;
      const choices = [-toleranceM, toleranceM].flatMap((m) =>
        [-turnDeg, turnDeg].map((turn) => gateAt(distanceM + m, (azimuthDeg + turn + 360) % 360)),
      );
      return [...new Set(choices)];
    },
  };
}

/** What a comparison saw: pixels with a rank, by moment, and pixels that contain no centre of a gate. */
export interface Compared {
  drawn: number[];
  withoutCentre: number;
}

/**
 * Compares every pixel of a tile of some moments of a sweep that have the same gates.
 *
 * @throws {Error} for the first pixel that shows another rank than the reference
 */
export function compareTile(
  site: SitePosition,
  sweep: Sweep,
  moments: readonly { moment: Moment; look: SweepLook }[],
  tile: Tile,
): Compared {
  const reference = gatesOfTile(site, sweep, moments[0].moment, tile);
  const drawn = moments.map(() => 0);
  let withoutCentre = 0;
  const nearest = new Map<number, number[]>();
  for (const [i, { moment, look }] of moments.entries()) {
    const painted = paintSweep(moment, look);
    const ranks = sweepRanks(site, painted, beamTables(site, sweep, moment))(tile) ?? new Uint8Array(side * side);
    const highest = (gates: readonly number[]) =>
      gates.reduce((most, gate) => Math.max(most, painted.ranks[gate] ?? 0), 0);
    for (let pixel = 0; pixel < side * side; pixel++) {
      const { certain = [], possible = [] } = reference.under.get(pixel) ?? {};
      if (ranks[pixel] > 0) drawn[i]++;
      if (certain.length > 0) {
        const least = highest(certain);
        if (ranks[pixel] === least) continue;
        if (ranks[pixel] > least && possible.some((gate) => painted.ranks[gate] === ranks[pixel])) continue;
        fail(tile, moment, pixel, ranks[pixel], least);
      }
      withoutCentre++;
      const at = nearest.get(pixel) ?? reference.nearest(pixel);
      nearest.set(pixel, at);
      const choices = [...possible, ...at].map((gate) => (gate < 0 ? 0 : painted.ranks[gate]));
      if (!choices.includes(ranks[pixel])) fail(tile, moment, pixel, ranks[pixel], choices.join(' or '));
    }
  }
  return { drawn, withoutCentre };
}

/**
 * Compares every pixel of a tile of every moment of a sweep, whose radials may begin anywhere.
 *
 * @returns the number of pixels with a rank, by moment
 * @throws {Error} as `compareTile`
 */
export function compareSweep(site: SitePosition, sweep: Sweep, tile: Tile): Map<MomentName, number> {
  const { azimuthsDeg } = sweep.radials;
  const order = [...azimuthsDeg.keys()].sort((a, b) => azimuthsDeg[a] - azimuthsDeg[b]);
  const inOrder = (moment: Moment): Moment => {
    const { gates } = moment;
    const packed = moment.packed.slice();
    order.forEach((radial, row) =>
      packed.set(moment.packed.subarray(radial * gates, (radial + 1) * gates), row * gates),
    );
    return { ...moment, packed };
  };
  const sorted = {
    ...sweep,
    radials: { ...sweep.radials, azimuthsDeg: Float32Array.from(order, (radial) => azimuthsDeg[radial]) },
  };
  const alike = new Map<string, Moment[]>();
  for (const moment of sweep.moments.values()) {
    const layout = `${moment.gates} ${moment.firstGateM} ${moment.gateM}`;
    alike.set(layout, [...(alike.get(layout) ?? []), moment]);
  }
  const drawn = new Map<MomentName, number>();
  for (const group of alike.values()) {
    const moments = group.map((moment) => ({ moment: inOrder(moment), look: lookOf(moment) }));
    compareTile(site, sorted, moments, tile).drawn.forEach((pixels, i) => drawn.set(group[i].name, pixels));
  }
  return drawn;
}

function fail({ z, x, y }: Tile, { name }: Moment, pixel: number, found: number, needed: number | string): never {
  const place = `${pixel % side}, ${Math.floor(pixel / side)}`;
  throw new Error(`${name}, tile ${z}/${x}/${y}, pixel ${place} has the rank ${found}, the reference ${needed}`);
}

/** A look that gives every code of a moment its own rank, as far as ranks go. */
export function lookOf({ name, scale, offset, wordBits }: Moment): SweepLook {
  const codes = Math.min(2 ** wordBits, 2048);
  const step = Math.max(1, Math.ceil(codes / 200));
  const values = Array.from(
    { length: Math.floor((codes - 2) / step) },
    (_, i) => (2 + i * step - 0.5 - offset) / scale,
  );
  return {
    factor: 1,
    reduce: name === 'VEL' ? 'largest-magnitude' : 'maximum',
    palette: values.map((value, i) => [value, `#${(0x100000 + i).toString(16)}`]),
    rangeFolded: '#77007d',
  };
}
