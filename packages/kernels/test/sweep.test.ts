import { expect } from 'chai';
import {
  noRadial,
  sweepTiles,
  turnUnits,
  Workspace,
  worldUnits,
  type GateSegments,
  type Sector,
  type SweepGates,
  type SweepView,
} from '../src/index.ts';
import { seeded } from '@severe/testing/seeded';
import { marksOf, rankOf } from './twins/sweep.ts';

const [lengthM, firstM, radiusM] = [240_000, 1000, 6_371_000];
const unitsPerM = worldUnits / 32_000_000; // of the map at the radar
/** Place of the radar, close to the corner of tiles of all zooms. */
const home = { x: 0.25 * worldUnits + 70_000, y: 0.375 * worldUnits - 90_000 };

/** A sweep of random ranks, with unevenly spaced radials, none in a sector, on slightly curved segments. */
function sweepOf(radials: number, gates: number, seed: number, at = home): SweepGates {
  const random = seeded(seed);
  const gateM = lengthM / gates;
  const turns = Array.from({ length: radials }, (_, i) => (i + 0.2 + 0.6 * random()) / radials);
  const each = Math.min(gates, Math.max(1, Math.floor(32_000 / gateM)));
  const perRadial = Math.ceil(gates / each);
  const places = turns.flatMap((turn) =>
    Array.from({ length: perRadial }, (_, i) => {
      const [sin, cos] = [Math.sin(turn * 2 * Math.PI), Math.cos(turn * 2 * Math.PI)];
      const [slantM, step] = [firstM + i * each * gateM, gateM * unitsPerM];
      const bend = (step * 0.02 * random()) / each;
      return {
        x: at.x + slantM * unitsPerM * sin,
        y: at.y - slantM * unitsPerM * cos,
        factors: [step * sin, bend * cos, (bend * sin) / each, -step * cos, bend * sin, (-bend * cos) / each],
      };
    }),
  );
  const factor = (i: number) => Float32Array.from(places, ({ factors }) => factors[i]);
  const segments: GateSegments = {
    perRadial,
    each,
    extent: each * gateM * unitsPerM * 1.05,
    x: Int32Array.from(places, ({ x }) => Math.round(x)),
    y: Int32Array.from(places, ({ y }) => Math.round(y)),
    x1: factor(0),
    x2: factor(1),
    x3: factor(2),
    y1: factor(3),
    y2: factor(4),
    y3: factor(5),
  };
  const sectors = turns.map((turn, radial): Sector => {
    const end = radial + 1 < radials ? (turn + turns[radial + 1]) / 2 : 1;
    return { last: Math.ceil(end * turnUnits) - 1, radial: turn > 0.4 && turn < 0.45 ? noRadial : radial };
  });
  const reachM = firstM + lengthM - gateM / 2;
  return {
    ranks: Uint8Array.from({ length: radials * gates }, () => (random() < 0.2 ? Math.floor(random() * 254) : 0)),
    radials,
    gates,
    segments,
    sectors,
    ranges: Float32Array.of(-firstM / gateM, reachM / gateM - 0.3, 0.1, 0.1, 0.05, 0.05),
    reachM,
  };
}

/** A tile, counted from the radar's, with positions of its pixels on a slightly curved plane. */
function viewOf(z: number, [east, south]: readonly [number, number] = [0, 0], at = home): SweepView {
  const units = worldUnits / 2 ** z;
  const tiles = 2 ** z;
  const [x, y] = [Math.floor(at.x / units) + east, Math.floor(at.y / units) + south];
  const pixelM = units / 256 / unitsPerM;
  const list = (of: (i: number) => number) => Float32Array.from({ length: 256 }, (_, i) => of(i));
  const eastM = (i: number) => (x * units - at.x) / unitsPerM + (i + 0.5) * pixelM;
  const southM = (i: number) => (y * units - at.y) / unitsPerM + (i + 0.5) * pixelM;
  const angle = (i: number) => Math.max(-Math.PI, Math.min(Math.PI, eastM(i) / radiusM));
  return {
    z,
    x: ((x % tiles) + tiles) % tiles,
    y,
    sin: list((i) => Math.sin(angle(i))),
    versine: list((i) => 1 - Math.cos(angle(i))),
    across: list(() => radiusM),
    up: list((i) => -southM(i)),
    down: list(() => 0.5 * radiusM),
    rowFrom: 0,
    rowTo: 256,
  };
}

/** Compares a tile with its twin. @returns the number of pixels with a rank */
function compare(sweep: SweepGates, tile: Uint8Array, view: SweepView): number {
  const marks = marksOf(sweep, view);
  let [seen, uncertain] = [0, 0];
  for (let i = 0; i < tile.length; i++) {
    const rank = rankOf(sweep, view, marks, i % 256, i >> 8);
    if (rank === undefined) uncertain++;
    else if (tile[i] !== rank) expect.fail(`pixel ${i % 256}, ${i >> 8} has the rank ${tile[i]}, not ${rank}`);
    if (tile[i] > 0) seen++;
  }
  expect(uncertain).to.be.lessThan(1000);
  return seen;
}

describe('sweep', () => {
  for (const [z, tile, least] of [
    [0, [0, 0], 3],
    [3, [0, 0], 100],
    [6, [0, 0], 1000],
    [7, [0, 0], 1000],
    [8, [-1, 0], 1000],
    [9, [1, -1], 1000],
    [11, [0, -1], 1000],
    [13, [0, -2], 100],
  ] as const) {
    it(`is drawn like in its twin at z${z}`, () => {
      for (const sweep of [sweepOf(360, 480, z + 1), sweepOf(367, 239, z + 2), sweepOf(360, 2, z + 3)]) {
        const view = viewOf(z, tile);
        const drawn = sweepTiles(new Workspace(), sweep)(view)!;
        const seen = compare(sweep, drawn, view);
        if (sweep.gates > 2) expect(seen).to.be.greaterThan(least);
      }
    });
  }

  it('is drawn on both sides of the edge of the world', () => {
    const at = { x: 20_000, y: home.y };
    const sweep = sweepOf(360, 240, 5, at);
    const draw = sweepTiles(new Workspace(), sweep);
    for (const z of [0, 2, 6, 8]) {
      for (const tile of z === 0
        ? ([[0, 0]] as const)
        : ([
            [0, 0],
            [-1, 0],
          ] as const)) {
        const view = viewOf(z, tile, at);
        expect(compare(sweep, draw(view)!.slice(), view), `z${z}`).to.be.greaterThan(0);
      }
    }
  });

  it('draws the same tile again, whatever was drawn in between', () => {
    const draw = sweepTiles(new Workspace(), sweepOf(360, 480, 3));
    const views = [5, 9, 7, 0, 12].map((z) => viewOf(z));
    const once = views.map((view) => draw(view)!.slice());
    for (const i of [3, 1, 4, 0, 2]) expect(Buffer.compare(draw(views[i])!, once[i])).to.equal(0);
  });

  it('returns undefined if no pixel has a rank', () => {
    const sweep = sweepOf(360, 240, 4);
    const draw = sweepTiles(new Workspace(), sweep);
    expect(draw(viewOf(8, [9, 0]))).to.equal(undefined);
    expect(draw({ ...viewOf(8), rowFrom: 0, rowTo: 0 })).to.equal(undefined);
    sweep.ranks.fill(0);
    expect(sweepTiles(new Workspace(), sweep)(viewOf(8))).to.equal(undefined);
  });
});
