import { noRadial, turnUnits, worldUnits, type SweepGates, type SweepView } from '../../src/index.ts';

/** Rounding of the kernel: of places in pixels of zoom 7 or of the tile, of gate numbers and of directions. */
const [pixelError, gateError, directionError] = [2e-4, 2e-3, 2000];

/** Marks of a tile: of each pixel the highest rank of gates that it contains, and of gates that rounding may put into it; -1 if none. */
export interface Marks {
  certain: Int16Array;
  possible: Int16Array;
}

/** Marks a tile in double precision. */
export function marksOf({ ranks, gates, segments }: SweepGates, { z, x, y }: SweepView): Marks {
  const marks = { certain: new Int16Array(65_536).fill(-1), possible: new Int16Array(65_536).fill(-1) };
  const error = pixelError * Math.min(1, 2 ** (z - 7));
  const { perRadial, each } = segments;
  for (let i = 0; i < ranks.length; i++) {
    const [radial, gate] = [Math.floor(i / gates), i % gates];
    const segment = radial * perRadial + Math.floor(gate / each);
    const g = gate % each;
    const column = pixelOf(segments.x[segment], [segments.x1, segments.x2, segments.x3], segment, g, z) - x * 256;
    const row = pixelOf(segments.y[segment], [segments.y1, segments.y2, segments.y3], segment, g, z) - y * 256;
    const [left, right] = [Math.floor(column - error), Math.floor(column + error)];
    const [top, bottom] = [Math.floor(row - error), Math.floor(row + error)];
    const list = left === right && top === bottom ? marks.certain : marks.possible;
    for (let r = Math.max(0, top); r <= Math.min(255, bottom); r++) {
      for (let c = Math.max(0, left); c <= Math.min(255, right); c++) {
        list[r * 256 + c] = Math.max(list[r * 256 + c], ranks[i]);
      }
    }
  }
  return marks;
}

function pixelOf(first: number, factors: Float32Array[], segment: number, g: number, z: number): number {
  const [one, two, three] = factors.map((list) => list[segment]);
  const place = first + g * (one + g * (two + g * three));
  return (((place % worldUnits) + worldUnits) % worldUnits) / 2 ** (24 - z);
}

/** The rank of a pixel; undefined if it depends on rounding. */
export function rankOf(
  sweep: SweepGates,
  view: SweepView,
  marks: Marks,
  column: number,
  row: number,
): number | undefined {
  if (row < view.rowFrom || row >= view.rowTo) return 0;
  const [certain, possible] = [marks.certain, marks.possible].map((list) => list[row * 256 + column]);
  if (possible > certain) return undefined;
  return certain >= 0 ? certain : nearestRank(sweep, view, column, row);
}

function nearestRank(sweep: SweepGates, view: SweepView, column: number, row: number): number | undefined {
  const { ranks, gates, sectors, ranges, reachM } = sweep;
  if (view.versine[column] > 1) return 0;
  const east = view.across[row] * view.sin[column];
  const north = view.up[row] + view.down[row] * view.versine[column];
  const part = Math.hypot(east, north) / reachM;
  if (part > 1) return part > 1 + 1e-6 ? 0 : undefined;
  const number = ranges.reduce((sum, factor, power) => sum + factor * part ** power, 0.5);
  const direction = ((Math.atan2(east, north) / (2 * Math.PI)) * turnUnits + turnUnits) % turnUnits;
  const near = sectors.filter(({ last }, i) => {
    const first = i === 0 ? 0 : sectors[i - 1].last + 1;
    return direction >= first - directionError && direction <= last + directionError;
  });
  const choices = near.flatMap(({ radial }) =>
    [number - gateError, number + gateError].map((at) => {
      const gate = Math.floor(at);
      return radial === noRadial || gate < 0 || gate >= gates ? 0 : ranks[radial * gates + gate];
    }),
  );
  return new Set(choices).size === 1 ? choices[0] : undefined;
}
