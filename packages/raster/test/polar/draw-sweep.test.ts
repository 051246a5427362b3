import { mercatorX, mercatorY, type Tile } from '@severe/geo';
import { tileAt } from '@severe/geo/testing/tile-at';
import { gateAt, placeOf } from '@severe/nexrad';
import { expect } from 'chai';
import { beamTables } from '../../src/polar/beam-tables.ts';
import { sweepDrawer, sweepRanks } from '../../src/polar/draw-sweep.ts';
import { paintSweep, type SweepLook } from '../../src/polar/paint-sweep.ts';
import { latitudeOf, longitudeOf } from '@severe/geo';
import { seeded } from '@severe/testing/seeded';
import { codeOf, site, sweepOf } from '../support/sweeps.ts';

const look: SweepLook = {
  factor: 1,
  threshold: 5,
  reduce: 'maximum',
  palette: [5, 15, 25, 35, 45, 50, 55, 65].map((value, i) => [value, `#0000${(16 + i).toString(16)}`]),
  rangeFolded: '#77007d',
};
const strong = 7; // the rank of the stop at 50 dBZ

function drawing(sweep: ReturnType<typeof sweepOf>, own: SweepLook = look) {
  const painted = paintSweep(sweep.moment, own);
  const beams = beamTables(site, sweep, sweep.moment);
  const ranksOf = sweepRanks(site, painted, beams);
  return (tile: Tile) => ranksOf(tile)?.slice() ?? new Uint8Array(65_536);
}

/** The rank that the map shows at a place. */
function shownAt(draw: ReturnType<typeof drawing>, z: number) {
  const tiles = new Map<string, Uint8Array>();
  return (lon: number, lat: number): number => {
    const tile = tileAt(lon, lat, z);
    const key = `${tile.x}/${tile.y}`;
    const codes = tiles.get(key) ?? draw(tile);
    tiles.set(key, codes);
    const world = 256 * 2 ** z;
    const x = Math.floor(mercatorX(lon) * world) - tile.x * 256;
    const y = Math.floor(mercatorY(lat) * world) - tile.y * 256;
    return codes[y * 256 + x];
  };
}

