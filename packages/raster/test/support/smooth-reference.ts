/**
 * Smoothed pixels computed the plain way: coordinates from proj4, the four neighbours looked at one by one, in double precision.
 * Nothing here is shared with the code under test, and nothing is fast.
 */
import proj4 from 'proj4';
import type { Tile } from '@severe/geo';
import type { Moment, SitePosition, Sweep } from '@severe/nexrad';
import { mercatorMetres, type ReferenceGrid } from './reference.ts';
import { groundOf } from './sweep-reference.ts';

const side = 256;
const radian = Math.PI / 180;

/** A grid by a proj4 definition; the centre of its first cell is at (`x0`, `y0`). */
export interface ReferencePlace {
  projection: string;
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

/** The value of a pixel, and whether rounding decides which cell is under its centre. */
export interface SmoothValue {
  value: number;
  isDoubtful: boolean;
}

/** The interpolated values of the pixels of a tile, NaN where the cell under the pixel's centre has none. */
export function smoothValues(
  grid: ReferenceGrid,
  { projection, x0, y0, stepX, stepY }: ReferencePlace,
  { z, x, y }: Tile,
): (pixel: number) => SmoothValue {
  const plane = proj4('EPSG:3857', projection);
  const valueOf = (column: number, row: number) =>
    column >= 0 && column < grid.width && row >= 0 && row < grid.height ? grid.values[row * grid.width + column] : NaN;
  return (pixel) => {
    const metres = mercatorMetres(z, x * side + (pixel % side) + 0.5, y * side + Math.floor(pixel / side) + 0.5);
    const [east, north] = plane.forward(metres);
    const [column, row] = [(east - x0) / stepX, (y0 - north) / stepY]; // whole numbers at the centres of cells
    const isDoubtful = [column, row].some((place) => Math.abs(place - Math.floor(place) - 0.5) < 1e-6);
    if (Number.isNaN(valueOf(Math.round(column), Math.round(row)))) return { value: NaN, isDoubtful };
    let [sum, weights] = [0, 0];
    for (const i of [Math.floor(column), Math.floor(column) + 1]) {
      for (const j of [Math.floor(row), Math.floor(row) + 1]) {
        const value = valueOf(i, j);
        if (Number.isNaN(value)) continue;
        const weight = (1 - Math.abs(column - i)) * (1 - Math.abs(row - j));
        sum += weight * value;
        weights += weight;
      }
    }
    return { value: sum / weights, isDoubtful };
  };
}

/** Code of a place of a sweep, perhaps between two; 0 below the threshold or outside, 1 range folded, NaN where smoothing ends. */
export type SmoothCode = (distanceM: number, azimuthDeg: number, pixelM: number) => number;

/** The smoothed codes of a sweep. @param foldsAt codes further apart than this are not mixed */
export function smoothCodes(
  { radials: { azimuthsDeg }, elevationDeg, azimuthStepDeg }: Sweep,
  { packed, gates, firstGateM, gateM, offset }: Moment,
  isVelocity: boolean,
  foldsAt: number,
): SmoothCode {
  const centres = Array.from({ length: gates + 2 }, (_, i) => groundOf(firstGateM + (i - 1) * gateM, elevationDeg));
  const numberOf = (distanceM: number) => {
    let [low, high] = [0, centres.length - 1];
    if (distanceM < centres[low] || distanceM >= centres[high]) return Infinity;
    while (high - low > 1) {
      const between = (low + high) >> 1;
      if (centres[between] <= distanceM) low = between;
      else high = between;
    }
    return low - 1 + (distanceM - centres[low]) / (centres[high] - centres[low]);
  };
  const turned = (from: number, to: number) => (((to - from) % 360) + 360) % 360;
  const codeAt = (radial: number, gate: number) => (gate >= 0 && gate < gates ? packed[radial * gates + gate] : 0);

  return (distanceM, azimuthDeg, pixelM) => {
    if (pixelM > distanceM * azimuthStepDeg * radian) return NaN;
    let [before, after, back, ahead] = [0, 0, 360, 360];
    for (let i = 0; i < azimuthsDeg.length; i++) {
      const passed = turned(azimuthsDeg[i], azimuthDeg);
      if (passed < back) [before, back] = [i, passed];
      if (360 - passed < ahead) [after, ahead] = [i, 360 - passed];
    }
    const [near, far] = back <= ahead ? [before, after] : [after, before];
    const apart = Math.min(back, ahead);
    if (apart > azimuthStepDeg) return 0;
    const isGap = back + ahead > 1.5 * azimuthStepDeg;
    const share = apart / (back + ahead);
    const number = numberOf(distanceM);
    const samples: [code: number, weight: number][] = [];
    const perPixel = pixelM / gateM;
    let own: number;
    if (perPixel > 1) {
      const around = Array.from({ length: 20 }, (_, i) => Math.round(number) + i - 10);
      const within = around.filter((gate) => gate >= 0 && gate < gates && Math.abs(gate - number) <= perPixel / 2);
      const strongest = (radial: number) => {
        const codes = within.map((gate) => codeAt(radial, gate));
        const measured = codes.filter((code) => code > 1);
        if (measured.length === 0) return Math.max(0, ...codes);
        if (!isVelocity) return Math.max(...measured);
        return measured.reduce((most, code) => (Math.abs(code - offset) > Math.abs(most - offset) ? code : most));
      };
      own = strongest(near);
      samples.push([own, 1 - share]);
      if (!isGap) samples.push([strongest(far), share]);
    } else {
      own = codeAt(near, Math.floor(number + 0.5));
      for (const gate of [Math.floor(number), Math.floor(number) + 1]) {
        const along = 1 - Math.abs(number - gate);
        samples.push([codeAt(near, gate), along * (1 - share)]);
        if (!isGap) samples.push([codeAt(far, gate), along * share]);
      }
    }
    if (own <= 1) return own;
    const mixed = samples.filter(([code]) => code > 1 && Math.abs(code - own) <= foldsAt);
    const weights = mixed.reduce((sum, [, weight]) => sum + weight, 0);
    return mixed.reduce((sum, [code, weight]) => sum + code * weight, 0) / weights;
  };
}

/** Distance, azimuth and size of a pixel of a tile, from geodesics of proj4. */
export function pixelsFrom({ lat, lon }: SitePosition, { z, x, y }: Tile) {
  const plane = proj4('EPSG:3857', `+proj=aeqd +lat_0=${lat} +lon_0=${lon} +datum=WGS84 +units=m`);
  const at = (column: number, row: number) => plane.forward(mercatorMetres(z, x * side + column, y * side + row));
  return (pixel: number) => {
    const [column, row] = [(pixel % side) + 0.5, Math.floor(pixel / side) + 0.5];
    const [east, north] = at(column, row);
    const [west, east2] = [at(column - 0.5, row), at(column + 0.5, row)];
    return {
      distanceM: Math.hypot(east, north),
      azimuthDeg: (Math.atan2(east, north) / radian + 360) % 360,
      pixelM: Math.hypot(east2[0] - west[0], east2[1] - west[1]),
    };
  };
}