describe('polar/draw-sweep', () => {
  it('shows close up the gate above the middle of each pixel', () => {
    const random = seeded(11);
    const noise = sweepOf(() => Math.floor(random() * 140));
    const ranks = paintSweep(noise.moment, look).ranks;
    const draw = drawing(noise);
    let wrong = 0;
    let seen = 0;
    for (const [east, north] of [
      [0.1, 0.1],
      [-1.4, 0.7],
      [2.2, -1.6],
      [0.3, 2.9],
    ]) {
      const tile = tileAt(site.lon + east, site.lat + north, 10);
      const codes = draw(tile);
      for (let i = 0; i < 65_536; i += 61) {
        const lon = longitudeOf((tile.x * 256 + (i % 256) + 0.5) / 2 ** 18);
        const lat = latitudeOf((tile.y * 256 + Math.floor(i / 256) + 0.5) / 2 ** 18);
        const gate = gateAt(site, noise, noise.moment, { lat, lon });
        seen++;
        if (codes[i] !== (gate ? ranks[gate.radial * noise.moment.gates + gate.gate] : 0)) wrong++;
      }
    }
    // Where two gates meet the tables may decide for the other: 12 m of 250, a hundredth of half a degree
    expect(wrong / seen).to.be.lessThan(0.08);
  });

  for (const z of [0, 3, 4, 5, 6, 7, 8]) {
    it(`loses no gate at z${z}, wherever it lies`, () => {
      const random = seeded(z);
      const lit = new Set<number>();
      const sweep = sweepOf(() => 0);
      while (lit.size < 400) lit.add(Math.floor(random() * sweep.moment.packed.length));
      for (const i of lit) sweep.moment.packed[i] = codeOf('REF', 52);
      const shown = shownAt(drawing(sweep), z);
      const { gates } = sweep.moment;
      const vanished = [...lit].filter((i) => {
        const { lat, lon } = placeOf(site, sweep, sweep.moment, { radial: Math.floor(i / gates), gate: i % gates });
        // A centre on the edge of a pixel may lie a few metres on the other side of it
        const around = [0, 20, -20].flatMap((m) => [0, 20, -20].map((n) => [lon + m / 9e4, lat + n / 1.11e5]));
        return !around.some(([x, y]) => shown(x, y) === strong);
      });
      expect(vanished).to.deep.equal([]);
    });
  }

  it('shows an echo no larger than a pixel and a gate more on each side than it is', () => {
    const z = 6; // a pixel is two kilometres, a gate up to four across
    const middle = placeOf(
      site,
      sweepOf(() => 0),
      sweepOf(() => 0).moment,
      { radial: 90, gate: 800 },
    );
    const sweep = sweepOf((azimuthDeg, slantM) =>
      Math.abs(azimuthDeg - 45) < 3 && Math.abs(slantM - 202_125) < 10_000 ? codeOf('REF', 52) : 0,
    );
    const draw = drawing(sweep);
    const { x, y } = tileAt(middle.lon, middle.lat, z);
    const around = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => draw({ z, x: x + i, y: y + j })));
    const area = around.reduce((sum, codes) => sum + codes.filter((code) => code === strong).length, 0);
    const pixelM = (2 * Math.PI * 6_378_137 * Math.cos((middle.lat * Math.PI) / 180)) / 2 ** z / 256;
    const trueArea = (20_000 * 200_000 * ((6 * Math.PI) / 180)) / pixelM ** 2;
    expect(area / trueArea).to.be.within(1, 1.35);
  });

  it('resolves directions close to the radar', () => {
    const east = sweepOf((azimuthDeg, slantM) => (azimuthDeg < 180 && slantM < 12_000 ? codeOf('REF', 52) : 0));
    for (const z of [6, 8, 10]) {
      const shown = shownAt(drawing(east), z);
      const pixels = 1.4 / 2 ** (z - 8) / 256; // a pixel in degrees
      const off = Math.max(2.5 * pixels, 0.05);
      expect([shown(site.lon + off, site.lat), shown(site.lon - off, site.lat)], `z${z}`).to.deep.equal([strong, 0]);
    }
  });

  it('joins tiles without a seam: a full disc has no hole', () => {
    const full = sweepOf(() => codeOf('REF', 30));
    for (const z of [5, 7, 8]) {
      const shown = shownAt(drawing(full), z);
      const world = 256 * 2 ** z;
      const corner = tileAt(site.lon, site.lat, z);
      for (let i = -40; i < 296; i++) {
        for (const [x, y] of [
          [corner.x * 256, corner.y * 256 + i],
          [corner.x * 256 - 1, corner.y * 256 + i],
          [corner.x * 256 + i, corner.y * 256],
          [corner.x * 256 + i, corner.y * 256 - 1],
        ]) {
          const [lon, lat] = [longitudeOf((x + 0.5) / world), latitudeOf((y + 0.5) / world)];
          const gate = gateAt(site, full, full.moment, { lat, lon });
          if (gate) expect(shown(lon, lat), `z${z} ${x} ${y}`).to.equal(4); // 25 to 35 dBZ
        }
      }
    }
  });

  it('draws range-folded gates where nothing else is, and clear ones not at all', () => {
    const half = sweepOf((azimuthDeg) => (azimuthDeg < 180 ? 1 : 0));
    const codes = drawing(half)(tileAt(site.lon + 0.5, site.lat + 0.3, 8));
    expect(new Set(codes)).to.deep.equal(new Set([1]));
    const mixed = sweepOf((_, slantM) => (slantM % 500 === 125 ? codeOf('REF', 40) : 1));
    const coarse = drawing(mixed)(tileAt(site.lon + 0.5, site.lat + 0.3, 5));
    expect(coarse[coarse.length / 2]).to.be.oneOf([0, 5]); // 35 dBZ wins over folded
    const other = drawing(half)(tileAt(site.lon - 2.5, site.lat + 0.3, 8));
    expect(other.some((rank) => rank > 0)).to.equal(false);
  });

  it('shows the largest magnitude of a velocity, whichever way it points', () => {
    const wind: SweepLook = {
      ...look,
      threshold: undefined,
      factor: 1,
      reduce: 'largest-magnitude',
      palette: [
        [-100, '#00ff00'],
        [-30, '#008800'],
        [-1, '#777777'],
        [1, '#880000'],
        [30, '#ff0000'],
      ],
    };
    for (const [value, colour] of [
      [-45, [0, 255, 0, 255]],
      [45, [255, 0, 0, 255]],
    ] as const) {
      const mixed = sweepOf(
        (_, slantM) => codeOf('VEL', slantM % 2000 === 125 ? value : slantM % 2000 === 625 ? -value / 3 : 0),
        { name: 'VEL', gates: 1192 },
      );
      const painted = paintSweep(mixed.moment, wind);
      const draw = drawing(mixed, wind);
      const shown = shownAt(draw, 4);
      for (const [east, north] of [
        [1, 0],
        [0, 1.2],
        [-2, -0.5],
      ]) {
        const rank = shown(site.lon + east, site.lat + north);
        expect(painted.colours[rank], `${east} ${north}`).to.deep.equal(colour);
      }
    }
  });

  it('draws nothing in a sector without radials', () => {
    const sweep = sweepOf(() => codeOf('REF', 30), { radials: 360 });
    const kept = [...sweep.radials.azimuthsDeg.keys()].filter((i) => i < 80 || i >= 100);
    const { gates } = sweep.moment;
    const cut = {
      ...sweep,
      radials: {
        ...sweep.radials,
        count: kept.length,
        azimuthsDeg: sweep.radials.azimuthsDeg.filter((_, i) => kept.includes(i)),
      },
      moment: { ...sweep.moment, packed: sweep.moment.packed.slice(0, kept.length * gates) },
    };
    const shown = shownAt(drawing(cut), 8);
    const at = (azimuth: number) => {
      const angle = (azimuth * Math.PI) / 180;
      return shown(site.lon + 1.2 * Math.sin(angle), site.lat + Math.cos(angle));
    };
    expect([60, 90, 120].map(at)).to.deep.equal([4, 0, 4]);
  });

  it('draws beyond the antimeridian, and nothing far away', () => {
    const nome = { lat: 64.51139, lon: -179.2, elevationM: 16, towerM: 20 };
    const full = sweepOf(() => codeOf('REF', 30));
    const draw = sweepDrawer(nome, paintSweep(full.moment, look), beamTables(nome, full, full.moment));
    expect(draw(tileAt(179.5, 64.5, 7))).to.be.instanceOf(Uint8Array);
    expect(draw(tileAt(-179.5, 64.5, 7))).to.be.instanceOf(Uint8Array);
    expect(draw(tileAt(-97, 35, 7))).to.equal(undefined);
    expect(draw(tileAt(0, 64.5, 7))).to.equal(undefined);
    expect(draw({ z: 0, x: 0, y: 0 })).to.be.instanceOf(Uint8Array);
  });
});
